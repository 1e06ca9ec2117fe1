import { useTexts } from '../../i18n';
import { clashOf } from '../../rpsls/pairing';
import { FINAL_STEPS } from '../../rpsls/showing';
import { usePeople } from '../../way/people';
import { MoveIcon } from '../drawing/MoveIcon';
import { Coin } from './Coin';
import type { Lying, Showdown as Met } from './showdown';

interface ShowdownProps {
  met: Met;
  /** The bet of each, if there is one. */
  bet: string | null;
  /** How many games each has won of the other. */
  score: [one: number, other: number] | null;
  /** How many steps of `FINAL_STEPS` are done. */
  locks: number;
}

/** Two players face to face: their cards lie, lock, and turn in the same place, and the arrow strikes or the coin falls. */
export function Showdown({ met: { one, other, pairing }, bet, score, locks }: ShowdownProps) {
  const { m } = useTexts();
  const clash = pairing && clashOf(pairing);
  const loser = clash?.kind === 'struck' || clash?.kind === 'tossed' ? clash.loser : null;
  const side = ({ id }: Lying): string => (loser === null ? 'none' : loser.id === id ? 'struck' : 'strikes');
  const bitOf = (id: Lying['id']) =>
    clash?.kind === 'tossed' ? ([clash.winner, clash.loser].find((side) => side.id === id)?.bit ?? null) : null;
  const card = (lying: Lying) => (
    <Card
      lying={lying}
      locks={pairing ? FINAL_STEPS : locks}
      bit={bitOf(lying.id)}
      isStruck={side(lying) === 'struck'}
    />
  );
  return (
    <div className={`showdown ${clash?.kind ?? ''}`}>
      <p className="showdown-stakes number">
        <span>{bet === null ? m.table.free : m.showdown.bet(bet)}</span>
        {score && <span>{m.showdown.score(...score)}</span>}
      </p>
      <div className="face-off-cards">
        {card(one)}
        <span
          className={`strike ${loser === null ? 'none' : loser.id === one.id ? 'leftward' : 'rightward'}`}
          aria-hidden="true"
        >
          {clash?.kind === 'tossed' && <Coin isEqual={clash.isEqual} />}
          {loser && <Strike />}
          {clash?.kind === 'draw' && '='}
        </span>
        {card(other)}
      </div>
    </div>
  );
}

interface CardProps {
  lying: Lying;
  locks: number;
  bit: number | null;
  isStruck: boolean;
}

function Card({ lying: { id, held }, locks, bit, isStruck }: CardProps) {
  const { m } = useTexts();
  const { me, nameOf } = usePeople();
  const move = held === 'none' || held === 'held' ? null : held;
  const status = move ? m.moves[move] : m.table.status[held === 'none' ? 'toMove' : 'moved'];
  return (
    <div className={`hand large ${move ? 'turned' : held} ${isStruck ? 'struck' : ''}`}>
      <span className="hand-name">{id === null ? m.showdown.nobody : id === me ? m.self : nameOf(id)}</span>
      {id !== null && <span className="hidden">: {status}</span>}
      <span className="hand-place" aria-hidden="true">
        <span className="hand-card">
          <span className="hand-back">
            {held === 'held' && (
              <span className="locks">
                {Array.from({ length: FINAL_STEPS }, (_, index) => (
                  <Lock key={index} isClosed={index < locks} />
                ))}
              </span>
            )}
          </span>
          <span className="hand-face">{move && <MoveIcon move={move} />}</span>
        </span>
        {bit !== null && <span className="hand-bit number">{bit}</span>}
      </span>
    </div>
  );
}

function Lock({ isClosed }: { isClosed: boolean }) {
  return (
    <svg className={isClosed ? 'lock closed' : 'lock'} viewBox="0 0 24 24">
      <path className="lock-bow" d="M8 11V7.5a4 4 0 0 1 8 0V11" />
      <rect x="5" y="11" width="14" height="10" rx="2.5" />
    </svg>
  );
}

function Strike() {
  return (
    <svg className="strike-arrow" viewBox="0 0 60 24">
      <path d="M2 9h36V2l20 10-20 10v-7H2z" />
    </svg>
  );
}
