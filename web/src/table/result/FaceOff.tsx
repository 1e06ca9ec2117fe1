import { useTexts } from '../../i18n';
import { clashOf, type Duo, type Side } from '../../rpsls/pairing';
import { usePeople } from '../../visitor/people';
import { HandCard } from './HandCard';
import { Told } from './Told';
import { clashText } from './clashText';

/** Two players face to face: the cards turn, the arrow strikes, and a sentence says what happened. */
export function FaceOff({ pairing }: { pairing: Duo }) {
  const { m } = useTexts();
  const people = usePeople();
  const clash = clashOf(pairing);
  const loser = clash.kind === 'struck' || clash.kind === 'tossed' ? clash.loser : null;
  const card = (side: Side) => (
    <div className={`hand large ${side.move ? 'turned' : 'held'} ${side === loser ? 'struck' : ''}`}>
      <HandCard held={side.move ?? 'held'} />
      <span className="hand-name">{side.id === people.me ? m.self : people.nameOf(side.id)}</span>
    </div>
  );
  return (
    <div className="face-off">
      <div className="face-off-cards" aria-hidden="true">
        {card(pairing.one)}
        <span className={`strike ${loser === null ? 'none' : loser === pairing.one ? 'leftward' : 'rightward'}`}>
          {loser ? <Strike /> : '='}
        </span>
        {card(pairing.other)}
      </div>
      <p className="blow">
        <Told text={clashText(pairing, { m, ...people })} />
      </p>
    </div>
  );
}

function Strike() {
  return (
    <svg viewBox="0 0 60 24">
      <path d="M2 9h36V2l20 10-20 10v-7H2z" />
    </svg>
  );
}
