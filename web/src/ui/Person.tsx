import type { ActorId } from '../chain/hex';
import { useAccounts } from '../app/accounts';
import { useTexts } from '../i18n';
import { Avatar } from './Avatar';

/** An account, by its picture and name; the whole id shows on pointing at it. */
export function Person({ id }: { id: ActorId }) {
  const { account, nameOf } = useAccounts();
  const { m } = useTexts();
  return (
    <span className="person" title={id}>
      <Avatar id={id} />
      <span className="person-name">{nameOf(id)}</span>
      {id === account?.id && <span className="tag you">{m.you}</span>}
    </span>
  );
}
