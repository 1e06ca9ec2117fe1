import { locks } from './browser';
import { inTime } from './inTime';
import { pause } from './pause';

/** How long a browser may take to say whether a lock is free, ms. */
const PATIENCE = 2_000;

/** Some work that is done once, however often it is told to begin. */
class Once<T> {
  private running: Promise<T> | null = null;

  constructor(private readonly work: () => Promise<T>) {}

  get hasBegun(): boolean {
    return this.running !== null;
  }

  readonly begin = (): Promise<T> => (this.running ??= this.work());
}

/**
 * Lets one of several tabs do some work. When it is done or the tab is gone, the next tab does it,
 * once it can see the outcome. A browser without locks, or whose locks don't answer, lets each tab do it: it is
 * better done twice than not at all.
 */
export async function oneTabAtATime(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  const found = locks();
  if ('reason' in found) return work();
  const { value: manager } = found;
  const once = new Once(work);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), PATIENCE);
  });
  const first = tried(manager, name, () => {
    clearTimeout(timer);
    return once.begin();
  }).catch((error: unknown) => {
    // The work's own failure is told; that of the lock is not.
    if (once.hasBegun) throw error;
    console.info('The browser gives no locks:', error);
    return 'late' as const;
  });
  const answer = await Promise.race([first, late]).finally(() => clearTimeout(timer));
  if (answer === 'done') return;
  if (answer === 'late') return once.begin();
  await manager.request(name, { signal }, async () => {
    // What the tab before did shows with the next block.
    await pause(signal);
    await work();
  });
}

/**
 * Does some short work when no other tab, and nothing else in this one, does work of this name. Where there are no
 * locks, or they don't answer, or the one before takes too long, it is done all the same.
 */
export async function oneAfterAnother<T>(name: string, work: () => Promise<T>): Promise<T> {
  const found = locks();
  if ('reason' in found) return work();
  const { begin } = new Once(work);
  const inTurn = async (): Promise<T> => found.value.request(name, begin);
  // A lock that fails lets the work begin. If the work has failed, this tells it.
  return inTime(PATIENCE, inTurn().catch(begin), begin);
}

/** Does the work if the lock is free at once. */
async function tried(manager: LockManager, name: string, work: () => Promise<void>): Promise<'done' | 'taken'> {
  return await manager.request(name, { ifAvailable: true }, async (lock): Promise<'done' | 'taken'> => {
    if (!lock) return 'taken';
    await work();
    return 'done';
  });
}
