import { expect, it } from 'vitest';
import { isOfChain, LOCAL_NODE, MAINNET, nodeNamed, TESTNET } from '../src/lib/networks';
import { sharedNode } from '../src/lib/sharedNode';

it.each([
  [MAINNET, MAINNET],
  [TESTNET, TESTNET],
  [LOCAL_NODE, LOCAL_NODE],
  ['WSS://RPC.VARA.NETWORK', MAINNET],
  ['wss://rpc.vara.network/', MAINNET],
  [' wss://rpc.vara.network:443 ', MAINNET],
  ['\u2068wss://rpc.vara.network/ws\u2069', 'wss://rpc.vara.network/ws'],
  ['wss:\\\\rpc.vara.network', MAINNET],
  ['wss://rpc.vara.network/ws', 'wss://rpc.vara.network/ws'],
  ['wss://rpc.vara.network/ws/', 'wss://rpc.vara.network/ws/'],
  ['wss://rpc.vara.network/?x=/', 'wss://rpc.vara.network/?x=/'],
  ['ws://[0:0:0:0:0:0:0:1]:9944', 'ws://[::1]:9944'],
  ['ws://', 'ws://'],
  ['', ''],
])('“%s” is the node %s', (written, named) => {
  expect(nodeNamed(written)).toBe(named);
  expect(nodeNamed(named)).toBe(named);
});

it.each([
  MAINNET,
  'WSS://RPC.VARA.NETWORK',
  'wss://rpc.vara.network/',
  'wss://rpc.vara.network.',
  'wss://rpc.vara.network:444/ws?x',
  'ws://rpc.vara.network',
])('%s is held to the first block of the main network', (url) => {
  expect(isOfChain(url, `0x${'01'.repeat(32)}`)).toBe(false);
  expect(isOfChain(url, '0xfe1b4c55fd4d668101126434206571a7838a8b6b93a6d1b95d607e78e6c53763')).toBe(true);
});

it('any other node may have any chain', () => {
  expect(isOfChain('wss://rpc.vara.network.example.org', `0x${'01'.repeat(32)}`)).toBe(true);
});

it.each([
  ['wss://vara.example.org/a-key', MAINNET],
  ['wss://vara.example.org/?key=x', MAINNET],
  ['wss://vara.example.org', 'wss://vara.example.org'],
  [MAINNET, MAINNET],
])('a link for others names for %s the node %s', (url, shared) => {
  expect(sharedNode(url, '0xfe1b4c55fd4d668101126434206571a7838a8b6b93a6d1b95d607e78e6c53763')).toBe(shared);
});

it.each([`0x${'01'.repeat(32)}`, null] as const)('no other node is known to have the chain %s', (genesis) => {
  expect(sharedNode('ws://127.0.0.1:9944/ws', genesis)).toBe('ws://127.0.0.1:9944/ws');
});
