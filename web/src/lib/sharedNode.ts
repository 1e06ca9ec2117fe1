import type { Hex } from './hex';
import { isOfChain, MAINNET, TESTNET } from './networks';

/**
 * The node that a link for others names, on a chain with this first block. What is behind a node’s host may be this
 * person’s own key: on a public network the others get its public node then.
 */
export function sharedNode(url: string, genesis: Hex | null): string {
  const hasPath = /^wss?:\/\/[^/]*\/./.test(url);
  const known = [MAINNET, TESTNET].find((node) => genesis !== null && isOfChain(node, genesis));
  return hasPath && known ? known : url;
}
