import { useCallback } from 'preact/compat';
import { useChain } from './chain';
import type { ChainClock } from '../chain/clock';
import type { Clock } from '../ui/Countdown';

/** The chain's time. It goes on while no blocks are heard of. NaN while the page can't know it. */
export function useChainTime(clock: ChainClock): Clock {
  const { connection, link } = useChain();
  const isOnline = link.status === 'online';
  return useCallback(() => {
    const isDeaf = !isOnline || connection.grown.get().isStill;
    return clock.now(performance.now(), isDeaf, isOnline ? connection.doubted : 0);
  }, [clock, connection, isOnline]);
}
