import type { ActorId } from '../../lib/hex';
import { usePeople } from '../../way/people';
import { useTexts } from '../../i18n';
import type { History } from '../../rpsls/history';
import { MOVES, scoresOf, victories, type Move } from '../../rpsls/moves';
import { pairingsOf, seatsIn, withBits } from '../../rpsls/pairing';
import { lastRoundOf, type Reveals, type RoundResult } from '../../rpsls/round';
import type { Format } from '../../rpsls/rules';
import { statusOf, type GameState } from '../../rpsls/state';
import { Card } from '../../ui/Card';
import { DuelDrawing } from '../drawing/DuelDrawing';
import { MoveIcon } from '../drawing/MoveIcon';
import { Pairings } from './Pairings';
import { isByPoints, roundVerdict } from './verdict';

/**
 * The present round, once somebody has revealed, or else the last one. If neither has a move to
 * show and the viewer picks none, the rules of what beats what.
 */
export function Duel({ state, history }: { state: GameState; history: History }) {
  const { m } = useTexts();
  const { me } = usePeople();
  const { format } = state.rules;
  // While moves are being revealed, the last round is an earlier one.
  const last = state.stage === 'reveal' ? null : lastRoundOf(state);
  const reveals: Reveals = last?.reveals ?? state.revealed;
  if (reveals.size === 0) return isPicking(state, me !== null, statusOf(state, me)) ? null : <Rules />;
  const pairings = last && pairingsOf(withBits(last, history), format, seatsIn(state, history));
  return (
    <Card
      title={m.round.title}
      aside={<span className="muted">{last ? m.round.last : m.round.revealing}</span>}
      className="duel-card"
    >
      {pairings ? <Pairings pairings={pairings} /> : <OpenRound reveals={reveals} last={last} format={format} />}
      {last && <Verdict result={last} format={format} />}
    </Card>
  );
}

function isPicking({ stage }: GameState, hasAccount: boolean, status: ReturnType<typeof statusOf>): boolean {
  return status === 'toMove' || (status === 'notRegistered' && hasAccount && stage === 'preparation');
}

function Rules() {
  const { m } = useTexts();
  return (
    <Card title={m.round.rules} className="duel-card">
      <DuelDrawing played={[]} />
    </Card>
  );
}

/** The played moves, with arrows if everybody met everybody. */
function OpenRound({ reveals, last, format }: { reveals: Reveals; last: RoundResult | null; format: Format }) {
  const { m } = useTexts();
  const played = [...reveals.values()];
  const isOpen = format !== 'knockout';
  return (
    <>
      {isOpen && (
        <DuelDrawing played={played} {...(last && isByPoints(last, format) && { scores: scoresOf(played) })} />
      )}
      <div className="victories">
        <Played reveals={reveals} />
        {isOpen && (
          <ul className="sentences">
            {victories(played).map(([one, other]) => (
              <li key={`${one}-${other}`}>{m.victory(m.moves[one], m.verbs[one][other] ?? '', m.moves[other])}</li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

function Played({ reveals }: { reveals: Reveals }) {
  const { m } = useTexts();
  const { me, nameOf } = usePeople();
  const name = (id: ActorId): string => (id === me ? m.self : nameOf(id));
  const who = (move: Move): string =>
    m.list([...reveals].filter(([, other]) => other === move).map(([id]) => name(id)));
  return (
    <ul className="played">
      {MOVES.filter((move) => [...reveals.values()].includes(move)).map((move) => (
        <li key={move}>
          <MoveIcon move={move} />
          <span>{m.round.playedBy(m.moves[move], who(move))}</span>
        </li>
      ))}
    </ul>
  );
}

function Verdict({ result, format }: { result: RoundResult; format: Format }) {
  const { m } = useTexts();
  return <p className="verdict">{roundVerdict(result, format, { m, ...usePeople() })}</p>;
}
