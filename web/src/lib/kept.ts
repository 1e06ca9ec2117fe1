import { Store } from './store';

/** A part of the browser's storage. */
export interface Entries<T> {
  /** What the keys of all its entries begin with. */
  readonly prefix: string;
  keyOf: (entry: T) => string;
  all: () => T[];
  /** @throws if the browser does not keep it */
  keep: (entry: T) => void;
}

/** The keys that begin so, in order. */
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

/** What this document knows of a part of the storage that other documents change, too. */
export class Kept<T> extends Store<T[]> {
  constructor(private readonly entries: Entries<T>) {
    super(entries.all());
    window.addEventListener('storage', ({ key }) => this.hear(key));
  }

  /**
   * Has what is shown be current, after a change of this document's own. What else is not there any
   * more may be what another document has cleared, and says in a moment.
   *
   * @param dropped what this document has thrown away
   */
  refresh(dropped: readonly T[] = []): void {
    const there = this.entries.all();
    this.set([...there, ...this.without(this.get(), [...there, ...dropped])]);
  }

  /** @param key what another document has changed; none where it has cleared everything */
  private hear(key: string | null): void {
    const { prefix, keyOf } = this.entries;
    // What else it keeps says nothing of these.
    if (key !== null && !key.startsWith(prefix)) return;
    // By the time this is heard the document may have cleared everything, and says so in a moment:
    // a change of one entry takes no other with it.
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

  /** Where the browser refuses, it stays known here. */
  private keepAgain(entry: T): void {
    try {
      this.entries.keep(entry);
    } catch (error) {
      console.warn('What another page has cleared lasts until this one is closed:', error);
    }
  }
}
