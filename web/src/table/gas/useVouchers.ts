import { useEffect, useMemo, useState, useSyncExternalStore } from 'preact/compat';
import { useChain } from '../../way/chain';
import type { ActorId } from '../../lib/hex';
import { vouchersOf } from '../../chain/voucher';
import { Store } from '../../lib/store';
import type { Vouchers } from '../../way/price';

/** How many blocks pass until they are read again if nothing happens at the table: a minute. */
const EVERY = 20;

/** Counts the events that vouchers may have paid for. */
const occasions = new Store(0);

/** Makes the page read vouchers again. */
export function vouchersChanged(): void {
  occasions.update((count) => count + 1);
}

/** An account's vouchers, kept up to date. */
export function useVouchers(spender: ActorId | null, program: ActorId): Vouchers | null {
  const { link } = useChain();
  const api = link.status === 'online' ? link.api : null;
  const occasion = useSyncExternalStore(occasions.subscribe, occasions.get);
  const [known, setKnown] = useState<{ of: object; vouchers: Vouchers } | null>(null);
  const of = useMemo(() => ({ api, spender, program }), [api, spender, program]);
  useEffect(() => {
    const { api, spender, program } = of;
    if (!api || !spender) return;
    let isCurrent = true;
    let last = -Infinity;
    const read = async (height: number): Promise<void> => {
      if (height < last + EVERY) return;
      last = height;
      const all = await vouchersOf(api, spender, program);
      if (isCurrent) setKnown({ of, vouchers: { all, height } });
    };
    const report = (error: unknown): void => {
      // Makes the next block ask again.
      last = -Infinity;
      console.warn("The vouchers can't be read:", error);
    };
    const stop = api.heads('subscribeNewHeads', ({ number }) => void read(number).catch(report));
    return () => {
      isCurrent = false;
      stop();
    };
  }, [of, occasion]);
  return known?.of === of ? known.vouchers : null;
}
