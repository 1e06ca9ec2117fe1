/** The pause between two tries, ms: two blocks of Vara. */
const PAUSE = 6_000;
/** The pause after the first try, and the longest, ms: a block of Vara. */
const [FIRST, LONGEST] = [500, 3_000];

/** A pause, ms, that is longer after each try. */
export function growing(tries: number, longest = LONGEST): number {
  return Math.min(FIRST * 2 ** tries, longest);
}

/** Waits until the next try, or until the signal aborts. */
export async function pause(signal: AbortSignal, ms = PAUSE): Promise<void> {
  // A signal fires its event only once, so an aborted one is checked first.
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}

/** Asks until it gets an answer, or until the signal aborts. */
export async function keepsAsking(ask: () => Promise<void>, signal: AbortSignal, what: string): Promise<void> {
  for (let tries = 0; !signal.aborted; tries += 1) {
    try {
      await ask();
      return;
    } catch (error) {
      console.warn(`${what} can't be told yet:`, error);
    }
    await pause(signal, growing(tries, PAUSE));
  }
}
