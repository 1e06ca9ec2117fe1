import { transfer, transferAll } from '../chain/calls';
import type { Online } from '../chain/connection';
import type { ActorId } from '../lib/hex';
import type { ExtraCall } from '../chain/prepare';
import { freeBalance } from '../chain/program';
import { submit, type Step } from '../chain/submit';
import { canSponsor, heightOf, vouchersOf } from '../chain/voucher';
import { isInWallet, keyAccount, randomSeed, signing, type Account } from '../chain/wallet';
import { aside } from '../lib/aside';
import { Kept } from '../lib/kept';
import { oneAfterAnother } from '../lib/oneTab';
import { lasting } from '../lib/storage';
import { lackIn, outlayOf, reserveOf, type Outlay, type Terms } from '../rpsls/costs';
import { isOwnedBy, Purses, pursesIn, type Owner, type Purse } from '../rpsls/purses';
import { preference } from '../lib/preferences';
import { costsOf } from './costs';
import { hostOf, neededToFill } from './price';

const purses = new Purses(lasting);

/** The purses in the storage. */
export const keptPurses = new Kept<Purse>(purses);

// What a purse has to sign may be due when the page's host is gone.
if (keptPurses.get().length > 0) aside(signing(), 'What signs does not load');

/** The purses of an account, the one that is filled first. */
export function pursesOf(owner: Owner): Purse[] {
  return keptPurses.get().filter((purse) => isOwnedBy(purse, owner));
}

/** Stores the purses in a file of openings, if their seeds are those of their keys. */
export async function importPurses(text: string): Promise<void> {
  for (const purse of pursesIn(text)) {
    // A wrong seed would take the place of the right one, or money would go where no key is.
    if ((await keyAccount(purse.seed)).id === purse.id) purses.keep(purse);
  }
  keptPurses.refresh();
}

/** A seat that is about to be taken. */
export interface Order {
  program: ActorId;
  terms: Terms;
  /** Whether the first move comes with it. */
  hasMove: boolean;
  /** What the account's other seats may take from the purse, asked when it is known what the purse has. */
  others: () => readonly Outlay[];
}

/** The purse that pays for what follows a seat. */
export interface Filling {
  purse: Purse;
  /** What the seat may take from it. */
  outlay: Outlay;
  /** The transfer that goes along with the seat. Absent if there is enough in the purse. */
  extraCall: ExtraCall | undefined;
}

/**
 * Makes sure that the purse can pay for what follows a seat, and stores its key before anything is signed. Null if the wallet
 * is asked each time, if nothing is signed by hand anyway, if a host pays for the whole game, or if the account has too little money.
 *
 * @throws ChainError if the browser does not store the key
 */
export async function fill(online: Online, account: Account, order: Order): Promise<Filling | null> {
  const { api, chain } = online;
  const { program, terms, hasMove, others } = order;
  if (!isInWallet(account) || preference('askWallet') || !canSponsor(api)) return null;
  const [costs, vouchers, height] = await Promise.all([
    costsOf(online, account, program),
    vouchersOf(api, account.id, program),
    heightOf(api),
  ]);
  if (hostOf({ all: vouchers, height }, costs, terms, hasMove, chain)) return null;
  const purse = await purseOf({ genesis: chain.genesis, account: account.id });
  const [owned, has] = await Promise.all([freeBalance(api, account.id), freeBalance(api, purse.id)]);
  const outlay = outlayOf(terms, hasMove);
  const value = lackIn(has, reserveOf([...others(), outlay], costs, chain), costs, chain);
  if (owned < neededToFill(value, costs, terms, chain)) return null;
  return { purse, outlay, extraCall: value > 0n ? { extrinsic: transfer(purse.id, value), value } : undefined };
}

/** The purse of an account, made and stored if there is none. Two presses, and two tabs, make one. */
async function purseOf(owner: Owner): Promise<Purse> {
  const { genesis, account } = owner;
  return oneAfterAnother(`rpsls/purse/${genesis}/${account}`, async () => {
    const seed = randomSeed();
    const { id } = await keyAccount(seed);
    // Another tab may have made one, of which the browser has not told yet.
    keptPurses.refresh();
    const [known] = pursesOf(owner);
    // The browser may have cleared its storage since: this document alone would know the key.
    if (known) {
      purses.keep(known);
      return known;
    }
    const purse = { genesis, account, id, seed };
    purses.keep(purse);
    keptPurses.refresh();
    return purse;
  });
}

/** Lets the wallet put money, in the smallest unit, into a purse that has too little for what its seats take. */
export async function refill(
  online: Online,
  account: Account,
  purse: Purse,
  value: bigint,
  onStep: (step: Step) => void,
): Promise<void> {
  purses.keep(purse);
  await submit(online, account, transfer(purse.id, value), onStep);
}

/**
 * Sends all that is in a purse back to its account. The purse signs that itself.
 *
 * @returns how much came back, in the smallest unit
 * @throws ChainError
 */
export async function empty(online: Online, purse: Purse, onStep: (step: Step) => void): Promise<bigint> {
  const { events } = await submit(online, await keyAccount(purse.seed), transferAll(purse.account), onStep);
  const sent = events.find(({ pallet, name }) => pallet === 'Balances' && name === 'Transfer');
  return sent ? (sent.fields as { amount: bigint }).amount : 0n;
}
