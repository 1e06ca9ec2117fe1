import { useSyncExternalStore } from 'preact/compat';
import { usePreference } from '../../settings/preferences';
import type { Delegate } from '../../rpsls/delegates';
import { seatKey, type Seat } from '../../rpsls/secrets';
import type { GameState } from '../../rpsls/state';
import { keptDelegates } from './delegates';

/** The key that this browser stores for a seat, if any. */
export function useKeptDelegate(seat: Seat | null): Delegate | null {
  const all = useSyncExternalStore(keptDelegates.subscribe, keptDelegates.get);
  return (seat && all.find((delegate) => seatKey(delegate) === seatKey(seat))) ?? null;
}

/** Whether the table lets this key act for its player. */
export function isNamed({ account, id }: Delegate, { delegates }: GameState): boolean {
  return delegates.get(account) === id;
}

/** The key that acts for a seat without a wallet, if both the table and the person allow it. */
export function useDelegate(seat: Seat | null, state: GameState): Delegate | null {
  const delegate = useKeptDelegate(seat);
  const [askWallet = false] = usePreference('askWallet');
  return delegate && !askWallet && isNamed(delegate, state) ? delegate : null;
}
