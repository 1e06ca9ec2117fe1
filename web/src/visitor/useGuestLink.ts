import { useEffect, useEffectEvent } from 'react';
import type { Account } from '../chain/wallet';
import { isGuestKept, loadGuests, takeGuest } from './guests';
import { keepNames } from './names';
import { parseRoute, useHash, withoutGuest } from './route';

/** Has whoever comes by a guest's link play as that guest. */
export function useGuestLink(select: (account: Account) => void): void {
  const hash = useHash();
  const { guest, names, screen } = parseRoute(hash);
  const take = useEffectEvent(async (seed: NonNullable<typeof guest>) => {
    const account = await takeGuest(seed);
    if (names && screen.name === 'table') keepNames(screen.program, names);
    select(account);
    // The key is whoever's has the link: it should not stay in sight, nor in the history.
    if (isGuestKept(account)) history.replaceState(null, '', withoutGuest(location.hash));
  });
  useEffect(() => {
    loadGuests().catch((error: unknown) => console.warn("The guests' keys can't be read:", error));
  }, []);
  useEffect(() => {
    if (guest) take(guest).catch((error: unknown) => console.warn("The link's key can't be used:", error));
  }, [guest]);
}
