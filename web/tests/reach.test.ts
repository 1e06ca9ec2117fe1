import { expect, it } from 'vitest';
import { reachOf, whereIs } from '../src/lib/reach';

const HERE = { protocol: 'http:', hostname: '127.0.0.1' };
const HOSTED = { protocol: 'https:', hostname: 'play.example.org' };
const LAN = { protocol: 'http:', hostname: '192.168.1.2' };

it.each([
  ['ws://127.0.0.1:9944', HERE, null],
  ['ws://127.0.0.2:9944', HOSTED, null],
  ['ws://[::1]:9944', HOSTED, null],
  ['ws://localhost', HOSTED, null],
  ['ws://node.localhost:1', HOSTED, null],
  ['ws://192.168.1.5:9944', HERE, null],
  ['ws://192.168.1.5:9944', LAN, null],
  ['ws://192.168.1.5:9944', HOSTED, 'unsafe'],
  ['ws://rpc.example.org', HOSTED, 'unsafe'],
  ['wss://rpc.example.org/path?x=1', HOSTED, null],
  ['ws://0.0.0.0:9944', HERE, 'everywhere'],
  ['ws://[::]:9944', HERE, 'everywhere'],
  // What is before an @ looks like a host, and is none.
  ['wss://rpc.vara.network@rpc.example.org', HOSTED, 'credentials'],
  ['wss://ada:secret@rpc.example.org', HOSTED, 'credentials'],
  ['wss://:secret@rpc.example.org', HOSTED, 'credentials'],
  ['ws://127.0.0.1:1/#x', HERE, 'fragment'],
  ['wss://rpc.example.org#', HOSTED, 'fragment'],
  ['https://rpc.example.org', HERE, 'noAddress'],
  ['127.0.0.1:9944', HERE, 'noAddress'],
  ['ws://', HERE, 'noAddress'],
  ['', HERE, 'noAddress'],
])('%s, from %o: %s', (url, page, why) => {
  expect(reachOf(url, page).why).toBe(why);
});

it.each([
  ['localhost', 'machine'],
  ['127.3.2.1', 'machine'],
  ['[::1]', 'machine'],
  ['10.0.0.1', 'network'],
  ['172.20.1.1', 'network'],
  ['172.32.1.1', 'world'],
  ['[fd12:3456::1]', 'network'],
  ['[fe80::1]', 'network'],
  ['raspberry.local', 'network'],
  ['nas.home.arpa', 'network'],
  // What private networks over the internet give their machines.
  ['100.101.102.103', 'network'],
  ['100.128.0.1', 'world'],
  ['raspberry', 'network'],
  ['rpc.vara.network', 'world'],
  ['[2001:db8::1]', 'world'],
])('%s is on this %s', (hostname, where) => {
  expect(whereIs(hostname)).toBe(where);
});
