import { useEffect, useMemo, useState, useSyncExternalStore } from 'preact/compat';
import type { Online } from '../chain/connection';
import type { Account } from '../chain/wallet';
import { aside } from '../lib/aside';
import { keepsAsking } from '../lib/pause';
import { Store } from '../lib/store';
import { useAccounts } from './accounts';
import { useChain } from './chain';

/** Asks the chain something about a subject, such as a program, for an account. */
export type Asking<S, T> = (online: Online, account: Account, subject: S) => Promise<T>;

const NEVER = new Store(0);

/**
 * What the chain answers for the chosen account, again after each upgrade. Null until it has, and without a subject.
 *
 * @param ask another function asks anew
 * @param what names it where a node fails
 */
export function useAsked<S, T>(subject: S | null, ask: Asking<S, T>, what: string): T | null {
  const { link } = useChain();
  const { account } = useAccounts();
  const online = link.status === 'online' ? link : null;
  const upgrades = online?.api.upgrades ?? NEVER;
  const upgrade = useSyncExternalStore(upgrades.subscribe, upgrades.get);
  const of = useMemo(() => ({ online, account, subject, ask, upgrade }), [online, account, subject, ask, upgrade]);
  const [found, setFound] = useState<{ of: object; answer: T } | null>(null);
  useEffect(() => {
    const { online, account, subject, ask } = of;
    if (!online || !account || subject === null) return;
    const over = new AbortController();
    const find = async (): Promise<void> => {
      const answer = await ask(online, account, subject);
      if (!over.signal.aborted) setFound({ of, answer });
    };
    aside(keepsAsking(find, over.signal, what), what);
    return () => over.abort();
  }, [of, what]);
  return found?.of === of ? found.answer : null;
}
