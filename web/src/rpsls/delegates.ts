import { parseActorId, type ActorId, type Hex } from '../chain/hex';
import { keepEntry, keysBelow } from './entries';
import { seatKey, type Seat } from './secrets';

const PREFIX = 'rpsls/delegate/';

/**
 * A key of this browser's that moves and reveals for an account at one table. It
 * never has a coin: a voucher pays for what it sends.
 */
export interface Delegate extends Seat {
  /** The key's own account. */
  id: ActorId;
  /** What the key is made of. */
  seed: Hex;
  /** The last game that it was made or used for, from 0. */
  game: number;
}

/** The delegates' keys in the browser's storage, one for each table and account. */
export class Delegates {
  readonly prefix = PREFIX;
  readonly keyOf = keyOf;

  constructor(private readonly storage: Storage) {}

  /**
   * Keeps a key, and makes sure that it is there.
   *
   * @throws ChainError if the browser does not keep it
   */
  keep(delegate: Delegate): void {
    keepEntry(this.storage, keyOf(delegate), ordered(delegate));
  }

  of(seat: Seat): Delegate | null {
    return readEntry(this.storage.getItem(keyOf(seat)));
  }

  all(): Delegate[] {
    return keysBelow(this.storage, PREFIX).flatMap((key) => readEntry(this.storage.getItem(key)) ?? []);
  }

  /** Throws a key away, unless another has taken its place. */
  drop(delegate: Delegate): void {
    if (this.of(delegate)?.id === delegate.id) this.storage.removeItem(keyOf(delegate));
  }

  /** Keeps the keys in a file of openings, where there is none yet; what is no key is passed over. */
  import(text: string): void {
    for (const delegate of delegatesIn(text)) if (!this.of(delegate)) this.keep(delegate);
  }
}

/** The keys as they stand in a file of openings. */
export function exportable(delegates: readonly Delegate[]): Delegate[] {
  return delegates.map(ordered);
}

function delegatesIn(text: string): Delegate[] {
  const file = JSON.parse(text) as { delegates?: unknown };
  return Array.isArray(file.delegates) ? file.delegates.flatMap((entry: unknown) => delegateOf(entry) ?? []) : [];
}

function keyOf(seat: Seat): string {
  return PREFIX + seatKey(seat);
}

function ordered({ genesis, program, account, id, seed, game }: Delegate): Delegate {
  return { genesis, program, account, id, seed, game };
}

function readEntry(text: string | null): Delegate | null {
  try {
    return delegateOf(JSON.parse(text ?? 'null'));
  } catch {
    // A broken entry is none.
    return null;
  }
}

function delegateOf(entry: unknown): Delegate | null {
  if (typeof entry !== 'object' || entry === null) return null;
  const read = entry as Record<string, unknown>;
  const [genesis, program, account, id, seed] = ['genesis', 'program', 'account', 'id', 'seed'].map((name) => {
    const value = read[name];
    return typeof value === 'string' && value.startsWith('0x') ? parseActorId(value) : null;
  });
  const { game } = read;
  if (!genesis || !program || !account || !id || !seed || typeof game !== 'number') return null;
  return { genesis, program, account, id, seed, game };
}
