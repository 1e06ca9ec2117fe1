import { useTexts } from '../../i18n';
import type { History } from '../../rpsls/history';
import { bracketOf } from '../../rpsls/knockout';
import { MOVES } from '../../rpsls/moves';
import type { GameState } from '../../rpsls/state';
import { usePeople } from '../../way/people';
import { MoveIcon } from '../drawing/MoveIcon';

/** The viewer's opponents in a knockout of several rounds, and how those matches went. */
export function ResultPath({ state, history }: { state: GameState; history: History }) {
  const { m } = useTexts();
  const { me, nameOf } = usePeople();
  const rounds = bracketOf(state, history)?.rounds ?? [];
  const met = rounds.flatMap((matches, round) =>
    matches.flatMap(({ entrants }) => {
      const mine = entrants.find(({ id }) => id !== null && id === me);
      if (!mine || mine.goesOn === null) return [];
      const other = entrants.find((entrant) => entrant !== mine)?.id;
      return {
        round,
        move: MOVES.find((move) => move === mine.held),
        hasWon: mine.goesOn,
        name: other ? nameOf(other) : null,
      };
    }),
  );
  if (rounds.length < 2 || met.length === 0) return null;
  return (
    <ol className="result-path">
      {met.map(({ round, move, hasWon, name }) => (
        <li key={round}>
          {move && <MoveIcon move={move} />}
          {hasWon ? m.bracket.didBeat(name) : m.bracket.didLoseTo(name)}
        </li>
      ))}
    </ol>
  );
}
