import { useEffect, useState } from 'react';
import { usePreference } from '../../settings/preferences';
import type { ActorId } from '../../chain/hex';
import type { History } from '../../rpsls/history';
import { seatsIn } from '../../rpsls/pairing';
import { lastRoundOf, type RoundResult } from '../../rpsls/round';
import type { GameState } from '../../rpsls/state';
import type { Clock } from '../../ui/Countdown';

/** How long a round is shown in motion, ms. */
const LENGTH = 3_400;
/** A round that was decided longer ago, in ms of the chain, is no news. */
const FRESH = 20_000;
const STILL = '(prefers-reduced-motion: reduce)';

/** What is known of a table at some time. */
export interface Known {
  state: GameState;
  history: History;
}

/** A round that is shown in motion. */
export interface Scene {
  round: RoundResult;
  /** As things stood before it was decided: what is around the scene must not tell its end. */
  before: Known;
  /** All players of the game, in order of their seats. */
  seats: readonly ActorId[];
}

interface Scenes {
  /** The rounds that were decided just now, one after the other. */
  queue: readonly Scene[];
  /** The round that was seen last. */
  seen: string | null;
  known: Known;
}

/** The round that is shown in motion, if one is, and the way past all that are. */
export function useScenes(
  state: GameState,
  history: History,
  me: ActorId | null,
  clock: Clock,
): [Scene | null, () => void] {
  const [still = false] = usePreference('still');
  const round = lastRoundOf(state);
  const key = round && `${round.game}/${round.number}`;
  const [scenes, setScenes] = useState<Scenes>({ queue: [], seen: key, known: { state, history } });
  const { queue, seen, known } = scenes;
  if (known.state !== state || known.history !== history) {
    const isNews = round && key !== seen && !still && !matchMedia(STILL).matches && clock() - round.time < FRESH;
    const isShown = isNews && !isOthers(round, queue, me);
    const seats = known.state.round > 0 ? seatsIn(known.state, known.history) : seatsIn(state, history);
    setScenes({
      queue: isShown ? [...queue, { round, before: known, seats }] : queue,
      seen: key ?? seen,
      known: { state, history },
    });
  }
  const scene = queue[0] ?? null;
  useEffect(() => {
    if (!scene) return;
    const timer = setTimeout(() => setScenes((all) => ({ ...all, queue: all.queue.slice(1) })), LENGTH);
    return () => clearTimeout(timer);
  }, [scene]);
  const skip = (): void => setScenes((all) => ({ ...all, queue: [] }));
  return [scene, skip];
}

/** Whether whoever looks is out by the round that is still shown: then the end of their own game comes first. */
function isOthers({ reveals }: RoundResult, queue: readonly Scene[], me: ActorId | null): boolean {
  const isPlayer = me !== null && queue.some(({ round }) => round.reveals.has(me));
  return isPlayer && !reveals.has(me);
}
