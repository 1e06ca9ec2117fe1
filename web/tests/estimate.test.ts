import { describe, expect, it } from 'vitest';
import type { Codec } from '@polkadot/types/types';
import { estimateOf } from '../src/chain/estimate';
import { MESSAGE_GAS, TABLE_ROOM } from '../src/rpsls/gas';
import { RpcError } from './rpc-error';

const FORBIDDEN = new RpcError(
  '8000: Runtime error',
  8000,
  '"Program terminated with a trap: \'Unable to call a forbidden function\'"',
);

function reckoned(info: object): Promise<Codec> {
  return Promise.resolve({ toJSON: () => info } as unknown as Codec);
}

describe('the gas that a message needs', () => {
  it('is what the node reckons, if it does', async () => {
    const { need, isPublished } = await estimateOf(reckoned({ min_limit: 800, burned: 400 }), MESSAGE_GAS, TABLE_ROOM);
    expect(need.needed).toBe(500n);
    expect(isPublished).toBe(false);
  });

  it('is what is published, if the node refuses to reckon it', async () => {
    const { need, isPublished } = await estimateOf(Promise.reject(FORBIDDEN), MESSAGE_GAS, TABLE_ROOM);
    expect(need.wanted).toBe(MESSAGE_GAS);
    expect(isPublished).toBe(true);
  });

  it('is not known where nothing is published, or the node did not answer', async () => {
    await expect(estimateOf(Promise.reject(FORBIDDEN), null, TABLE_ROOM)).rejects.toBe(FORBIDDEN);
    const lost = new Error('WebSocket is not connected');
    await expect(estimateOf(Promise.reject(lost), MESSAGE_GAS, TABLE_ROOM)).rejects.toBe(lost);
  });
});
