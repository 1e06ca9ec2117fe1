import { usePeople } from './people';
import type { ActorId } from '../lib/hex';
import { useTexts } from '../i18n';
import { Avatar } from '../ui/Avatar';

interface PersonProps {
  id: ActorId;
  /** Whether a click opens the account, where it can be named. */
  isOpenable?: boolean;
}

/** An account, by its picture and name. */
export function Person({ id, isOpenable = false }: PersonProps) {
  const { me, nameOf, open } = usePeople();
  const { m } = useTexts();
  const name = nameOf(id);
  return (
    <span className="person" translate={false}>
      <Avatar id={id} />
      {isOpenable && open ? (
        <button
          type="button"
          className="person-name link"
          aria-label={m.person.open(name)}
          title={id}
          onClick={() => open(id)}
        >
          {name}
        </button>
      ) : (
        <span className="person-name" title={id}>
          {name}
        </span>
      )}
      {id === me && <span className="tag you">{m.you}</span>}
    </span>
  );
}
