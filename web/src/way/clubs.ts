import { useEffect, useMemo, useState, useSyncExternalStore } from 'preact/compat';
import type { Online } from '../chain/connection';
import { programOf } from '../chain/code';
import type { ActorId } from '../lib/hex';
import { exists } from '../chain/program';
import { stringToU8a } from '../lib/bytes';
import { Store } from '../lib/store';
import { ofTab, tryToKeep } from '../lib/storage';
import { useChain } from './chain';
import { builtClubs, builtNode, parseIds } from './route';

const KEPT = 'rpsls/clubs';

/** The salt of a development node's own club, which `make web` and `rpsls node --with-club` deploy. */
const SALT = 'club';

/** How often the page asks a development node for a club while there is none, ms. */
const PERIOD = 15_000;

/** A node and its clubs. */
interface Visited {
  node: string;
  clubs: readonly ActorId[];
}

/** The clubs that a link in this tab named last. */
const visited = new Store<Visited | null>(load());

function load(): Visited | null {
  const [node = '', list = ''] = (ofTab.getItem(KEPT) ?? '').split(' ');
  const clubs = parseIds(list);
  return clubs.length > 0 ? { node, clubs } : null;
}

/** Makes these the clubs of the first screen from now on, in this tab. */
export function visitClubs(node: string, clubs: readonly ActorId[]): void {
  visited.set({ node, clubs });
  tryToKeep(ofTab, KEPT, `${node} ${clubs.join(',')}`);
}

const NONE: readonly ActorId[] = [];
const BUILT: readonly ActorId[] = builtClubs();

/**
 * The clubs if no link names any: those of the last link, of the page's build, or of the
 * development node. Null while the page asks for the latter.
 */
export function useClubs(): readonly ActorId[] | null {
  const { connection, link } = useChain();
  const last = useSyncExternalStore(visited.subscribe, visited.get);
  // The built-in clubs are on the chain that the page was built for.
  const built = [undefined, connection.url].includes(builtNode()) ? BUILT : NONE;
  const named = last?.node === connection.url ? last.clubs : built;
  const isOwn = named.length === 0 && link.status === 'online' && link.chain.isDevelopment;
  const own = useDevelopmentClub(isOwn ? link : null);
  if (named.length > 0) return named;
  return isOwn || link.status === 'connecting' ? own : NONE;
}

function useDevelopmentClub(online: Online | null): readonly ActorId[] | null {
  const [found, setFound] = useState<{ of: Online; clubs: readonly ActorId[] } | null>(null);
  const club = useMemo(() => programOf(__CLUB_CODE__, stringToU8a(SALT)), []);
  useEffect(() => {
    if (!online) return;
    let isCurrent = true;
    const look = async (): Promise<void> => {
      const isThere = await exists(online.api, club);
      if (!isCurrent) return;
      setFound({ of: online, clubs: isThere ? [club] : NONE });
      if (isThere) clearInterval(timer);
    };
    const report = (error: unknown): void => console.info("Whether there is a club can't be told:", error);
    // The club may be deployed after the page is opened.
    const timer = setInterval(() => void look().catch(report), PERIOD);
    look().catch(report);
    return () => {
      isCurrent = false;
      clearInterval(timer);
    };
  }, [online, club]);
  return found && found.of === online ? found.clubs : null;
}
