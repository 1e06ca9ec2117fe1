import { useEffect, useMemo, useState } from 'preact/compat';
import { aside } from '../lib/aside';
import type { ActorId } from '../chain/hex';
import { openingCost, type OpeningCost } from '../club/open';
import { keepsAsking } from '../lib/pause';
import { useAccounts } from '../visitor/accounts';
import { useChain } from '../visitor/chain';

/** What the chosen account pays to open a table through a club. Asks the chain until it answers. */
export function useOpeningCost(club: ActorId | null): OpeningCost | null {
  const { link } = useChain();
  const { account } = useAccounts();
  const online = link.status === 'online' ? link : null;
  const of = useMemo(() => ({ club, account, online }), [club, account, online]);
  const [known, setKnown] = useState<{ of: object; cost: OpeningCost } | null>(null);
  useEffect(() => {
    const { club, account, online } = of;
    if (!online || !account || !club) return;
    const over = new AbortController();
    const ask = async (): Promise<void> => {
      const cost = await openingCost(online, club, account);
      if (!over.signal.aborted) setKnown({ of, cost });
    };
    aside(keepsAsking(ask, over.signal, 'The price of a table'), 'The price of a table');
    return () => over.abort();
  }, [of]);
  return known?.of === of ? known.cost : null;
}
