import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { WebSocketServer, type WebSocket as Peer } from 'ws';
import { Socket } from '../src/chain/socket';

const servers: WebSocketServer[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    for (const client of server.clients) client.terminate();
    server.close();
  }
});

interface Asked {
  id: number;
  method: string;
  params: unknown[];
}

/** Connects to a node that handles each request like this. */
async function connected(hear: (asked: Asked, peer: Peer) => void): Promise<Socket> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  servers.push(server);
  await once(server, 'listening');
  server.on('connection', (peer) => {
    peer.on('message', (data: Buffer) => hear(JSON.parse(data.toString()) as Asked, peer));
  });
  const { port } = server.address() as AddressInfo;
  return Socket.open(`ws://127.0.0.1:${port}`, new AbortController().signal);
}

it('each request gets its own answer, in whatever order they come', async () => {
  const late: (() => void)[] = [];
  const socket = await connected(({ id, method }, peer) => {
    const answer = (): void => peer.send(JSON.stringify({ jsonrpc: '2.0', id, result: method }));
    if (method === 'first') late.push(answer);
    else [answer, ...late].forEach((tell) => tell());
  });
  expect(await Promise.all([socket.send('first'), socket.send('second')])).toEqual(['first', 'second']);
});

it('a refusal has the node’s code and details', async () => {
  const error = { code: 8000, message: 'Runtime error', data: '"no such program"' };
  const socket = await connected(({ id }, peer) => peer.send(JSON.stringify({ jsonrpc: '2.0', id, error })));
  await expect(socket.send('x')).rejects.toMatchObject({
    message: '8000: Runtime error',
    code: 8000,
    data: error.data,
  });
});

it('all requests fail when the connection is cut, and all later ones', async () => {
  const lost = { failure: { kind: 'lost' } };
  const socket = await connected(({ method, id }, peer) => {
    if (method === 'cut') peer.terminate();
    if (method === 'chain_subscribeNewHeads') peer.send(JSON.stringify({ jsonrpc: '2.0', id, result: 'heads' }));
  });
  const end = await socket.subscribe('chain_subscribeNewHeads', [], () => undefined);
  const underWay = ['a', 'b', 'cut'].map((method) => expect(socket.send(method)).rejects.toMatchObject(lost));
  await Promise.all(underWay);
  expect(socket.lost.aborted).toBe(true);
  await expect(socket.send('later')).rejects.toMatchObject(lost);
  await expect(socket.subscribe('chain_subscribeNewHeads', [], () => undefined)).rejects.toMatchObject(lost);
  // Subscriptions over it can still be ended.
  end();
});

it('a subscription gets messages that come with its answer, and none after its end', async () => {
  const asked: unknown[] = [];
  let tell: (number: number) => void = () => undefined;
  const socket = await connected(({ id, method, params }, peer) => {
    asked.push([method, params]);
    peer.send(JSON.stringify({ jsonrpc: '2.0', id, result: 'heads' }));
    tell = (result) => {
      const params = { subscription: 'heads', result };
      peer.send(JSON.stringify({ jsonrpc: '2.0', method: 'chain_newHead', params }));
    };
    tell(1);
  });
  const heard: number[] = [];
  const end = await socket.subscribe('chain_subscribeNewHeads', [], (number: number) => heard.push(number));
  await vi.waitFor(() => expect(heard).toEqual([1]));
  end();
  await vi.waitFor(() => expect(asked.at(-1)).toEqual(['chain_unsubscribeNewHeads', ['heads']]));
  tell(2);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(heard).toEqual([1]);
});

it('a connection to a node that sends nonsense is closed', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const socket = await connected((_, peer) => peer.send('<html>'));
  await expect(socket.send('x')).rejects.toMatchObject({ failure: { kind: 'lost' } });
  vi.restoreAllMocks();
});
