import { useEffect, useSyncExternalStore } from 'react';
import type { Online } from '../chain/connection';
import type { ActorId, Hex } from '../chain/hex';
import { identitiesOf, type Identity } from '../chain/identity';
import { Store } from '../lib/store';
import { useChain } from './chain';

/** What the accounts that were seen are called on each chain; null where nothing is known. */
const known = new Store<ReadonlyMap<Hex, ReadonlyMap<ActorId, Identity | null>>>(new Map());

const NOBODY: ReadonlyMap<ActorId, Identity | null> = new Map();

/** What accounts are called on the chain, those that were asked for. */
export function useIdentities(): ReadonlyMap<ActorId, Identity | null> {
  const { link } = useChain();
  const all = useSyncExternalStore(known.subscribe, known.get);
  return (link.status === 'online' && all.get(link.chain.genesis)) || NOBODY;
}

/** Asks the chain what it calls these accounts, once. */
export function useIntroduction(ids: readonly ActorId[]): void {
  const { link } = useChain();
  const online = link.status === 'online' ? link : null;
  const list = ids.join();
  useEffect(() => {
    if (online && list) void introduce(online, list.split(',') as ActorId[]);
  }, [online, list]);
}

async function introduce({ api, chain: { genesis } }: Online, ids: readonly ActorId[]): Promise<void> {
  const strangers = ids.filter((id) => known.get().get(genesis)?.has(id) !== true);
  if (strangers.length === 0) return;
  try {
    const found = await identitiesOf(api, strangers);
    known.update((all) => {
      const named = new Map(all.get(genesis));
      for (const id of strangers) named.set(id, found.get(id) ?? null);
      return new Map(all).set(genesis, named);
    });
  } catch (error) {
    // Their addresses do as well.
    console.warn("The accounts' names on the chain can't be read:", error);
  }
}
