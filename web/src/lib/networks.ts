import type { Hex } from './hex';
import { reachOf } from './reach';
import { typed } from './typed';

export const LOCAL_NODE = 'ws://127.0.0.1:9944';
export const TESTNET = 'wss://testnet.vara.network';
export const MAINNET = 'wss://rpc.vara.network';

/** The genesis hashes of the public networks, by their nodes’ hosts. */
const GENESIS: ReadonlyMap<string | null, Hex> = new Map<string | null, Hex>([
  [hostOf(MAINNET), '0xfe1b4c55fd4d668101126434206571a7838a8b6b93a6d1b95d607e78e6c53763'],
  [hostOf(TESTNET), '0x525639f713f397dcf839bd022cd821f367ebcf179de7b9253531f8adbe5436d6'],
]);

/** Where test money comes from, on the chain that has it. Null for other chains. */
export function faucetOf(genesis: Hex): string | null {
  return isOfChain(TESTNET, genesis) ? 'https://idea.gear-tech.io/?node=wss://testnet.vara.network' : null;
}

/** Whether a node may belong to this chain. For the public nodes the chain is known. */
export function isOfChain(url: string, genesis: Hex): boolean {
  const expected = GENESIS.get(hostOf(url));
  return expected === undefined || expected === genesis;
}

/** The host of an address, however it is written and whatever is behind it. */
function hostOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : null;
}

/** The one spelling of a node’s address: the page tells nodes apart by it. */
export function nodeNamed(text: string): string {
  const plain = typed(text);
  return URL.canParse(plain) ? new URL(plain).href.replace(/^(wss?:\/\/[^/]+)\/$/, '$1') : plain;
}

/** Whether the page may try to connect to this address. */
export function isNodeAddress(url: string): boolean {
  return reachOf(url).why === null;
}
