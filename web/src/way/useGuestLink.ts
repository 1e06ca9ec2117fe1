import { useEffect, useEffectEvent } from 'preact/compat';
import type { Hex } from '../lib/hex';
import type { Account } from '../chain/wallet';
import { isGuestKept, loadGuests, takeAnyGuest } from './guests';
import { keepNames } from './names';
import { parseRoute, useHash, withoutGuest } from './route';

/**
 * Makes a visitor who comes by a guest's link play as that guest.
 *
 * @param isTaken whether the page follows the link, and does not just ask about it
 */
export function useGuestLink(select: (account: Account) => void, isTaken: boolean): void {
  const hash = useHash();
  const { guests, names, screen } = parseRoute(hash);
  const list = isTaken ? guests.join(',') : '';
  const take = useEffectEvent(async (seeds: readonly Hex[]) => {
    const program = screen.name === 'table' ? screen.program : null;
    const account = await takeAnyGuest(program, seeds);
    if (!account) return;
    if (names && program) keepNames(program, names);
    select(account);
    // Anyone with the link has the key: it should not stay in sight, nor in the history.
    if (isGuestKept(account.id)) history.replaceState(null, '', withoutGuest(location.hash));
  });
  useEffect(() => {
    loadGuests().catch((error: unknown) => console.warn("The guests' keys can't be read:", error));
  }, []);
  useEffect(() => {
    if (list === '') return;
    take(list.split(',') as Hex[]).catch((error: unknown) => console.warn("The link's key can't be used:", error));
  }, [list]);
}
