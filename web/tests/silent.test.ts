import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { WsProvider } from '@polkadot/api';
import { expect, it, vi } from 'vitest';
import { WebSocketServer } from 'ws';
import { Connection } from '../src/chain/connection';

/** What the library makes of a node: here nothing but the way to it. */
vi.mock('@gear-js/api', () => ({
  GearApi: class {
    readonly isReadyOrError = Promise.resolve(this);
    readonly genesisHash = { toHex: () => '0x01' };
    readonly existentialDeposit = { toBigInt: () => 1n };
    readonly valuePerGas = { toBigInt: () => 1n };
    readonly blockGasLimit = { toBigInt: () => 1n };
    readonly registry = { createType: () => null };
    readonly rpc = {
      system: {
        chain: () => Promise.resolve('Here'),
        chainType: () => Promise.resolve({ isDevelopment: true }),
        properties: () =>
          Promise.resolve({
            tokenSymbol: { unwrapOrDefault: () => [] },
            ss58Format: { unwrapOr: () => ({ toNumber: () => 137 }) },
          }),
      },
    };
    private readonly provider: WsProvider;

    constructor(options: { provider: WsProvider }) {
      this.provider = options.provider;
    }

    disconnect(): Promise<void> {
      return this.provider.disconnect();
    }
  },
}));

it('ends what is under way over a connection on which nothing is answered any more', async () => {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  server.on('connection', (socket) => {
    socket.on('message', (data: Buffer) => {
      const { id, method } = JSON.parse(data.toString()) as { id: number; method: string };
      if (method !== 'rpc_methods') return;
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, result: { methods: ['gear_readState'] } }));
    });
  });
  const connection = new Connection(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  try {
    const link = (): ReturnType<typeof connection.link.get> => connection.link.get();
    await vi.waitFor(() => expect(link().status).toBe('online'), { timeout: 20_000 });
    const first = link();
    const lost = first.status === 'online' ? first.lost : undefined;
    expect(lost?.aborted).toBe(false);
    // The node says nothing to the question whether it is there.
    connection.doubt();
    await vi.waitFor(() => expect(lost?.aborted).toBe(true), { timeout: 20_000 });
    await vi.waitFor(() => expect(link()).not.toBe(first), { timeout: 20_000 });
  } finally {
    connection.close();
    for (const client of server.clients) client.terminate();
    server.close();
  }
});
