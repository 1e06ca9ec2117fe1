import { useEffect, useSyncExternalStore } from 'preact/compat';
import { aside } from '../lib/aside';
import type { Online } from '../chain/connection';
import type { ActorId } from '../lib/hex';
import { identitiesOf, type Identity } from '../chain/identity';
import { keepsAsking } from '../lib/pause';
import { Store } from '../lib/store';
import { useChain } from './chain';

type Names = ReadonlyMap<ActorId, Identity | null>;

/** What a node told about the accounts that were seen. Another node's answers don't count. */
const told = new Store<{ by: object | null; names: Names }>({ by: null, names: new Map() });

const NONE: Names = new Map();

/** The names on the chain of the accounts that were asked about. Null for an account without one. */
export function useIdentities(): Names {
  const { link } = useChain();
  const { by, names } = useSyncExternalStore(told.subscribe, told.get);
  return link.status === 'online' && link.api === by ? names : NONE;
}

/** Asks the chain for these accounts' names, once. */
export function useIntroduction(ids: readonly ActorId[]): void {
  const { link } = useChain();
  const online = link.status === 'online' ? link : null;
  const list = [...new Set(ids)].join();
  useEffect(() => {
    if (!online || !list) return;
    const over = new AbortController();
    const ask = (): Promise<void> => introduce(online, list.split(',') as ActorId[]);
    aside(keepsAsking(ask, over.signal, 'What accounts are called'), 'What accounts are called');
    return () => over.abort();
  }, [online, list]);
}

async function introduce({ api }: Online, ids: readonly ActorId[]): Promise<void> {
  const known = told.get().by === api ? told.get().names : NONE;
  const strangers = ids.filter((id) => !known.has(id));
  if (strangers.length === 0) return;
  const found = await identitiesOf(api, strangers);
  told.update(({ by, names }) => {
    const added = strangers.map((id) => [id, found.get(id) ?? null] as const);
    return { by: api, names: new Map([...(by === api ? names : NONE), ...added]) };
  });
}
