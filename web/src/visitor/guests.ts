import { parseActorId, type Hex } from '../chain/hex';
import { Store } from '../lib/store';
import { keyAccount, type Account } from '../chain/wallet';
import { lasting, tryToKeep } from '../lib/storage';

const PREFIX = 'rpsls/guest/';

/** Accounts whose keys came with a link: a host pays for what they send. */
export const guests = new Store<Account[]>([]);

/** Takes the key that a link carries, and keeps it for the next visit. */
export async function takeGuest(seed: Hex): Promise<Account> {
  const account = await keyAccount(seed);
  tryToKeep(lasting, PREFIX + account.id, seed);
  guests.update((known) => [...known.filter(({ id }) => id !== account.id), account]);
  return account;
}

/** Whether the key of this account is kept here, so that the link may forget it. */
export function isGuestKept({ id }: Account): boolean {
  return lasting.getItem(PREFIX + id) !== null;
}

/** The guests that have been here before. */
export async function loadGuests(): Promise<void> {
  const keys = Array.from({ length: lasting.length }, (_, index) => lasting.key(index) ?? '');
  const seeds = keys
    .filter((key) => key.startsWith(PREFIX))
    .sort()
    .flatMap((key) => parseActorId(lasting.getItem(key) ?? '') ?? []);
  for (const seed of seeds) await takeGuest(seed);
}
