import type { ActorId, Hex } from '../lib/hex';
import { Entries, idsIn } from './entries';

const PREFIX = 'rpsls/sponsored/';

/** An account that a host issued a voucher to. */
export interface Sponsored {
  genesis: Hex;
  program: ActorId;
  /** The account that pays. */
  owner: ActorId;
  spender: ActorId;
  /** The seed of the spender's key, if the host made the key. */
  seed: Hex | null;
}

/** The spenders of vouchers, in the host's browser. Without the key it can't give out a link again. */
export class SponsoredKeys extends Entries<Sponsored> {
  constructor(storage: Storage) {
    super(storage, { prefix: PREFIX, keyOf, ordered, read });
  }

  drop(some: readonly Sponsored[]): void {
    for (const sponsored of some) this.storage.removeItem(keyOf(sponsored));
  }
}

function keyOf({ genesis, program, owner, spender }: Sponsored): string {
  return `${PREFIX}${genesis}/${program}/${owner}/${spender}`;
}

function ordered({ genesis, program, owner, spender, seed }: Sponsored): Sponsored {
  return { genesis, program, owner, spender, seed };
}

function read(entry: Record<string, unknown>): Sponsored | null {
  const [genesis, program, owner, spender, seed] = idsIn(entry, 'genesis', 'program', 'owner', 'spender', 'seed');
  return genesis && program && owner && spender ? { genesis, program, owner, spender, seed: seed ?? null } : null;
}
