import { useMemo, useSyncExternalStore } from 'preact/compat';
import { isOwnedBy, type Owner, type Purse } from '../../rpsls/purses';
import { usePreference } from '../../lib/preferences';
import { useHeld, useSpendable } from '../../way/useStored';
import { keptPurses } from '../../way/purse';

const NONE: Purse[] = [];

/** The purses of an account. */
export function useKeptPurses(owner: Owner | null): Purse[] {
  const all = useSyncExternalStore(keptPurses.subscribe, keptPurses.get);
  const [genesis, account] = [owner?.genesis, owner?.account];
  return useMemo(
    () => (genesis && account ? all.filter((purse) => isOwnedBy(purse, { genesis, account })) : NONE),
    [all, genesis, account],
  );
}

/** The purses that may sign for an account: none if the wallet is to be asked each time. */
export function usePurses(owner: Owner | null): Purse[] {
  const purses = useKeptPurses(owner);
  const [askWallet = false] = usePreference('askWallet');
  return askWallet ? NONE : purses;
}

/** The money of a purse, in the smallest unit. */
export interface PurseMoney {
  /** What it can pay with. */
  has: bigint;
  /** What the chain holds for its messages on their way. */
  held: bigint;
}

/** The money in a purse. Null until it is known, and without a purse. */
export function useMoneyIn(purse: Purse | undefined): PurseMoney | null {
  const id = purse?.id ?? null;
  const [has, held] = [useSpendable(id), useHeld(id)];
  return has === null || held === null ? null : { has, held };
}
