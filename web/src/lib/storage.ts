import { isPersisted, Lacking, needed, persist, storage, type Answer } from './browser';
import { Store } from './store';

/** What begins the names of keys and sealed moves. */
const KEYS = /^rpsls\/(secret|purse|guest|shared|sponsored)\//;

/** Why the page must take no keys and sealed moves. Those that are there stay, and can be used. */
let refused: string | null = null;

/** Makes the storage refuse new keys from now on. @param why is what the error says */
export function refuseKeys(why: string): void {
  refused = why;
}

/**
 * A storage that takes keys only where they are safe. The browser may deny it, or take it away under the page: then
 * nothing is found in it, what the page has read before is still due, and whoever stores something is told.
 */
class Guarded implements Storage {
  private readonly answer: Answer<Storage>;

  constructor(kind: 'localStorage' | 'sessionStorage') {
    this.answer = storage(kind);
    if ('reason' in this.answer) console.warn('The browser keeps nothing for this page:', this.answer.reason);
  }

  get length(): number {
    return this.find((inner) => inner.length) ?? 0;
  }

  clear(): void {
    this.find((inner) => inner.clear());
  }

  getItem(key: string): string | null {
    return this.find((inner) => inner.getItem(key));
  }

  key(index: number): string | null {
    return this.find((inner) => inner.key(index));
  }

  removeItem(key: string): void {
    this.find((inner) => inner.removeItem(key));
  }

  setItem(key: string, value: string): void {
    if (refused !== null && KEYS.test(key) && this.getItem(key) !== value)
      throw new Lacking({ service: 'storage', why: 'refused', words: refused });
    needed(this.answer).setItem(key, value);
  }

  private find<T>(look: (inner: Storage) => T): T | null {
    try {
      return look(needed(this.answer));
    } catch {
      return null;
    }
  }
}

/** Lasts until the browser's data is cleared. */
export const lasting: Storage = new Guarded('localStorage');

/** Lasts as long as the tab is open. */
export const ofTab: Storage = new Guarded('sessionStorage');

/** Stores something that is useful but not needed. */
export function tryToKeep(storage: Storage, key: string, value: string): void {
  try {
    storage.setItem(key, value);
  } catch (error) {
    console.warn(`${key} lasts until the page is closed:`, error);
  }
}

/** Whether the browser may clear what is stored when it needs room. Null until it has told. */
export const mayBeCleared = new Store<boolean | null>(null);

/** Learns whether the browser may clear what is stored. A browser that does not tell may. */
export async function lookWhetherKept(): Promise<void> {
  const answer = await isPersisted();
  mayBeCleared.set(!('value' in answer && answer.value));
}

/** Asks the browser to clear nothing. It may ask the person, so nothing waits for it. */
export async function askToKeep(): Promise<void> {
  const answer = await persist();
  mayBeCleared.set(!('value' in answer && answer.value));
}
