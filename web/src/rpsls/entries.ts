import { ChainError } from '../chain/failure';
import { parseActorId, type Hex } from '../lib/hex';
import { keysBelow } from '../lib/kept';

/** The kind of entries below a prefix of the browser's storage. */
export interface Kind<T> {
  prefix: string;
  keyOf: (entry: T) => string;
  /** The entry with its fields in the order of writing. */
  ordered: (entry: T) => T;
  /** Reads an entry. Null if it is none; it may also throw then. */
  read: (entry: Record<string, unknown>) => T | null;
}

/** The entries of one kind in the browser's storage. */
export class Entries<T> {
  readonly prefix: string;
  readonly keyOf: (entry: T) => string;

  constructor(
    protected readonly storage: Storage,
    private readonly kind: Kind<T>,
  ) {
    this.prefix = kind.prefix;
    this.keyOf = kind.keyOf;
  }

  /**
   * Stores an entry, and checks that it is there.
   *
   * @throws ChainError if the browser does not store it
   */
  keep(entry: T): void {
    const [key, text] = [this.keyOf(entry), JSON.stringify(this.kind.ordered(entry))];
    try {
      this.storage.setItem(key, text);
    } catch (error) {
      throw new ChainError({ kind: 'storage', text: error instanceof Error ? error.message : '' });
    }
    if (this.storage.getItem(key) !== text) throw new ChainError({ kind: 'storage', text: '' });
  }

  /** All entries, in the order of their keys. Skips broken ones, so that they hide no others. */
  all(): T[] {
    return keysBelow(this.storage, this.prefix).flatMap((key) => {
      const entry = this.at(key);
      if (!entry) console.error("An entry of the storage can't be read:", key);
      return entry ?? [];
    });
  }

  protected at(key: string): T | null {
    const text = this.storage.getItem(key);
    if (text === null) return null;
    try {
      const read: unknown = JSON.parse(text);
      return isRecord(read) ? this.kind.read(read) : null;
    } catch {
      // A broken entry counts as none.
      return null;
    }
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The ids in an entry's fields of these names. */
export function idsIn(entry: Record<string, unknown>, ...names: string[]): (Hex | null)[] {
  return names.map((name) => {
    const id = entry[name];
    return typeof id === 'string' && id.startsWith('0x') ? parseActorId(id) : null;
  });
}
