import { once } from 'node:events';
import { afterEach, expect, it, vi } from 'vitest';
import { connectEarly, takeEarly } from '../src/chain/early';
import { Socket } from '../src/chain/socket';
import { answer, closeServers, serve } from './server';

afterEach(closeServers);

/** Connects to a node that handles each request like this. */
async function connected(hear: Parameters<typeof serve>[0]): Promise<Socket> {
  const { url } = await serve(hear);
  return Socket.open(url, new AbortController().signal);
}

it('each request gets its own answer, in whatever order they come', async () => {
  const late: (() => void)[] = [];
  const socket = await connected(({ id, method }, peer) => {
    const tell = (): void => answer(peer, id, method);
    if (method === 'rpc_methods') late.push(tell);
    else [tell, ...late].forEach((one) => one());
  });
  expect(await Promise.all([socket.send('rpc_methods'), socket.send('system_chain')])).toEqual([
    'rpc_methods',
    'system_chain',
  ]);
});

it('a refusal has the node’s code and details', async () => {
  const error = { code: 8000, message: 'Runtime error', data: '"no such program"' };
  const socket = await connected(({ id }, peer) => peer.send(JSON.stringify({ jsonrpc: '2.0', id, error })));
  await expect(socket.send('system_chain')).rejects.toMatchObject({
    message: '8000: Runtime error',
    code: 8000,
    data: error.data,
  });
});

it('all requests fail when the connection is cut, and all later ones', async () => {
  const lost = { failure: { kind: 'lost' } };
  const socket = await connected(({ method, id }, peer) => {
    if (method === 'chain_getBlock') peer.terminate();
    if (method === 'chain_subscribeNewHeads') answer(peer, id, 'heads');
  });
  const end = await socket.subscribe('chain_subscribeNewHeads', [], () => undefined);
  const underWay = (['rpc_methods', 'system_chain', 'chain_getBlock'] as const).map((method) =>
    expect(socket.send(method)).rejects.toMatchObject(lost),
  );
  await Promise.all(underWay);
  expect(socket.lost.aborted).toBe(true);
  await expect(socket.send('system_chain')).rejects.toMatchObject(lost);
  await expect(socket.subscribe('chain_subscribeNewHeads', [], () => undefined)).rejects.toMatchObject(lost);
  // Subscriptions over it can still be ended.
  end();
});

it('a subscription gets messages that come with its answer, and none after its end', async () => {
  const asked: unknown[] = [];
  let tell: (number: number) => void = () => undefined;
  const socket = await connected(({ id, method, params }, peer) => {
    asked.push([method, params]);
    answer(peer, id, 'heads');
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
  await expect(socket.send('system_chain')).rejects.toMatchObject({ failure: { kind: 'lost' } });
  vi.restoreAllMocks();
});

it('the next connection takes over an early one, once, whether it is open yet or not', async () => {
  let connections = 0;
  const { server, url } = await serve(({ id }, peer) => answer(peer, id, connections));
  server.on('connection', () => (connections += 1));
  const open = (): Promise<Socket> => Socket.open(url, new AbortController().signal);
  connectEarly(url);
  const first = await open();
  expect(await first.send('system_chain')).toBe(1);
  connectEarly(url);
  await once(server, 'connection');
  await first.send('system_chain');
  const second = await open();
  expect(await second.send('system_chain')).toBe(2);
  const third = await open();
  expect(await third.send('system_chain')).toBe(3);
  for (const socket of [first, second, third]) socket.close();
});

it('no connection is opened to a bad address', () => {
  connectEarly('nonsense');
  expect(takeEarly('nonsense')).toBeNull();
});
