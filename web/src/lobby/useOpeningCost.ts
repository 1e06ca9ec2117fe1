import { useEffect, useMemo, useState } from 'preact/compat';
import { aside } from '../lib/aside';
import type { ActorId } from '../chain/hex';
import { openingCost, type OpeningCost } from '../house/open';
import { keepsAsking } from '../lib/pause';
import { useAccounts } from '../visitor/accounts';
import { useChain } from '../visitor/chain';

/** What the chosen account pays to open a table through a house. Asks the chain until it answers. */
export function useOpeningCost(house: ActorId | null): OpeningCost | null {
  const { link } = useChain();
  const { account } = useAccounts();
  const online = link.status === 'online' ? link : null;
  const of = useMemo(() => ({ house, account, online }), [house, account, online]);
  const [known, setKnown] = useState<{ of: object; cost: OpeningCost } | null>(null);
  useEffect(() => {
    const { house, account, online } = of;
    if (!online || !account || !house) return;
    const over = new AbortController();
    const ask = async (): Promise<void> => {
      const cost = await openingCost(online, house, account);
      if (!over.signal.aborted) setKnown({ of, cost });
    };
    aside(keepsAsking(ask, over.signal, 'The price of a table'), 'The price of a table');
    return () => over.abort();
  }, [of]);
  return known?.of === of ? known.cost : null;
}
