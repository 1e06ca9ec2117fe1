import type { ActorId } from '../../chain/hex';
import type { Messages } from '../../i18n/messages';
import { winningMove } from '../../rpsls/moves';
import type { Format } from '../../rpsls/rules';
import type { RoundResult } from '../../rpsls/round';

/** What came of a round, in a sentence. */
export function roundVerdict(result: RoundResult, format: Format, m: Messages, name: (id: ActorId) => string): string {
  const { survivors, reveals, isGameOver } = result;
  const names = m.list(survivors.map(name));
  if (isGameOver) return m.round.over(names);
  if (survivors.length < reveals.size)
    return isByPoints(result, format) ? m.round.points(names) : m.round.decided(names);
  return new Set(reveals.values()).size === 1 ? m.round.same : m.round.draw;
}

/** Whether no move beat all others, and yet not everybody went on where all play against all. */
export function isByPoints({ survivors, reveals }: RoundResult, format: Format): boolean {
  return format !== 'knockout' && survivors.length < reveals.size && winningMove([...reveals.values()]) === null;
}
