import type { ActorId } from '../../chain/hex';
import type { Messages } from '../../i18n/messages';
import { winningMove } from '../../rpsls/moves';
import type { RoundResult } from '../../rpsls/story';

/** What came of a round, in a sentence. */
export function roundVerdict(result: RoundResult, m: Messages, name: (id: ActorId) => string): string {
  const { survivors, reveals, isGameOver } = result;
  const names = m.list(survivors.map(name));
  if (isGameOver) return m.round.over(names);
  if (survivors.length < reveals.size) return isByPoints(result) ? m.round.points(names) : m.round.decided(names);
  return new Set(reveals.values()).size === 1 ? m.round.same : m.round.draw;
}

/** Whether no move beat all others, and yet not everybody went on. */
export function isByPoints({ survivors, reveals }: RoundResult): boolean {
  return survivors.length < reveals.size && winningMove([...reveals.values()]) === null;
}
