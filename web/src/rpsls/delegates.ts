import type { ActorId, Hex } from '../chain/hex';
import { Entries, idsIn, isRecord } from './entries';
import { seatKey, type Seat } from './secrets';

const PREFIX = 'rpsls/delegate/';

/**
 * A key of this browser that moves and reveals for an account at one table. It never has a coin: a
 * voucher pays for what it sends.
 */
export interface Delegate extends Seat {
  /** The key's own account. */
  id: ActorId;
  /** The seed of the key. */
  seed: Hex;
  /** The last game that the key was made or used for, from 0. */
  game: number;
}

/** The delegates' keys in the browser's storage, one for each table and account. */
export class Delegates extends Entries<Delegate> {
  constructor(storage: Storage) {
    super(storage, { prefix: PREFIX, keyOf, ordered, read });
  }

  of(seat: Seat): Delegate | null {
    return this.at(keyOf(seat));
  }

  /** Deletes a key, unless another has taken its place. */
  drop(delegate: Delegate): void {
    if (this.of(delegate)?.id === delegate.id) this.storage.removeItem(keyOf(delegate));
  }

  /** Stores the keys in a file of openings where there is no key yet. Skips entries that are no keys. */
  import(text: string): void {
    for (const delegate of delegatesIn(text)) if (!this.of(delegate)) this.keep(delegate);
  }
}

/** The keys in the form in which a file of openings has them. */
export function exportable(delegates: readonly Delegate[]): Delegate[] {
  return delegates.map(ordered);
}

function delegatesIn(text: string): Delegate[] {
  const file = JSON.parse(text) as { delegates?: unknown };
  return Array.isArray(file.delegates) ? file.delegates.filter(isRecord).flatMap((entry) => read(entry) ?? []) : [];
}

function keyOf(seat: Seat): string {
  return PREFIX + seatKey(seat);
}

function ordered({ genesis, program, account, id, seed, game }: Delegate): Delegate {
  return { genesis, program, account, id, seed, game };
}

function read(entry: Record<string, unknown>): Delegate | null {
  const [genesis, program, account, id, seed] = idsIn(entry, 'genesis', 'program', 'account', 'id', 'seed');
  const { game } = entry;
  if (!genesis || !program || !account || !id || !seed || typeof game !== 'number') return null;
  return { genesis, program, account, id, seed, game };
}
