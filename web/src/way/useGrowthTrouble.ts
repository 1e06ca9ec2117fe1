import { useSyncExternalStore } from 'preact/compat';
import type { Grown } from '../chain/growth';
import { useChain } from './chain';

/** From how many blocks on it is told that the last final block lies behind. */
const LAG = 10;

/** What is wrong with the growth of the node's chain: it stands still, or is final so many blocks late. */
export function useGrowthTrouble(): 'still' | 'none' | number {
  const { grown } = useChain().connection;
  return useSyncExternalStore(grown.subscribe, () => troubleOf(grown.get()));
}

function troubleOf({ best, final, isStill }: Grown): 'still' | 'none' | number {
  if (isStill) return 'still';
  const lag = best === null || final === null ? 0 : best - final;
  return lag >= LAG ? lag : 'none';
}
