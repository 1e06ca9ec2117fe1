import { useSyncExternalStore } from 'preact/compat';
import { parseActorId, type ActorId, type Hex } from '../lib/hex';
import { LOCAL_NODE, nodeNamed, TESTNET } from '../lib/networks';
import { whereIs } from '../lib/reach';
import { preference } from '../lib/preferences';

export type Screen =
  | { name: 'home' }
  /** Practice, and the table that the player came from. */
  | { name: 'practice'; from?: ActorId }
  | { name: 'deploy' }
  /** The games played from this browser. */
  | { name: 'you' }
  | { name: 'table'; program: ActorId }
  | { name: 'ticTacToe'; program: ActorId | null }
  /** The tables that clubs list. */
  | { name: 'club'; clubs: readonly ActorId[] }
  /** The form that opens a table through a club. */
  | { name: 'open'; club: ActorId }
  | { name: 'notFound' };

/** The link's parameter for the seeds of guests' keys. */
const GUEST = 'guest';
/** The link's parameter for the names of a table's guests. */
const NAMES = 'names';
/** The part of the path after a club's id that opens a table. */
const OPEN = 'open';

export interface Route {
  screen: Screen;
  /** The node that the link names. */
  node: string | null;
  /** The seeds of guests' keys, if the link carries some. Each browser takes a different one. */
  guests: readonly Hex[];
  /** The host's names for the guests, as the link writes them. */
  names: string | null;
}

/** Reads the part of the address after the `#`. */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?', 2);
  const parameters = new URLSearchParams(query);
  const node = parameters.get('node');
  return {
    screen: screenOf(path.split('/').filter(Boolean)),
    node: node === null ? null : nodeNamed(node),
    guests: parseIds(parameters.get(GUEST) ?? ''),
    names: parameters.get(NAMES),
  };
}

function screenOf([name, id, ...rest]: string[]): Screen {
  if (name === 'club') return clubScreenOf(parseIds(id ?? ''), rest);
  if (rest.length > 0) return { name: 'notFound' };
  const program = id === undefined ? null : parseActorId(id);
  switch (name) {
    case undefined:
      return { name: 'home' };
    case 'deploy':
    case 'you':
      return { name: id === undefined ? name : 'notFound' };
    case 'practice':
      if (id === undefined) return { name };
      return program ? { name, from: program } : { name: 'notFound' };
    case 'table':
      return program ? { name: 'table', program } : { name: 'notFound' };
    case 'tic-tac-toe':
      if (id !== undefined && !program) return { name: 'notFound' };
      return { name: 'ticTacToe', program };
    default:
      return { name: 'notFound' };
  }
}

function clubScreenOf(clubs: readonly ActorId[], rest: string[]): Screen {
  const [club, ...others] = clubs;
  if (!club) return { name: 'notFound' };
  if (rest.length === 0) return { name: 'club', clubs };
  return rest.join('/') === OPEN && others.length === 0 ? { name: 'open', club } : { name: 'notFound' };
}

/** Ids, or other 32-byte values, each once. Empty if one of them is no id. */
export function parseIds(list: string): ActorId[] {
  const ids = list.split(',').map(parseActorId);
  return ids.includes(null) ? [] : [...new Set(ids.flatMap((id) => id ?? []))];
}

/** The link to a screen at a node. */
export function hrefOf(screen: Exclude<Screen, { name: 'notFound' }>, node: string): string {
  return `#/${pathOf(screen)}?${new URLSearchParams({ node })}`;
}

/** Goes to a screen at a node. */
export function goTo(screen: Exclude<Screen, { name: 'notFound' }>, node: string): void {
  follow(hrefOf(screen, node));
}

/** Opens a link of the page. The screen changes before what the caller does next is drawn. */
export function follow(href: string): void {
  location.hash = href;
  // The browser says so by itself, but later.
  window.dispatchEvent(new Event('hashchange'));
}

/** The link to a screen for guests, with the seeds of their keys. */
export function guestHrefOf(
  screen: Exclude<Screen, { name: 'notFound' }>,
  node: string,
  seeds: readonly Hex[],
  names = '',
): string {
  const parameters = new URLSearchParams({ node, [GUEST]: seeds.map((seed) => seed.slice(2)).join(',') });
  if (names !== '') parameters.set(NAMES, names);
  return `#/${pathOf(screen)}?${parameters}`;
}

/** The same link without guests' keys and names. */
export function withoutGuest(hash: string): string {
  const [path = '', query = ''] = hash.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.delete(GUEST);
  parameters.delete(NAMES);
  return parameters.size > 0 ? `${path}?${parameters}` : path;
}

function pathOf(screen: Exclude<Screen, { name: 'notFound' }>): string {
  switch (screen.name) {
    case 'home':
      return '';
    case 'deploy':
    case 'you':
      return screen.name;
    case 'practice':
      return screen.from ? `practice/${screen.from}` : screen.name;
    case 'table':
      return `table/${screen.program}`;
    case 'ticTacToe':
      return screen.program ? `tic-tac-toe/${screen.program}` : 'tic-tac-toe';
    case 'club':
      return `club/${screen.clubs.join(',')}`;
    case 'open':
      return `club/${screen.club}/${OPEN}`;
  }
}

/** The node to use if no link names one. */
export function defaultNode(hostname = location.hostname): string {
  const chosen = preference('node');
  if (chosen !== undefined) return nodeNamed(chosen);
  return builtNode() ?? (whereIs(hostname) === 'machine' ? LOCAL_NODE : TESTNET);
}

/** The clubs that the page was built for, if any. */
export function builtClubs(): ActorId[] {
  const built: unknown = import.meta.env['VITE_CLUB'];
  return typeof built === 'string' ? parseIds(built) : [];
}

/** The node that the page was built for, if any. */
export function builtNode(): string | undefined {
  const built: unknown = import.meta.env['VITE_NODE'];
  return typeof built === 'string' && built !== '' ? nodeNamed(built) : undefined;
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

/** What the visit began with: whoever came here by a link of somebody's was invited. */
export const LANDED = typeof location === 'undefined' ? '' : location.hash;

export function useHash(): string {
  return useSyncExternalStore(subscribe, () => location.hash);
}

/** The node in the link, or the default one. */
export function useNode(): string {
  return parseRoute(useHash()).node ?? defaultNode();
}

/** The same screen at another node. */
export function withNode(hash: string, node: string): string {
  const [path = '#/'] = hash.split('?', 1);
  return `${path || '#/'}?${new URLSearchParams({ node })}`;
}
