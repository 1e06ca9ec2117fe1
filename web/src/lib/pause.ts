/** Between two tries, ms: two blocks of Vara. */
const PAUSE = 6_000;

/** Waits until the next try, or until it is over. */
export async function pause(signal: AbortSignal): Promise<void> {
  // It says so once, to those who listen by then.
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

/** Asks until it is answered or nobody wants to know any more. */
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
