import { useEffect, useMemo, useState, useSyncExternalStore } from 'preact/compat';
import type { Online } from '../chain/connection';
import { programOf } from '../chain/deploy';
import type { ActorId } from '../chain/hex';
import { exists } from '../chain/program';
import { stringToU8a } from '../lib/bytes';
import { Store } from '../lib/store';
import { ofTab, tryToKeep } from '../lib/storage';
import { useChain } from './chain';
import { builtHouses, builtNode, parseIds } from './route';

const KEPT = 'rpsls/houses';

/** The salt of a development node's own house, which `make web` and `rpsls node --with-house` deploy. */
const SALT = 'house';

/** How often the page asks a development node for a house while there is none, ms. */
const PERIOD = 15_000;

/** A node and its houses. */
interface Visited {
  node: string;
  houses: readonly ActorId[];
}

/** The houses that a link in this tab named last. */
const visited = new Store<Visited | null>(load());

function load(): Visited | null {
  const [node = '', list = ''] = (ofTab.getItem(KEPT) ?? '').split(' ');
  const houses = parseIds(list);
  return houses.length > 0 ? { node, houses } : null;
}

/** Makes these the houses of the first screen from now on, in this tab. */
export function visitHouses(node: string, houses: readonly ActorId[]): void {
  visited.set({ node, houses });
  tryToKeep(ofTab, KEPT, `${node} ${houses.join(',')}`);
}

const NONE: readonly ActorId[] = [];
const BUILT: readonly ActorId[] = builtHouses();

/**
 * The houses if no link names any: those of the last link, of the page's build, or of the
 * development node. Null while the page asks for the latter.
 */
export function useHouses(): readonly ActorId[] | null {
  const { connection, link } = useChain();
  const last = useSyncExternalStore(visited.subscribe, visited.get);
  // The built-in houses are on the chain that the page was built for.
  const built = [undefined, connection.url].includes(builtNode()) ? BUILT : NONE;
  const named = last?.node === connection.url ? last.houses : built;
  const isOwn = named.length === 0 && link.status === 'online' && link.chain.isDevelopment;
  const own = useDevelopmentHouse(isOwn ? link : null);
  if (named.length > 0) return named;
  return isOwn || link.status === 'connecting' ? own : NONE;
}

function useDevelopmentHouse(online: Online | null): readonly ActorId[] | null {
  const [found, setFound] = useState<{ of: Online; houses: readonly ActorId[] } | null>(null);
  const house = useMemo(() => programOf(__HOUSE_CODE__, stringToU8a(SALT)), []);
  useEffect(() => {
    if (!online) return;
    let isCurrent = true;
    const look = async (): Promise<void> => {
      const isThere = await exists(online.api, house);
      if (!isCurrent) return;
      setFound({ of: online, houses: isThere ? [house] : NONE });
      if (isThere) clearInterval(timer);
    };
    const report = (error: unknown): void => console.info("Whether there is a house can't be told:", error);
    // The house may be deployed after the page is opened.
    const timer = setInterval(() => void look().catch(report), PERIOD);
    look().catch(report);
    return () => {
      isCurrent = false;
      clearInterval(timer);
    };
  }, [online, house]);
  return found && found.of === online ? found.houses : null;
}
