import { useSyncExternalStore } from 'preact/compat';
import type { Grown } from '../chain/growth';
import { useTexts } from '../i18n';
import { Notice } from '../ui/Notice';
import { useChain } from './chain';

/** From how many blocks on it is told that the last final block lies behind. */
const LAG = 10;

/** What is wrong with the growth of the node's chain, if anything. */
export function GrowthNotice() {
  const { m } = useTexts();
  const { connection } = useChain();
  const trouble = useSyncExternalStore(connection.grown.subscribe, () => troubleOf(connection.grown.get()));
  if (trouble === 'still') {
    return (
      <Notice tone="warning" icon="node" title={m.network.stillTitle}>
        <p>{m.network.stillText(connection.url)}</p>
      </Notice>
    );
  }
  if (trouble === 'none') return null;
  return (
    <Notice tone="calm" icon="clock" title={m.network.lagTitle}>
      <p>{m.network.lagText(trouble)}</p>
    </Notice>
  );
}

function troubleOf({ best, final, isStill }: Grown): 'still' | 'none' | number {
  if (isStill) return 'still';
  const lag = best === null || final === null ? 0 : best - final;
  return lag >= LAG ? lag : 'none';
}
