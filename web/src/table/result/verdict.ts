import { winningMove } from '../../rpsls/moves';
import type { Format } from '../../rpsls/rules';
import type { RoundResult } from '../../rpsls/round';
import type { Telling } from './clashText';

/** The outcome of a round, in a sentence. */
export function roundVerdict(result: RoundResult, format: Format, { m, me, nameOf }: Telling): string {
  const { survivors, reveals, isGameOver } = result;
  const [winner] = survivors;
  if (isGameOver && winner) return winner === me ? m.round.overForYou : m.round.over(nameOf(winner));
  if (survivors.length < reveals.size) {
    const others = survivors.filter((id) => id !== me).map(nameOf);
    const names = m.list(others.length < survivors.length ? [m.self, ...others] : others);
    return isByPoints(result, format) ? m.round.points(names) : m.round.decided(names);
  }
  return new Set(reveals.values()).size === 1 ? m.round.same : m.round.draw;
}

/** Whether points decided: all play against all, no move beat all others, and yet not everybody went on. */
export function isByPoints({ survivors, reveals }: RoundResult, format: Format): boolean {
  return format !== 'knockout' && survivors.length < reveals.size && winningMove([...reveals.values()]) === null;
}
