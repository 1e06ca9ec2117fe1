import { useTexts } from '../i18n';
import type { ActorId } from '../lib/hex';
import { Icon } from '../ui/Icon';
import { useChain } from '../way/chain';
import { hrefOf } from '../way/route';

/** A link to a practice table, which has a link back. */
export function TryFirst({ program }: { program: ActorId }) {
  const { m } = useTexts();
  const { connection } = useChain();
  return (
    <div className="row">
      <a className="button quiet" href={hrefOf({ name: 'practice', from: program }, connection.url)}>
        {m.act.tryFirst}
        <Icon name="arrow" />
      </a>
    </div>
  );
}
