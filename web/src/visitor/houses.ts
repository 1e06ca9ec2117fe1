import { stringToU8a, u8aConcat } from '@polkadot/util';
import { blake2AsHex } from '@polkadot/util-crypto';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { Online } from '../chain/connection';
import { parseActorId, type ActorId, type Hex } from '../chain/hex';
import { Store } from '../lib/store';
import { ofTab, tryToKeep } from '../lib/storage';
import { useChain } from './chain';
import { builtHouses, builtNode, parseIds } from './route';

const KEPT = 'rpsls/houses';

/** What a development node's own house is made with: `make web` and `rpsls node --with-house` deploy it. */
const SALT = 'house';

/** The id of the program that anybody makes of a code with a salt. */
export function programOf(code: Hex, salt: string): ActorId | null {
  return parseActorId(blake2AsHex(u8aConcat(stringToU8a('program_from_user'), code, stringToU8a(salt)), 256));
}

/** Of which node, and which. */
interface Visited {
  node: string;
  houses: readonly ActorId[];
}

/** The houses that a link to this tab has named last. */
const visited = new Store<Visited | null>(load());

function load(): Visited | null {
  const [node = '', list = ''] = (ofTab.getItem(KEPT) ?? '').split(' ');
  const houses = parseIds(list);
  return houses.length > 0 ? { node, houses } : null;
}

/** Has these be the houses of the first screen from now on, in this tab. */
export function visitHouses(node: string, houses: readonly ActorId[]): void {
  visited.set({ node, houses });
  tryToKeep(ofTab, KEPT, `${node} ${houses.join(',')}`);
}

const NONE: readonly ActorId[] = [];
const BUILT: readonly ActorId[] = builtHouses();

/** The houses where no link names any: those of the last one, of the page's builder, or of the development node. */
export function useHouses(): readonly ActorId[] {
  const { connection, link } = useChain();
  const last = useSyncExternalStore(visited.subscribe, visited.get);
  // They are on the chain that the page was built for.
  const built = [undefined, connection.url].includes(builtNode()) ? BUILT : NONE;
  const named = last?.node === connection.url ? last.houses : built;
  const isOwn = named.length === 0 && link.status === 'online' && link.chain.isDevelopment;
  const own = useDevelopmentHouse(isOwn ? link : null);
  return named.length > 0 ? named : own;
}

function useDevelopmentHouse(online: Online | null): readonly ActorId[] {
  const [found, setFound] = useState<{ of: Online; houses: readonly ActorId[] } | null>(null);
  const house = useMemo(() => programOf(__HOUSE_CODE__, SALT), []);
  useEffect(() => {
    if (!online || !house) return;
    let isCurrent = true;
    online.api.program.exists(house).then(
      (isThere) => isCurrent && setFound({ of: online, houses: isThere ? [house] : NONE }),
      (error: unknown) => console.info("Whether there is a house can't be told:", error),
    );
    return () => {
      isCurrent = false;
    };
  }, [online, house]);
  return found && found.of === online ? found.houses : NONE;
}
