import { once } from 'node:events';
import { afterEach, expect, it, vi } from 'vitest';
import { Connection, type Link } from '../src/chain/connection';
import { FakeNode } from './node';
import { answer, closeServers, serve } from './server';

const open: Connection[] = [];

afterEach(() => {
  for (const connection of open.splice(0)) connection.close();
  closeServers();
});

/** A node that answers these methods, and no others. */
function node(answers: Record<string, unknown>, port = 0): ReturnType<typeof serve> {
  return serve(({ id, method }, peer) => answer(peer, id, answers[method] ?? null), port);
}

function connect(url: string): { link: () => Link; connection: Connection } {
  const connection = new Connection(url);
  open.push(connection);
  connection.begin();
  return { link: () => connection.link.get(), connection };
}

it('refuses an address that is not one', () => {
  expect(connect('http://127.0.0.1').link()).toEqual({ status: 'badAddress' });
});

it('connects only once it is asked to', async () => {
  const { url, server } = await node({ rpc_methods: { methods: [] }, system_chain: 'Other' });
  const connection = new Connection(url);
  open.push(connection);
  const opened = vi.fn();
  server.on('connection', opened);
  connection.wake(true);
  connection.doubt(false);
  connection.retryNow();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(opened).not.toHaveBeenCalled();
  connection.begin();
  connection.begin();
  await vi.waitFor(() => expect(connection.link.get().status).toBe('foreign'), { timeout: 10_000 });
  expect(opened).toHaveBeenCalledOnce();
});

it('says that a chain runs no Gear programs, and does not try it again', async () => {
  const { url, server } = await node({ rpc_methods: { methods: ['chain_getBlock'] }, system_chain: 'Other' });
  const { link } = connect(url);
  await vi.waitFor(() => expect(link()).toEqual({ status: 'foreign', name: 'Other' }), { timeout: 10_000 });
  await vi.waitFor(() => expect(server.clients.size).toBe(0), { timeout: 10_000 });
});

it('tries again if nothing answers, and finds a node that starts later', async () => {
  const { url, server, port } = await node({});
  server.close();
  await once(server, 'close');
  const { link, connection } = connect(url);
  await vi.waitFor(() => expect(link()).toMatchObject({ status: 'offline', chain: null }), { timeout: 10_000 });
  await vi.waitFor(() => expect(link()).toMatchObject({ attempts: 2 }), { timeout: 10_000 });
  await node({ rpc_methods: { methods: [] }, system_chain: 'Late' }, port);
  connection.retryNow();
  await vi.waitFor(() => expect(link()).toEqual({ status: 'foreign', name: 'Late' }), { timeout: 10_000 });
}, 40_000);

it('stops trying once it is closed', async () => {
  const { url, server } = await node({});
  server.close();
  await once(server, 'close');
  const { link, connection } = connect(url);
  await vi.waitFor(() => expect(link().status).toBe('offline'), { timeout: 10_000 });
  connection.close();
  const last = link();
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(link()).toBe(last);
});

it('says why a node is of no use, and tries it again', async () => {
  const { url } = await node({
    rpc_methods: { methods: ['gear_readState'] },
    chain_getBlockHash: `0x${'01'.repeat(32)}`,
    state_getRuntimeVersion: { specVersion: 1 },
    state_getStorageHash: `0x${'99'.repeat(32)}`,
    state_getMetadata: '0x00',
  });
  const { link } = connect(url);
  const why = 'The chain’s metadata can’t be read.';
  await vi.waitFor(() => expect(link()).toMatchObject({ status: 'offline', why }), { timeout: 10_000 });
  await vi.waitFor(() => expect(link()).toMatchObject({ attempts: 2, why }), { timeout: 10_000 });
}, 40_000);

it('asks a node again while there is no network, and ends requests that it does not answer', async () => {
  const node = new FakeNode({
    rpc_methods: () => ({ methods: ['gear_readState'] }),
    system_chain: () => 'Here',
    system_chainType: () => 'Development',
    system_properties: () => ({ ss58Format: 137, tokenSymbol: 'VARA' }),
    state_subscribeRuntimeVersion: () => 'versions',
    chain_subscribeNewHeads: () => 'heads',
    chain_subscribeFinalizedHeads: () => 'final',
    chain_getHeader: () => null,
  });
  let answers = Infinity;
  const { url } = await serve(({ id, method, params }, peer) => {
    if (answers-- > 0) void node.send(method, params).then((result) => answer(peer, id, result));
  });
  const { link, connection } = connect(url);
  await vi.waitFor(() => expect(link().status).toBe('online'), { timeout: 20_000 });
  const first = link();
  if (first.status !== 'online') return;
  // The first question whether the node is there is still answered.
  answers = 1;
  connection.doubt(true);
  const unanswered = first.api.send('system_chain');
  await expect(unanswered).rejects.toMatchObject({ failure: { kind: 'lost' } });
  expect(first.lost.aborted).toBe(true);
  await vi.waitFor(() => expect(link()).not.toBe(first), { timeout: 20_000 });
  // By the silence alone the page would find it out in 30 s.
}, 25_000);

it.each([
  ['money of other decimal places', { system_properties: () => ({ tokenDecimals: [18] }) }, '18 decimal places'],
  ['no first block', { chain_getBlockHash: () => null }, 'does not know its own chain'],
  ['a first block of another kind', { chain_getBlockHash: () => '0x12' }, 'does not know its own chain'],
  ['no version', { state_getRuntimeVersion: () => null }, 'does not know its own chain'],
  ['no methods', { rpc_methods: () => null }, 'does not know its own chain'],
])('does not use a node that tells of %s, and says why', async (_, odd, why) => {
  const node = new FakeNode({
    rpc_methods: () => ({ methods: ['gear_readState'] }),
    system_chain: () => 'Here',
    system_chainType: () => 'Development',
    system_properties: () => ({ tokenDecimals: 12 }),
    ...odd,
  });
  const { url } = await serve(({ id, method, params }, peer) => {
    node.send(method, params).then(
      (result) => answer(peer, id, result),
      () => answer(peer, id, 'odd'),
    );
  });
  const { link } = connect(url);
  const said = { status: 'offline', chain: null, why: expect.stringContaining(why) as string };
  await vi.waitFor(() => expect(link()).toMatchObject(said), { timeout: 10_000 });
});
