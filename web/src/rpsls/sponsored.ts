import { parseActorId, type ActorId, type Hex } from '../chain/hex';
import { keepEntry, keysBelow } from './entries';

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
export class SponsoredKeys {
  readonly prefix = PREFIX;
  readonly keyOf = keyOf;

  constructor(private readonly storage: Storage) {}

  /**
   * Keeps one, and makes sure that it is there.
   *
   * @throws ChainError if the browser does not keep it
   */
  keep(sponsored: Sponsored): void {
    keepEntry(this.storage, keyOf(sponsored), sponsored);
  }

  drop(some: readonly Sponsored[]): void {
    for (const sponsored of some) this.storage.removeItem(keyOf(sponsored));
  }

  all(): Sponsored[] {
    return keysBelow(this.storage, PREFIX).flatMap((key) => readEntry(this.storage.getItem(key)) ?? []);
  }
}

function keyOf({ genesis, program, owner, spender }: Sponsored): string {
  return `${PREFIX}${genesis}/${program}/${owner}/${spender}`;
}

function readEntry(text: string | null): Sponsored | null {
  try {
    const read = JSON.parse(text ?? 'null') as Record<string, unknown>;
    const [genesis, program, owner, spender, seed] = ['genesis', 'program', 'owner', 'spender', 'seed'].map((name) => {
      const value = read[name];
      return typeof value === 'string' ? parseActorId(value) : null;
    });
    return genesis && program && owner && spender ? { genesis, program, owner, spender, seed: seed ?? null } : null;
  } catch {
    // A broken entry is none.
    return null;
  }
}
