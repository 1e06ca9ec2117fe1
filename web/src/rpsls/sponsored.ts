import type { ActorId, Hex } from '../chain/hex';
import { Entries, idsIn } from './entries';

const PREFIX = 'rpsls/sponsored/';

/** Who a host has issued a voucher to. */
export interface Sponsored {
  genesis: Hex;
  program: ActorId;
  /** Who pays. */
  owner: ActorId;
  spender: ActorId;
  /** What the spender's key is made of, where the host has made it. */
  seed: Hex | null;
}

/** The vouchers' spenders, in the host's browser: without a key a link can't be given. */
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
