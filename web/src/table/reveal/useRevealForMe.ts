import { useEffect, useRef } from 'preact/compat';
import { useChain } from '../../way/chain';
import { commitmentOf } from '../../rpsls/opening';
import type { Secret } from '../../rpsls/secrets';
import { oneTabAtATime } from '../../lib/oneTab';
import { keepsTrying } from './reveal';
import type { Revealing } from './useReveal';

/**
 * Reveals when it is time, and keeps trying for as long as it is. If several tabs have the same
 * account, one of them does it, and another when that one goes away.
 */
export function useRevealForMe(isOn: boolean, opening: Secret, revealing: Revealing): void {
  // A new connection brings a new function.
  const latest = useRef(revealing);
  useEffect(() => {
    latest.current = revealing;
  });
  // Starts again at once when the connection comes back.
  const isOnline = useChain().link.status === 'online';
  const commitment = isOn && isOnline ? commitmentOf(opening.opening) : null;
  useEffect(() => {
    if (!commitment) return;
    const over = new AbortController();
    const { signal } = over;
    const tryUntilDone = (): Promise<void> =>
      keepsTrying(
        () => latest.current.reveal(),
        signal,
        () => latest.current.hasAskedWallet(),
      );
    const name = `rpsls/reveal/${commitment}`;
    oneTabAtATime(name, signal, tryUntilDone).catch((error: unknown) => {
      if (!signal.aborted) console.warn('The move is not revealed by itself:', error);
    });
    return () => over.abort();
  }, [commitment]);
}
