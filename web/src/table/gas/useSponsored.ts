import { useMemo, useSyncExternalStore } from 'preact/compat';
import { useAccounts } from '../../way/accounts';
import { useChain } from '../../way/chain';
import type { ActorId } from '../../lib/hex';
import type { Sponsored } from '../../rpsls/sponsored';
import { keptSponsored } from './sponsored';

/** The accounts that the chosen account issued vouchers to, from this browser and for this table. */
export function useSponsored(program: ActorId): Sponsored[] {
  const { link } = useChain();
  const { account } = useAccounts();
  const all = useSyncExternalStore(keptSponsored.subscribe, keptSponsored.get);
  const genesis = link.status === 'online' ? link.chain.genesis : null;
  return useMemo(
    () => all.filter((one) => one.genesis === genesis && one.program === program && one.owner === account?.id),
    [all, genesis, program, account],
  );
}
