import { useEffect, useMemo, useState } from 'react';
import { useChain } from '../../visitor/chain';
import type { ActorId } from '../../chain/hex';
import { vouchersOf, type Voucher } from '../../chain/voucher';

export interface Vouchers {
  all: Voucher[];
  /** The block as of which they are. */
  height: number;
}

/** What an account may have paid for by others, kept up to date. */
export function useVouchers(spender: ActorId | null, program: ActorId): Vouchers | null {
  const { link } = useChain();
  const api = link.status === 'online' ? link.api : null;
  const [known, setKnown] = useState<{ of: object; vouchers: Vouchers } | null>(null);
  const of = useMemo(() => ({ api, spender, program }), [api, spender, program]);
  useEffect(() => {
    const { api, spender, program } = of;
    if (!api || !spender) return;
    let isCurrent = true;
    let isBusy = false;
    const read = async (height: number): Promise<void> => {
      if (isBusy) return;
      isBusy = true;
      try {
        const all = await vouchersOf(api, spender, program);
        if (isCurrent) setKnown({ of, vouchers: { all, height } });
      } finally {
        isBusy = false;
      }
    };
    const report = (error: unknown): void => console.warn("The vouchers can't be read:", error);
    const heads = api.rpc.chain.subscribeNewHeads((head) => void read(head.number.toNumber()).catch(report));
    heads.catch(report);
    return () => {
      isCurrent = false;
      void heads.then((unsubscribe) => unsubscribe(), report);
    };
  }, [of]);
  return known?.of === of ? known.vouchers : null;
}
