/** Where a host is, seen from the browser: on this machine, in its local network, or anywhere. */
export type Where = 'machine' | 'network' | 'world';

/**
 * Why a page can't reach an address: it is none of a node; it has a part behind a `#`; it has a name or a password,
 * which links would pass on; it means all addresses of a machine and is none of them; or the page came encrypted, and
 * the browser lets it connect no other way.
 */
export type Unreachable = 'noAddress' | 'fragment' | 'credentials' | 'everywhere' | 'unsafe';

export interface Reach {
  where: Where;
  /** Null if the page may try. */
  why: Unreachable | null;
}

/** The part of a page's own address that matters here. */
export type PageAt = Pick<Location, 'protocol' | 'hostname'>;

/** What the page's policy lets it connect to, besides its own host. It can't name addresses of a local network. */
export const NODE_SOURCES = 'wss: ws:';

const MACHINE = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/i;
const NETWORK =
  /^(10(\.\d+){3}|192\.168(\.\d+){2}|169\.254(\.\d+){2}|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|\[f[cd][0-9a-f]{2}:.*\]|\[fe[89ab][0-9a-f]:.*\]|.+\.(local|lan|home|home\.arpa|internal|localdomain)|[^.[\]:]+)$/i;
const EVERYWHERE = /^(0\.0\.0\.0|\[::\])$/;

export function whereIs(hostname: string): Where {
  if (MACHINE.test(hostname)) return 'machine';
  return NETWORK.test(hostname) ? 'network' : 'world';
}

/** Whether a page can reach a node's address, and if not, why. */
export function reachOf(url: string, page: PageAt | undefined = (globalThis as { location?: PageAt }).location): Reach {
  if (!URL.canParse(url)) return { where: 'world', why: 'noAddress' };
  const { protocol, hostname, hash, href, username, password } = new URL(url);
  const where = whereIs(hostname);
  const unreachable = (why: Unreachable): Reach => ({ where, why });
  if (!['ws:', 'wss:'].includes(protocol) || hostname === '') return unreachable('noAddress');
  if (hash !== '' || href.endsWith('#')) return unreachable('fragment');
  if (username !== '' || password !== '') return unreachable('credentials');
  if (EVERYWHERE.test(hostname)) return unreachable('everywhere');
  if (page?.protocol === 'https:' && protocol === 'ws:' && where !== 'machine') return unreachable('unsafe');
  return { where, why: null };
}

/** Whether a browser may ask its person, or the node, before this page may connect: they are not in the same place. */
export function isGuarded({ where }: Reach, page: PageAt = location): boolean {
  return where !== 'world' && whereIs(page.hostname) !== 'machine';
}
