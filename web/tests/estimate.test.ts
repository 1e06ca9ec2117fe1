import { describe, expect, it } from 'vitest';
import { estimateOf, type GasInfo } from '../src/chain/estimate';
import { NO_ROOM } from '../src/chain/gas';
import { BURNED_GAS, MESSAGE_GAS, TABLE_ROOM } from '../src/rpsls/gas';
import { NodeError } from '../src/chain/socket';

const FORBIDDEN = new NodeError(
  'Runtime error',
  8000,
  '"Program terminated with a trap: \'Unable to call a forbidden function\'"',
);

function asked(info: GasInfo): Promise<GasInfo> {
  return Promise.resolve(info);
}

describe('the gas that a message needs', () => {
  it('is the node’s estimate, if there is one', async () => {
    const { need, isPublished } = await estimateOf(asked({ min_limit: 400, burned: 400 }), MESSAGE_GAS, TABLE_ROOM);
    expect(need.needed).toBe(500n);
    expect(isPublished).toBe(false);
  });

  it('exceeds the published bound if the chain prepares the code again, but not for later messages', async () => {
    const { need } = await estimateOf(asked({ min_limit: 36e9, burned: 36e9 }), MESSAGE_GAS, TABLE_ROOM);
    expect([need.needed, need.extra]).toEqual([39_750_000_000n, 36_000_000_000n - BURNED_GAS]);
    const usual = await estimateOf(asked({ min_limit: 15e9, burned: 1e9 }), MESSAGE_GAS, TABLE_ROOM);
    expect(usual.need.extra).toBe(0n);
    // For other programs no bound is published.
    expect((await estimateOf(asked({ min_limit: 26e9, burned: 26e9 }), null, NO_ROOM)).need.extra).toBe(
      26_000_000_000n,
    );
  });

  it('is the published bound, if the node refuses an estimate', async () => {
    const { need, isPublished } = await estimateOf(Promise.reject(FORBIDDEN), MESSAGE_GAS, TABLE_ROOM);
    expect(need.wanted).toBe(MESSAGE_GAS);
    expect(isPublished).toBe(true);
  });

  it('is unknown if no bound is published, or the node did not answer', async () => {
    await expect(estimateOf(Promise.reject(FORBIDDEN), null, TABLE_ROOM)).rejects.toBe(FORBIDDEN);
    const lost = new Error('WebSocket is not connected');
    await expect(estimateOf(Promise.reject(lost), MESSAGE_GAS, TABLE_ROOM)).rejects.toBe(lost);
  });
});
