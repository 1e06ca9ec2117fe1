import { useTexts } from '../../i18n';
import type { ActorId } from '../../lib/hex';
import type { Held } from '../../rpsls/state';
import { usePeople } from '../../way/people';
import { HandCard } from './HandCard';

/** Further hands are only counted. */
const MOST = 10;

export interface Hand {
  id: ActorId;
  held: Held;
}

/** Everybody's hands: cards that lie face down until their moves are revealed. */
export function Hands({ hands }: { hands: readonly Hand[] }) {
  const { m } = useTexts();
  const { me, nameOf } = usePeople();
  return (
    <ul className="hands">
      {hands.slice(0, MOST).map(({ id, held }) => {
        const shown = held === 'none' || held === 'held' ? null : held;
        const what = shown ? m.moves[shown] : m.table.status[held === 'none' ? 'toMove' : 'moved'];
        return (
          <li key={id} className={`hand ${shown ? 'turned' : held}`}>
            <HandCard held={held} />
            <span className="hand-name">{id === me ? m.self : nameOf(id)}</span>
            <span className="hidden">: {what}</span>
          </li>
        );
      })}
      {hands.length > MOST && <li className="hint">{m.table.more(hands.length - MOST)}</li>}
    </ul>
  );
}
