import { useTexts } from '../../i18n';
import { clashOf, type Duo, type Side } from '../../rpsls/pairing';
import { usePeople } from '../../visitor/people';
import { HandCard } from './HandCard';
import { Told } from './Told';
import { clashText } from './clashText';

/** Two players face to face: the cards turn, the arrow strikes or the coin falls, and a sentence says what happened. */
export function FaceOff({ pairing }: { pairing: Duo }) {
  const { m } = useTexts();
  const people = usePeople();
  const clash = clashOf(pairing);
  const loser = clash.kind === 'struck' || clash.kind === 'tossed' ? clash.loser : null;
  const card = (side: Side) => (
    <div className={`hand large ${side.move ? 'turned' : 'held'} ${side === loser ? 'struck' : ''}`}>
      <HandCard held={side.move ?? 'held'} />
      {clash.kind === 'tossed' && side.bit !== null && <span className="hand-bit number">{side.bit}</span>}
      <span className="hand-name">{side.id === people.me ? m.self : people.nameOf(side.id)}</span>
    </div>
  );
  return (
    <div className="face-off">
      <div className="face-off-cards" aria-hidden="true">
        {card(pairing.one)}
        <span className={`strike ${loser === null ? 'none' : loser === pairing.one ? 'leftward' : 'rightward'}`}>
          {clash.kind === 'tossed' ? <Coin isEqual={clash.isEqual} /> : loser ? <Strike /> : '='}
        </span>
        {card(pairing.other)}
      </div>
      <p className="blow">
        <Told text={clashText(pairing, { m, ...people })} />
      </p>
    </div>
  );
}

/** The coin of a draw: equal bits are for the earlier seat. */
export function Coin({ isEqual }: { isEqual: boolean }) {
  return <span className="coin">{isEqual ? '=' : '≠'}</span>;
}

function Strike() {
  return (
    <svg viewBox="0 0 60 24">
      <path d="M2 9h36V2l20 10-20 10v-7H2z" />
    </svg>
  );
}
