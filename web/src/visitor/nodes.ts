import { isNodeAddress, MAINNET, TESTNET } from '../chain/networks';
import { preference, setPreference } from '../settings/preferences';
import { builtNode, isLoopback } from './route';

/**
 * Whether to connect to a node without asking. A node is believed in everything:
 * one that a stranger's link names could make the page show a move too early.
 */
export function isKnownNode(url: string, chosen: readonly string[]): boolean {
  if (!isNodeAddress(url)) return true;
  if ([MAINNET, TESTNET, builtNode(), preference('node'), ...chosen].includes(url)) return true;
  return isLoopback(new URL(url).hostname);
}

/** From now on this node is known here. */
export function trustNode(url: string): void {
  const others = (preference('nodes') ?? []).filter((node) => node !== url);
  setPreference('nodes', [...others, url]);
}
