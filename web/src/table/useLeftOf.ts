import { useEffect, useMemo, useState } from 'react';
import { useChain } from '../app/chain';
import type { ActorId } from '../chain/hex';
import { owned, vouchersOf } from '../chain/voucher';
import type { Sponsored } from '../rpsls/sponsored';
import { dropSponsored } from './sponsored';

/**
 * What is left of each spender's vouchers, read anew when `occasion` changes. Those
 * that had something and have nothing any more are forgotten.
 */
export function useLeftOf(sponsored: readonly Sponsored[], occasion: string): ReadonlyMap<ActorId, bigint> {
  const { link } = useChain();
  const api = link.status === 'online' ? link.api : null;
  const of = useMemo(() => ({ api, sponsored, occasion }), [api, sponsored, occasion]);
  const [left, setLeft] = useState<ReadonlyMap<ActorId, bigint>>(new Map());
  useEffect(() => {
    const { api, sponsored } = of;
    if (!api) return;
    let isCurrent = true;
    const read = async (): Promise<void> => {
      const entries = await Promise.all(
        sponsored.map(async (one): Promise<[ActorId, bigint]> => {
          const vouchers = owned(await vouchersOf(api, one.spender, one.program), one.owner);
          return [one.spender, vouchers.reduce((sum, { balance }) => sum + balance, 0n)];
        }),
      );
      if (!isCurrent) return;
      setLeft((before) => {
        const gone = entries.filter(([id, value]) => value === 0n && (before.get(id) ?? 0n) > 0n).map(([id]) => id);
        if (gone.length > 0)
          queueMicrotask(() => dropSponsored(sponsored.filter(({ spender }) => gone.includes(spender))));
        return new Map(entries);
      });
    };
    read().catch((error: unknown) => console.warn("What is left of the vouchers can't be read:", error));
    return () => {
      isCurrent = false;
    };
  }, [of]);
  return left;
}
