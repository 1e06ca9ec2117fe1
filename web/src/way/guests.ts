import { parseActorId, type ActorId, type Hex } from '../lib/hex';
import { Store } from '../lib/store';
import { keyAccount, randomSeed, type Account } from '../chain/wallet';
import { Kept, keysBelow, textsBelow } from '../lib/kept';
import { lasting, tryToKeep } from '../lib/storage';

const PREFIX = 'rpsls/guest/';
const SHARED = 'rpsls/shared/';
const CLAIM = 'rpsls/claim/';
const TAKEN = 'rpsls/taken/';

/**
 * Entries that survive when another tab clears the storage. Without their keys guests can't move or
 * reveal, and without the rest a browser takes another's seat for its own.
 */
const kept = [PREFIX, SHARED, CLAIM, TAKEN].map((prefix) => new Kept(textsBelow(lasting, prefix)));

function keep(key: string, text: string): void {
  if (lasting.getItem(key) === text) return;
  tryToKeep(lasting, key, text);
  for (const part of kept) part.refresh();
}

/** Accounts whose keys came with a link. A host pays for what they send. */
export const guests = new Store<Account[]>([]);

/** Takes the key in a link, and stores it for the next visit. */
export async function takeGuest(seed: Hex): Promise<Account> {
  const account = await keyAccount(seed);
  keep(PREFIX + account.id, seed);
  guests.update((known) => [...known.filter(({ id }) => id !== account.id), account]);
  return account;
}

/** Whether the key of this account is stored here, so that the address may drop it. */
export function isGuestKept(id: ActorId): boolean {
  return lasting.getItem(PREFIX + id) !== null;
}

/** Loads the guests of earlier visits. */
export async function loadGuests(): Promise<void> {
  const seeds = keysBelow(lasting, PREFIX).flatMap((key) => parseActorId(lasting.getItem(key) ?? '') ?? []);
  for (const seed of seeds) await takeGuest(seed);
}

/** The keys of one table's shared link, by account. Each browser takes a different one. */
export type SharedKeys = ReadonlyMap<ActorId, Hex>;

/** The keys from shared links to this table. */
export function sharedAt(program: ActorId): SharedKeys {
  const entries = (lasting.getItem(SHARED + program) ?? '')
    .split(',')
    .map((entry) => entry.split(':').map(parseActorId));
  return new Map(entries.flatMap(([id, seed]) => (id && seed ? [[id, seed] as const] : [])));
}

/** Takes one of the keys in a link. */
export async function takeAnyGuest(program: ActorId | null, seeds: readonly Hex[]): Promise<Account | null> {
  const keys = await Promise.all(seeds.map(async (seed) => [(await keyAccount(seed)).id, seed] as const));
  if (program && keys.length > 1) {
    // A stored key that came with a link of its own stays this browser's: its guest sits down without a claim.
    const others = keys.filter(([id]) => !isGuestKept(id));
    const shared = new Map([...sharedAt(program), ...others]);
    keep(SHARED + program, [...shared].map((key) => key.join(':')).join(','));
  }
  return takeOne(program, keys);
}

/**
 * Takes another key of the same link, whose seat is not another browser's. Null if none is left.
 * The former key stays stored, because it was given up on one node's word.
 */
export function takeNextGuest(program: ActorId, isElsewhere: (id: ActorId) => boolean): Promise<Account | null> {
  return takeOne(
    program,
    [...sharedAt(program)].filter(([id]) => !isElsewhere(id)),
  );
}

/** Takes the key that this browser took last, or one that it has stored, or else a random one. */
async function takeOne(program: ActorId | null, keys: readonly (readonly [ActorId, Hex])[]): Promise<Account | null> {
  const last = program && lasting.getItem(TAKEN + program);
  const known = keys.find(([id]) => id === last) ?? keys.find(([id]) => isGuestKept(id));
  const [id, seed] = known ?? keys[Math.floor(Math.random() * keys.length)] ?? [];
  if (program && id) keep(TAKEN + program, id);
  return seed ? takeGuest(seed) : null;
}

/**
 * The id under which this browser claims a seat with a key that others have, too. The seat names it
 * as a delegate whose key nobody has. So the table tells which browser's seat it is.
 */
export function claimOf(program: ActorId, account: ActorId): ActorId | null {
  if (!sharedAt(program).has(account)) return null;
  const key = `${CLAIM}${program}/${account}`;
  const claim = parseActorId(lasting.getItem(key) ?? '') ?? randomSeed();
  keep(key, claim);
  // If the browser stores nothing, the claim would be another one each time.
  return lasting.getItem(key) === claim ? claim : null;
}
