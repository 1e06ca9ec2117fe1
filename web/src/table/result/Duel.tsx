import { useName } from '../../visitor/people';
import { useTexts } from '../../i18n';
import { MOVES, scoresOf, victories, type Move } from '../../rpsls/moves';
import { lastRoundOf, type Reveals, type RoundResult } from '../../rpsls/round';
import type { Format } from '../../rpsls/rules';
import type { GameState } from '../../rpsls/state';
import { Card } from '../../ui/Card';
import { DuelDrawing } from '../drawing/DuelDrawing';
import { MoveIcon } from '../drawing/MoveIcon';
import { isByPoints, roundVerdict } from './verdict';

/** The present round, once somebody has revealed, else the last one. */
export function Duel({ state }: { state: GameState }) {
  const { m } = useTexts();
  const isOpen = state.revealed.size > 0;
  // While moves are shown, the last round is another one.
  const last = state.stage === 'reveal' ? null : lastRoundOf(state);
  const reveals: Reveals = last?.reveals ?? state.revealed;
  const played = [...reveals.values()];
  const subtitle = isOpen ? m.round.revealing : last ? m.round.last : null;
  return (
    <Card
      title={played.length > 0 ? m.round.title : m.round.rules}
      aside={subtitle && <span className="muted">{subtitle}</span>}
      className="duel-card"
    >
      <DuelDrawing
        played={played}
        {...(last && isByPoints(last, state.rules.format) && { scores: scoresOf(played) })}
      />
      <Victories reveals={reveals} />
      {last && <Verdict result={last} format={state.rules.format} />}
    </Card>
  );
}

function Victories({ reveals }: { reveals: Reveals }) {
  const { m } = useTexts();
  const name = useName();
  const played = [...reveals.values()];
  const who = (move: Move): string =>
    m.list([...reveals].filter(([, other]) => other === move).map(([id]) => name(id)));
  if (played.length === 0) return null;
  return (
    <div className="victories">
      <ul className="played">
        {MOVES.filter((move) => played.includes(move)).map((move) => (
          <li key={move}>
            <MoveIcon move={move} />
            <span>{m.round.playedBy(m.moves[move], who(move))}</span>
          </li>
        ))}
      </ul>
      <ul className="sentences">
        {victories(played).map(([one, other]) => (
          <li key={`${one}-${other}`}>{m.victory(m.moves[one], m.verbs[one][other] ?? '', m.moves[other])}</li>
        ))}
      </ul>
    </div>
  );
}

function Verdict({ result, format }: { result: RoundResult; format: Format }) {
  const { m } = useTexts();
  return <p className="verdict">{roundVerdict(result, format, m, useName())}</p>;
}
