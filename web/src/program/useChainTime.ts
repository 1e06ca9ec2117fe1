import { useCallback } from 'preact/compat';
import { useChain } from '../visitor/chain';
import type { ChainClock } from '../chain/clock';
import type { Clock } from '../ui/Countdown';

/** The chain's time. It goes on while the connection is lost. */
export function useChainTime(clock: ChainClock): Clock {
  const { link } = useChain();
  const isDeaf = link.status !== 'online';
  return useCallback(() => clock.now(performance.now(), isDeaf), [clock, isDeaf]);
}
