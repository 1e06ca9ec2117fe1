import type { ActorId } from '../../lib/hex';
import { useTexts } from '../../i18n';
import type { History } from '../../rpsls/history';
import { lastPlayedBy, pairingsOf, pairingWith, seatsIn, withBits } from '../../rpsls/pairing';
import type { GameState } from '../../rpsls/state';
import { usePeople } from '../../way/people';
import { blowsText, clashText } from './clashText';

/**
 * The moves by which the viewer last won or lost, one sentence each.
 *
 * @param winner the player that it tells about to viewers who were not in the game
 */
export function useBlows(state: GameState, history: History, winner: ActorId | null): string[] {
  const { m } = useTexts();
  const people = usePeople();
  const of = (id: ActorId | null): string[] => {
    const round = id && lastPlayedBy(id, state, history);
    if (!round) return [];
    const { format } = state.rules;
    const pairings = pairingsOf(withBits(round, history), format, seatsIn(state, history));
    const pairing = pairings && pairingWith(pairings, id);
    if (pairing) return [clashText(pairing, { m, ...people })];
    return format === 'knockout' ? [] : blowsText(round, id, { m, ...people });
  };
  const own = of(people.me);
  return own.length > 0 ? own : of(winner);
}
