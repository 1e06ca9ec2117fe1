import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, it, vi } from 'vitest';
import { WebSocketServer } from 'ws';
import { Connection } from '../src/chain/connection';
import { FakeNode } from './node';

it('ends requests over a connection that no longer answers', async () => {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const node = new FakeNode({
    rpc_methods: () => ({ methods: ['gear_readState'] }),
    system_chain: () => 'Here',
    system_chainType: () => 'Development',
    system_properties: () => ({ ss58Format: 137, tokenSymbol: 'VARA' }),
    state_subscribeRuntimeVersion: () => 'versions',
  });
  let isSilent = false;
  server.on('connection', (socket) => {
    socket.on('message', (data: Buffer) => {
      if (isSilent) return;
      const { id, method, params } = JSON.parse(data.toString()) as { id: number; method: string; params: unknown[] };
      void node.send(method, params).then((result) => socket.send(JSON.stringify({ jsonrpc: '2.0', id, result })));
    });
  });
  const connection = new Connection(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  try {
    const link = (): ReturnType<typeof connection.link.get> => connection.link.get();
    await vi.waitFor(() => expect(link().status).toBe('online'), { timeout: 20_000 });
    const first = link();
    if (first.status !== 'online') return;
    isSilent = true;
    const unanswered = first.api.send('system_chain');
    // The node does not answer the question whether it is there.
    connection.doubt();
    await expect(unanswered).rejects.toMatchObject({ failure: { kind: 'lost' } });
    expect(first.lost.aborted).toBe(true);
    await vi.waitFor(() => expect(link()).not.toBe(first), { timeout: 20_000 });
  } finally {
    connection.close();
    for (const client of server.clients) client.terminate();
    server.close();
  }
});
