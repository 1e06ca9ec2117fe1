import { expect, it, vi } from 'vitest';
import { Connection } from '../src/chain/connection';
import { FakeNode } from './node';
import { answer, closeServers, serve } from './server';

it('ends requests over a connection that no longer answers', async () => {
  const node = new FakeNode({
    rpc_methods: () => ({ methods: ['gear_readState'] }),
    system_chain: () => 'Here',
    system_chainType: () => 'Development',
    system_properties: () => ({ ss58Format: 137, tokenSymbol: 'VARA' }),
    state_subscribeRuntimeVersion: () => 'versions',
  });
  let isSilent = false;
  const { url } = await serve(({ id, method, params }, peer) => {
    if (!isSilent) void node.send(method, params).then((result) => answer(peer, id, result));
  });
  const connection = new Connection(url);
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
    closeServers();
  }
});
