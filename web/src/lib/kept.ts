import { Store } from './store';

/** A part of the browser's storage. */
export interface Entries<T> {
  /** The prefix of all its keys. */
  readonly prefix: string;
  keyOf: (entry: T) => string;
  all: () => T[];
  /** @throws if the browser does not store it */
  keep: (entry: T) => void;
}

/** The keys with this prefix, in order. */
export function keysBelow(storage: Storage, prefix: string): string[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  return keys.filter((key) => key.startsWith(prefix)).sort();
}

/** The texts below a prefix, each with its key. */
export function textsBelow(storage: Storage, prefix: string): Entries<readonly [key: string, text: string]> {
  return {
    prefix,
    keyOf: ([key]) => key,
    all: () => keysBelow(storage, prefix).map((key) => [key, storage.getItem(key) ?? '']),
    keep: ([key, text]) => storage.setItem(key, text),
  };
}

/** This document's view of a part of the storage that other documents change, too. */
export class Kept<T> extends Store<T[]> {
  constructor(private readonly entries: Entries<T>) {
    super(entries.all());
    window.addEventListener('storage', ({ key }) => this.hear(key));
  }

  /**
   * Brings the view up to date after this document's own change. An entry that is missing without
   * being in `dropped` stays: another document may have cleared it, which the browser reports in a
   * moment.
   *
   * @param dropped what this document has thrown away
   */
  refresh(dropped: readonly T[] = []): void {
    const there = this.entries.all();
    this.set([...there, ...this.without(this.get(), [...there, ...dropped])]);
  }

  /** @param key the key that another document changed; null if it cleared everything */
  private hear(key: string | null): void {
    const { prefix, keyOf } = this.entries;
    // Keys outside the prefix don't matter here.
    if (key !== null && !key.startsWith(prefix)) return;
    // By now the other document may have cleared everything, which the browser reports in a moment. So a change of
    // one entry removes no other.
    const gone = this.without(this.get(), this.entries.all()).filter((entry) => keyOf(entry) !== key);
    if (key === null) for (const entry of gone) this.keepAgain(entry);
    const there = this.entries.all();
    this.set([...there, ...this.without(gone, there)]);
  }

  private without(some: readonly T[], there: readonly T[]): T[] {
    const { keyOf } = this.entries;
    const keys = new Set(there.map(keyOf));
    return some.filter((entry) => !keys.has(keyOf(entry)));
  }

  /** Stores an entry again. If the browser refuses, the entry stays known in this document. */
  private keepAgain(entry: T): void {
    try {
      this.entries.keep(entry);
    } catch (error) {
      console.warn('What another page has cleared lasts until this one is closed:', error);
    }
  }
}
