import { pause } from './pause';

/**
 * Lets one of several tabs do some work. When it is done or the tab is gone, the next tab does it,
 * once it can see the outcome.
 */
export async function oneTabAtATime(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  const isFirst = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock) await work();
    return lock !== null;
  });
  if (isFirst) return;
  await navigator.locks.request(name, { signal }, async () => {
    // What the tab before did shows with the next block.
    await pause(signal);
    await work();
  });
}
