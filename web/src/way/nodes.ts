import { MAINNET, nodeNamed, TESTNET } from '../lib/networks';
import { reachOf } from '../lib/reach';
import { Store } from '../lib/store';
import { distrustNode, preference, setPreference } from '../lib/preferences';
import { builtNode } from './route';

/**
 * The nodes that the person has accepted in this tab, and whether they chose them for later visits, too. They are kept
 * once they have answered: an address that leads nowhere would stand in the way of each visit.
 */
export const accepted = new Store<ReadonlyMap<string, 'trusted' | 'chosen'>>(new Map());

/** Accepts a node in this tab. */
export function acceptNode(url: string, how: 'trusted' | 'chosen'): void {
  accepted.update((known) => new Map([...known, [url, known.get(url) === 'chosen' ? 'chosen' : how]]));
}

/**
 * Whether the page connects to a node without asking. The page believes a node in everything: a
 * node in a stranger's link could make it show a move too early.
 */
export function isKnownNode(url: string, chosen: readonly string[]): boolean {
  const { where, why } = reachOf(url);
  // The page says what is wrong with it, and does not connect.
  if (why !== null || where === 'machine' || accepted.get().has(url)) return true;
  const known = [MAINNET, TESTNET, builtNode(), preference('node'), ...chosen];
  return known.some((each) => each !== undefined && nodeNamed(each) === url);
}

/** Asks again before the page connects to this node. */
export function forgetNode(url: string): void {
  accepted.update((known) => new Map([...known].filter(([each]) => each !== url)));
  distrustNode(url);
}

/** Keeps a node that has answered, if the person has accepted it. */
export function keepAnswering(url: string): void {
  const how = accepted.get().get(url);
  if (how === undefined) return;
  if (how === 'chosen') setPreference('node', url);
  const others = (preference('nodes') ?? []).filter((node) => node !== url);
  setPreference('nodes', [...others, url]);
}
