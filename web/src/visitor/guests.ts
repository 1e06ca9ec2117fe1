import { parseActorId, type ActorId, type Hex } from '../chain/hex';
import { Store } from '../lib/store';
import { keyAccount, randomSeed, type Account } from '../chain/wallet';
import { Kept, keysBelow, textsBelow } from '../lib/kept';
import { lasting, tryToKeep } from '../lib/storage';

const PREFIX = 'rpsls/guest/';
const SHARED = 'rpsls/shared/';
const CLAIM = 'rpsls/claim/';
const TAKEN = 'rpsls/taken/';

/** Without their keys guests can't move or reveal, and without the rest a browser takes another's seat for its own. */
const kept = [PREFIX, SHARED, CLAIM, TAKEN].map((prefix) => new Kept(textsBelow(lasting, prefix)));

function keep(key: string, text: string): void {
  if (lasting.getItem(key) === text) return;
  tryToKeep(lasting, key, text);
  for (const part of kept) part.refresh();
}

/** Accounts whose keys came with a link: a host pays for what they send. */
export const guests = new Store<Account[]>([]);

/** Takes the key that a link carries, and keeps it for the next visit. */
export async function takeGuest(seed: Hex): Promise<Account> {
  const account = await keyAccount(seed);
  keep(PREFIX + account.id, seed);
  guests.update((known) => [...known.filter(({ id }) => id !== account.id), account]);
  return account;
}

/** Whether the key of this account is kept here, so that the link may forget it. */
export function isGuestKept(id: ActorId): boolean {
  return lasting.getItem(PREFIX + id) !== null;
}

/** The guests that have been here before. */
export async function loadGuests(): Promise<void> {
  const seeds = keysBelow(lasting, PREFIX).flatMap((key) => parseActorId(lasting.getItem(key) ?? '') ?? []);
  for (const seed of seeds) await takeGuest(seed);
}

/** The keys that came with one link to a table, by their accounts: each browser takes another. */
export type SharedKeys = ReadonlyMap<ActorId, Hex>;

/** The keys of the links for several guests that led to this table. */
export function sharedAt(program: ActorId): SharedKeys {
  const entries = (lasting.getItem(SHARED + program) ?? '')
    .split(',')
    .map((entry) => entry.split(':').map(parseActorId));
  return new Map(entries.flatMap(([id, seed]) => (id && seed ? [[id, seed] as const] : [])));
}

/** Takes one of the keys that a link carries. */
export async function takeAnyGuest(program: ActorId | null, seeds: readonly Hex[]): Promise<Account | null> {
  const keys = await Promise.all(seeds.map(async (seed) => [(await keyAccount(seed)).id, seed] as const));
  if (program && keys.length > 1) {
    // One that is kept and came with a link of its own stays this browser's: it sits down without a claim.
    const others = keys.filter(([id]) => !isGuestKept(id));
    const shared = new Map([...sharedAt(program), ...others]);
    keep(SHARED + program, [...shared].map((key) => key.join(':')).join(','));
  }
  return takeOne(program, keys);
}

/**
 * Takes another key of the same link, whose seat is not another browser's; nothing where there is
 * none left. The former one is kept: it was given up on one node's word.
 */
export function takeNextGuest(program: ActorId, isElsewhere: (id: ActorId) => boolean): Promise<Account | null> {
  return takeOne(
    program,
    [...sharedAt(program)].filter(([id]) => !isElsewhere(id)),
  );
}

/** Takes the key that this browser took last, or has from before, or else any. */
async function takeOne(program: ActorId | null, keys: readonly (readonly [ActorId, Hex])[]): Promise<Account | null> {
  const last = program && lasting.getItem(TAKEN + program);
  const known = keys.find(([id]) => id === last) ?? keys.find(([id]) => isGuestKept(id));
  const [id, seed] = known ?? keys[Math.floor(Math.random() * keys.length)] ?? [];
  if (program && id) keep(TAKEN + program, id);
  return seed ? takeGuest(seed) : null;
}

/**
 * What this browser calls itself where it takes a seat with a key that others have, too: it
 * is named as a delegate that nobody has the key of, so the table tells whose seat it is.
 */
export function claimOf(program: ActorId, account: ActorId): ActorId | null {
  if (!sharedAt(program).has(account)) return null;
  const key = `${CLAIM}${program}/${account}`;
  const claim = parseActorId(lasting.getItem(key) ?? '') ?? randomSeed();
  keep(key, claim);
  // Where nothing is kept, it would be another one each time.
  return lasting.getItem(key) === claim ? claim : null;
}
