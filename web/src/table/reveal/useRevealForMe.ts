import { useEffect, useRef } from 'preact/compat';
import { useChain } from '../../visitor/chain';
import { commitmentOf } from '../../rpsls/opening';
import type { Secret } from '../../rpsls/secrets';
import { oneTabAtATime } from '../../lib/oneTab';
import { growing, pause } from '../../lib/pause';
import type { Outcome } from '../../program/runner';
import type { Revealing } from './useReveal';

/** The longest pause between two tries, ms: a block, or longer where each opens a wallet's window. */
const [BLOCK, WINDOW] = [3_000, 60_000];

/**
 * Reveals when it is time, and keeps trying for as long as it is, unless the person declines to
 * sign. A refusal ends nothing: the node may be behind, and what was accepted is no longer due. If several tabs have the same account, one of them does it, and another when that one goes
 * away.
 */
export function useRevealForMe(isOn: boolean, opening: Secret, { reveal, asksWallet }: Revealing): void {
  // A new connection brings a new function.
  const latest = useRef<() => Promise<Outcome>>(reveal);
  useEffect(() => {
    latest.current = reveal;
  }, [reveal]);
  // Starts again at once when the connection comes back.
  const isOnline = useChain().link.status === 'online';
  const commitment = isOn && isOnline ? commitmentOf(opening.opening) : null;
  useEffect(() => {
    if (!commitment) return;
    const over = new AbortController();
    const { signal } = over;
    const tryUntilDone = async (): Promise<void> => {
      for (let tries = 0; !signal.aborted; tries += 1) {
        const outcome = await latest.current();
        if (outcome === 'done' || outcome === 'declined') return;
        await pause(signal, growing(tries, asksWallet ? WINDOW : BLOCK));
      }
    };
    const name = `rpsls/reveal/${commitment}`;
    oneTabAtATime(name, signal, tryUntilDone).catch((error: unknown) => {
      if (!signal.aborted) console.warn('The move is not revealed by itself:', error);
    });
    return () => over.abort();
  }, [commitment, asksWallet]);
}
