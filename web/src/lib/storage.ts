import { isPersisted, Lacking, persist, storage, type Reason } from './browser';
import { Store } from './store';

/**
 * Replaces a storage that the browser denies to the page. It is empty, and throws when the page
 * wants to store something.
 */
class NoStorage implements Storage {
  readonly length = 0;

  constructor(private readonly reason: Reason) {}

  clear(): void {
    // There is nothing to clear.
  }

  getItem(): null {
    return null;
  }

  key(): null {
    return null;
  }

  removeItem(): void {
    // There is nothing to remove.
  }

  setItem(): never {
    throw new Lacking(this.reason);
  }
}

function available(kind: 'localStorage' | 'sessionStorage'): Storage {
  const answer = storage(kind);
  if ('value' in answer) return answer.value;
  console.warn('The browser keeps nothing for this page:', answer.reason);
  return new NoStorage(answer.reason);
}

/** What begins the names of keys and sealed moves. */
const KEYS = /^rpsls\/(secret|purse|guest|shared|sponsored)\//;

/** Why the page must take no keys and sealed moves. Those that are there stay, and can be used. */
let refused: string | null = null;

/** Makes the storage refuse new keys from now on. @param why is what the error says */
export function refuseKeys(why: string): void {
  refused = why;
}

/** A storage that takes keys only where they are safe. */
class Guarded implements Storage {
  constructor(private readonly inner: Storage) {}

  get length(): number {
    return this.inner.length;
  }

  clear(): void {
    this.inner.clear();
  }

  getItem(key: string): string | null {
    return this.inner.getItem(key);
  }

  key(index: number): string | null {
    return this.inner.key(index);
  }

  removeItem(key: string): void {
    this.inner.removeItem(key);
  }

  setItem(key: string, value: string): void {
    if (refused !== null && KEYS.test(key) && this.inner.getItem(key) !== value)
      throw new Lacking({ service: 'storage', why: 'refused', words: refused });
    this.inner.setItem(key, value);
  }
}

/** Lasts until the browser's data is cleared. */
export const lasting: Storage = new Guarded(available('localStorage'));

/** Lasts as long as the tab is open. */
export const ofTab = available('sessionStorage');

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
