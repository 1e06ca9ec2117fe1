import { useTexts } from '../i18n';
import type { ActorId } from '../chain/hex';
import { Icon } from '../ui/Icon';
import { useChain } from '../visitor/chain';
import { hrefOf } from '../visitor/route';

/** To a practice table, from which a way leads back here. */
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
