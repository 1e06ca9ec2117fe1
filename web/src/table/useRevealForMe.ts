import { useEffect, useRef } from 'react';
import { commitmentOf } from '../rpsls/opening';
import type { Secret } from '../rpsls/secrets';
import type { Outcome } from './useAction';

type Reveal = (opening: Secret) => Promise<Outcome>;

/** Between two tries, ms: two blocks of Vara. */
const PAUSE = 6_000;

/**
 * Reveals when it is time, and tries again for as long as it is, unless the
 * person declines to sign. Of several tabs with the same account one does it,
 * and when that one goes away, another.
 */
export function useRevealForMe(isOn: boolean, opening: Secret | null, reveal: Reveal): void {
  // Over a new connection it is another one.
  const latest = useRef(reveal);
  useEffect(() => {
    latest.current = reveal;
  }, [reveal]);
  const wanted = isOn ? opening : null;
  const commitment = wanted && commitmentOf(wanted.opening);
  const current = useRef(wanted);
  current.current = wanted;
  useEffect(() => {
    if (!commitment) return;
    const over = new AbortController();
    const { signal } = over;
    const tryUntilDone = async (): Promise<void> => {
      while (!signal.aborted && current.current) {
        if ((await latest.current(current.current)) !== 'failed') return;
        await pause(signal);
      }
    };
    const inTurn = async (): Promise<void> => {
      const name = `rpsls/reveal/${commitment}`;
      const isFirst = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
        if (lock) await tryUntilDone();
        return lock !== null;
      });
      if (isFirst) return;
      await navigator.locks.request(name, { signal }, async () => {
        // What the tab before has done shows with the next block.
        await pause(signal);
        await tryUntilDone();
      });
    };
    // Only pages from https or this machine have locks.
    const done = window.isSecureContext ? inTurn() : tryUntilDone();
    done.catch((error: unknown) => {
      if (!signal.aborted) console.warn('The move is not revealed by itself:', error);
    });
    return () => over.abort();
  }, [commitment]);
}

async function pause(signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, PAUSE);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
