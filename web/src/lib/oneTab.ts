import { locks } from './browser';
import { pause } from './pause';

/** How long a browser may take to say whether a lock is free, ms. */
const PATIENCE = 2_000;

/**
 * Lets one of several tabs do some work. When it is done or the tab is gone, the next tab does it,
 * once it can see the outcome. A browser without locks, or whose locks don't answer, lets each tab do it: it is
 * better done twice than not at all.
 */
export async function oneTabAtATime(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  const found = locks();
  if ('reason' in found) return work();
  const { value: manager } = found;
  const begun: Promise<void>[] = [];
  const begin = (): Promise<void> => {
    const [running = work()] = begun;
    begun[0] = running;
    return running;
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), PATIENCE);
  });
  const first = tried(manager, name, () => {
    clearTimeout(timer);
    return begin();
  }).catch((error: unknown) => {
    // The work's own failure is told; that of the lock is not.
    if (begun.length > 0) throw error;
    console.info('The browser gives no locks:', error);
    return 'late' as const;
  });
  const answer = await Promise.race([first, late]).finally(() => clearTimeout(timer));
  if (answer === 'done') return;
  if (answer === 'late') return begin();
  await manager.request(name, { signal }, async () => {
    // What the tab before did shows with the next block.
    await pause(signal);
    await work();
  });
}

/** Does the work if the lock is free at once. */
async function tried(manager: LockManager, name: string, work: () => Promise<void>): Promise<'done' | 'taken'> {
  return await manager.request(name, { ifAvailable: true }, async (lock): Promise<'done' | 'taken'> => {
    if (!lock) return 'taken';
    await work();
    return 'done';
  });
}
