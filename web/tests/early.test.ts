import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { connectEarly, takeEarly } from '../src/chain/early';
import { Socket } from '../src/chain/socket';

let server: WebSocketServer;
let url: string;
/** The number of connections so far. */
let count: number;

beforeEach(async () => {
  count = 0;
  server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.on('connection', (peer) => {
    count += 1;
    peer.on('message', (data: Buffer) => {
      const { id } = JSON.parse(data.toString()) as { id: number };
      peer.send(JSON.stringify({ jsonrpc: '2.0', id, result: count }));
    });
  });
});

afterEach(() => {
  for (const client of server.clients) client.terminate();
  server.close();
});

const open = (): Promise<Socket> => Socket.open(url, new AbortController().signal);

it('the next connection takes over an early one, once, whether it is open yet or not', async () => {
  connectEarly(url);
  const first = await open();
  expect(await first.send('any')).toBe(1);
  connectEarly(url);
  await once(server, 'connection');
  await first.send('any');
  const second = await open();
  expect(await second.send('any')).toBe(2);
  const third = await open();
  expect(await third.send('any')).toBe(3);
  for (const socket of [first, second, third]) socket.close();
});

it('no connection is opened to a bad address', () => {
  connectEarly('nonsense');
  expect(takeEarly('nonsense')).toBeNull();
});
