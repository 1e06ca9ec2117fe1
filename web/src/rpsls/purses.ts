import type { ActorId, Hex } from '../lib/hex';
import { Entries, idsIn, isRecord } from './entries';
import type { GameState } from './state';

const PREFIX = 'rpsls/purse/';

/** An account on a chain. */
export interface Owner {
  genesis: Hex;
  account: ActorId;
}

/**
 * A key of this browser that signs what follows a seat, for one account at all tables. It has a little money of its
 * own, and pays with that.
 */
export interface Purse extends Owner {
  /** The key's own account. */
  id: ActorId;
  /** The seed of the key. */
  seed: Hex;
}

/**
 * The purses in the browser's storage: one for each account, and another if a file brought one. A key that may hold
 * money is never replaced.
 */
export class Purses extends Entries<Purse> {
  constructor(storage: Storage) {
    super(storage, { prefix: PREFIX, keyOf, ordered, read });
  }
}

export function isOwnedBy(purse: Purse, { genesis, account }: Owner): boolean {
  return purse.genesis === genesis && purse.account === account;
}

/** The purses that a table lets act for their player as delegates. */
export function namedIn({ delegates }: GameState, purses: readonly Purse[]): Purse[] {
  return purses.filter(({ account, id }) => delegates.get(account) === id);
}

/** The purses in the form in which a file of openings has them. */
export function exportable(purses: readonly Purse[]): Purse[] {
  return purses.map(ordered);
}

/** The purses in a file of openings, without entries that are none. */
export function pursesIn(text: string): Purse[] {
  const file = JSON.parse(text) as { purses?: unknown };
  return Array.isArray(file.purses) ? file.purses.filter(isRecord).flatMap((entry) => read(entry) ?? []) : [];
}

function keyOf({ genesis, account, id }: Purse): string {
  return `${PREFIX}${genesis}/${account}/${id}`;
}

function ordered({ genesis, account, id, seed }: Purse): Purse {
  return { genesis, account, id, seed };
}

function read(entry: Record<string, unknown>): Purse | null {
  const [genesis, account, id, seed] = idsIn(entry, 'genesis', 'account', 'id', 'seed');
  return genesis && account && id && seed ? { genesis, account, id, seed } : null;
}
