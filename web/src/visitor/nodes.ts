import { isNodeAddress, MAINNET, TESTNET } from '../chain/networks';
import { preference, setPreference } from '../settings/preferences';
import { builtNode, isLoopback } from './route';

/**
 * Whether the page connects to a node without asking. The page believes a node in everything: a
 * node in a stranger's link could make it show a move too early.
 */
export function isKnownNode(url: string, chosen: readonly string[]): boolean {
  if (!isNodeAddress(url)) return true;
  if ([MAINNET, TESTNET, builtNode(), preference('node'), ...chosen].includes(url)) return true;
  return isLoopback(new URL(url).hostname);
}

/** Marks this node as known from now on. */
export function trustNode(url: string): void {
  const others = (preference('nodes') ?? []).filter((node) => node !== url);
  setPreference('nodes', [...others, url]);
}
