import { useTexts } from '../i18n';
import { Notice } from '../ui/Notice';
import { useChain } from './chain';
import { useGrowthTrouble } from './useGrowthTrouble';

/** What is wrong with the growth of the node's chain, if anything. */
export function GrowthNotice() {
  const { m } = useTexts();
  const { connection } = useChain();
  const trouble = useGrowthTrouble();
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
