import { useEffect, useMemo, useRef, useState } from 'preact/compat';
import { useChain } from '../../way/chain';
import { BLOCK_TIME } from '../../chain/clock';
import type { ActorId } from '../../lib/hex';
import { balanceOf, heightOf, isFree, owned, vouchersOf } from '../../chain/voucher';
import type { Sponsored } from '../../rpsls/sponsored';
import { dropSponsored } from './sponsored';

/** When, ms, to look once more. */
const LOOK_AGAIN = 4 * BLOCK_TIME;

/** What is left in a spender's vouchers. */
export interface LeftOf {
  balance: bigint;
  /** The part that can be taken back now. */
  free: bigint;
}

/**
 * What is left in each spender's vouchers. Reads it again when `occasion` changes. Forgets spenders
 * whose vouchers are used up.
 */
export function useLeftOf(sponsored: readonly Sponsored[], occasion: string): ReadonlyMap<ActorId, LeftOf> {
  const { link } = useChain();
  const api = link.status === 'online' ? link.api : null;
  const of = useMemo(() => ({ api, sponsored, occasion }), [api, sponsored, occasion]);
  const [left, setLeft] = useState<ReadonlyMap<ActorId, LeftOf>>(new Map());
  /** The block as of which it was read. */
  const readAt = useRef(0);
  useEffect(() => {
    const { api, sponsored } = of;
    if (!api) return;
    let isCurrent = true;
    const read = async (): Promise<void> => {
      const block = await heightOf(api);
      const entries = await Promise.all(
        sponsored.map(async (one) => {
          const vouchers = owned(await vouchersOf(api, one.spender, one.program), one.owner);
          const left = { balance: balanceOf(vouchers), free: balanceOf(vouchers.filter(isFree)) };
          // Money that the chain holds may still come back.
          return { id: one.spender, left, isOver: vouchers.length === 0 };
        }),
      );
      // To a node that is behind, vouchers do not exist yet, and with a spender the only key to their money would be gone.
      if (!isCurrent || block < readAt.current) return;
      readAt.current = block;
      setLeft((before) => {
        const gone = entries
          .filter(({ id, isOver }) => isOver && (before.get(id)?.balance ?? 0n) > 0n)
          .map(({ id }) => id);
        if (gone.length > 0)
          queueMicrotask(() => dropSponsored(sponsored.filter(({ spender }) => gone.includes(spender))));
        return new Map(entries.map(({ id, left }) => [id, left]));
      });
    };
    const look = (): void => {
      read().catch((error: unknown) => console.warn("What is left of the vouchers can't be read:", error));
    };
    look();
    // The node may be some blocks behind what was just taken back.
    const again = setTimeout(look, LOOK_AGAIN);
    return () => {
      isCurrent = false;
      clearTimeout(again);
    };
  }, [of]);
  return left;
}
