import { useEffect, useMemo, useState } from 'preact/compat';
import { heldOf, spendableOf } from '../chain/program';
import type { ActorId } from '../lib/hex';
import { useChain } from './chain';

/** What the chain stores of an account, as of the newest block. Null until it is known, and without an account. */
function useStored<T>(pallet: string, item: string, account: ActorId | null, read: (stored: unknown) => T): T | null {
  const { link } = useChain();
  const [known, setKnown] = useState<{ of: object; value: T } | null>(null);
  const api = link.status === 'online' ? link.api : null;
  const of = useMemo(() => ({ api, place: [pallet, item, account] as const }), [api, pallet, item, account]);
  useEffect(() => {
    const [pallet, item, account] = of.place;
    if (!of.api || !account) return;
    const over = new AbortController();
    of.api.follow([pallet, item, account], (stored) => setKnown({ of, value: read(stored) }), over.signal);
    return () => over.abort();
  }, [of, read]);
  return known?.of === of ? known.value : null;
}

/** What an account can pay with, in the smallest unit. */
export function useSpendable(account: ActorId | null): bigint | null {
  return useStored('System', 'Account', account, spendableOf);
}

/** What the chain holds for an account's messages on their way, in the smallest unit. */
export function useHeld(account: ActorId | null): bigint | null {
  return useStored('GearBank', 'Bank', account, heldOf);
}
