import { describe, expect, it } from 'vitest';
import { messagesIn } from '../src/chain/calls';
import type { Call } from '../src/chain/runtime';
import { isUnpaid } from '../src/chain/failure';
import { owned, usable, type Voucher } from '../src/chain/voucher';

const voucher = (some: Partial<Voucher>): Voucher => ({
  id: '0x01',
  owner: '0x0a',
  spender: '0x0b',
  expiry: 1_000,
  balance: 5n,
  held: 0n,
  ...some,
});

describe('a voucher', () => {
  it('pays while it lasts and has money, the fullest first', () => {
    const full = voucher({ id: '0x02', balance: 9n });
    const some = voucher({});
    expect(usable([some, voucher({ balance: 0n }), voucher({ expiry: 120 }), full], 100)).toEqual([full, some]);
  });

  it('that is about to end is not used, since signing and the next block take time', () => {
    expect(usable([voucher({ expiry: 120 })], 100)).toEqual([]);
    expect(usable([voucher({ expiry: 121 })], 100)).toHaveLength(1);
  });

  it('gives money back only to its owner', () => {
    const others = voucher({ owner: '0x0c' });
    expect(owned([voucher({}), others, voucher({ balance: 0n })], '0x0a')).toEqual([voucher({})]);
    const held = voucher({ balance: 0n, held: 3n });
    expect(owned([held], '0x0a')).toEqual([held]);
  });

  it('that fails to pay does not stop the message', () => {
    expect(isUnpaid({ kind: 'funds', has: 0n, needs: 1n })).toBe(true);
    expect(isUnpaid({ kind: 'node', text: 'gearVoucher.VoucherExpired: over' })).toBe(true);
    expect(isUnpaid({ kind: 'node', text: '1014: Priority is too low' })).toBe(false);
    expect(isUnpaid({ kind: 'lost' })).toBe(false);
  });
});

describe('the messages in a call', () => {
  const send = (to: string, payload: string): Call => ({ Gear: { send_message: { destination: to, payload } } });
  const told = (call: Call): unknown[] => messagesIn(call).map(({ destination, payload }) => [destination, payload]);

  it('are found in it, in a voucher’s call, and in batches within batches, in order', () => {
    const prepaid = { SendMessage: { destination: 'table', payload: 'b' } };
    const sponsored: Call = { GearVoucher: { call: { voucher_id: '0x01', call: prepaid } } };
    const inner: Call = { Utility: { batch: { calls: [sponsored, send('table', 'c')] } } };
    const all: Call = { Utility: { batch_all: { calls: [send('table', 'a'), inner] } } };
    expect(told(all)).toEqual([
      ['table', 'a'],
      ['table', 'b'],
      ['table', 'c'],
    ]);
  });

  it('do not exist if nothing is sent', () => {
    expect(told({ Balances: { transfer_keep_alive: {} } })).toEqual([]);
    expect(told({ GearVoucher: { call: { voucher_id: '0x01', call: 'DeclineVoucher' } } })).toEqual([]);
  });
});
