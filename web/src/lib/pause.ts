/** The pause between two tries, ms: two blocks of Vara. */
const PAUSE = 6_000;

/** Waits until the next try, or until the signal aborts. */
export async function pause(signal: AbortSignal): Promise<void> {
  // A signal fires its event only once, so an aborted one is checked first.
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, PAUSE);
    signal.addEventListener('abort', end);
  });
}

/** Asks until it gets an answer, or until the signal aborts. */
export async function keepsAsking(ask: () => Promise<void>, signal: AbortSignal, what: string): Promise<void> {
  while (!signal.aborted) {
    try {
      await ask();
      return;
    } catch (error) {
      console.warn(`${what} can't be told yet:`, error);
    }
    await pause(signal);
  }
}
