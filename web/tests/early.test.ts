import { once } from 'node:events';
import { afterEach, expect, it } from 'vitest';
import { connectEarly, takeEarly } from '../src/chain/early';
import { Socket } from '../src/chain/socket';
import { answer, closeServers, serve } from './server';

afterEach(closeServers);

it('the next connection takes over an early one, once, whether it is open yet or not', async () => {
  let connections = 0;
  const { server, url } = await serve(({ id }, peer) => answer(peer, id, connections));
  server.on('connection', () => (connections += 1));
  const open = (): Promise<Socket> => Socket.open(url, new AbortController().signal);
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
