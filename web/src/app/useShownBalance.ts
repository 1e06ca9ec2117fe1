import { useEffect, useState, useSyncExternalStore } from 'preact/compat';
import { suspense } from '../lib/suspense';
import { useAccounts } from '../way/accounts';

/** A round that is decided may pay before the page begins to show it, ms. */
const BEFORE = 1_500;

/** The account's balance, which changes once a round that it tells of has been shown. */
export function useShownBalance(): bigint | null {
  const { account, balance } = useAccounts();
  const isHeld = useSyncExternalStore(suspense.subscribe, suspense.get);
  const id = account?.id ?? null;
  const [shown, setShown] = useState({ id, balance });
  if (shown.id !== id || (shown.balance === null && balance !== null)) setShown({ id, balance });
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => setShown({ id, balance }), BEFORE);
    return () => clearTimeout(timer);
  }, [isHeld, id, balance]);
  return shown.balance;
}
