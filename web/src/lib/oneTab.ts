import { pause } from './pause';

/**
 * Has one tab of several do something; when it is done or the tab is gone, the next
 * one does, once it can see what came of it.
 */
export async function oneTabAtATime(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  const isFirst = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock) await work();
    return lock !== null;
  });
  if (isFirst) return;
  await navigator.locks.request(name, { signal }, async () => {
    // What the tab before has done shows with the next block.
    await pause(signal);
    await work();
  });
}
