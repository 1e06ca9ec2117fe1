/** Between two tries, ms: two blocks of Vara. */
const PAUSE = 6_000;

/** Waits until the next try, or until it is over. */
export async function pause(signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, PAUSE);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
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
