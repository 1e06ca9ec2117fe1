import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ChainEvent } from '../src/chain/runtime';
import { Runtime } from '../src/chain/runtime';
import { u8aConcat } from '../src/lib/bytes';
import { METADATA, RUNTIME } from './node';

const PROGRAM = `0x${'aa'.repeat(32)}`;

afterEach(() => {
  vi.restoreAllMocks();
});

/** A block's events, encoded, each with the extrinsic that caused it. */
function eventBytes(records: (Uint8Array | [extrinsic: number, event: object])[]): Uint8Array {
  const { def } = RUNTIME.types.registered(RUNTIME.entry('System', 'Events').type);
  if (def.tag !== 'sequence') throw new Error('no list of events');
  const record = def.value;
  const parts = records.map((one) =>
    one instanceof Uint8Array
      ? one
      : RUNTIME.types.encode(record, { phase: { ApplyExtrinsic: one[0] }, event: one[1], topics: [] }),
  );
  return u8aConcat([records.length << 2], ...parts);
}

const QUEUED = {
  Gear: {
    MessageQueued: { id: PROGRAM, source: PROGRAM, destination: PROGRAM, entry: 'Handle' },
  },
};
const TRANSFER = { Balances: { Transfer: { from: PROGRAM, to: PROGRAM, amount: 2n ** 100n } } };
/** An event of an unknown pallet, with some data. */
const UNKNOWN = Uint8Array.of(0, 2, 0, 0, 0, 251, 7, 1, 2, 3, 0);

const nameOf = ({ pallet, name, extrinsic }: ChainEvent): unknown => [pallet, name, extrinsic];

describe('a block’s events', () => {
  it('have their extrinsic, and values too large for a number', () => {
    const events = RUNTIME.events(
      eventBytes([
        [1, QUEUED],
        [2, TRANSFER],
      ]),
    );
    expect(events.map(nameOf)).toEqual([
      ['Gear', 'MessageQueued', 1],
      ['Balances', 'Transfer', 2],
    ]);
    expect(events[1]?.fields).toMatchObject({ amount: 2n ** 100n });
    expect(RUNTIME.events(new Uint8Array())).toEqual([]);
  });

  it('are read except for an unreadable one, wherever that is', () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const first: [number, object] = [1, QUEUED];
    const second: [number, object] = [3, TRANSFER];
    for (const records of [
      [UNKNOWN, first, second],
      [first, UNKNOWN, second],
      [first, second, UNKNOWN],
    ]) {
      expect(RUNTIME.events(eventBytes(records)).map(nameOf)).toEqual([
        ['Gear', 'MessageQueued', 1],
        ['Balances', 'Transfer', 3],
      ]);
    }
    expect(warn).toHaveBeenCalledTimes(3);
  });
});

describe('storage', () => {
  it('is found by its keys, and its keys are found in storage places', () => {
    const vouchers = RUNTIME.entry('GearVoucher', 'Vouchers');
    const voucher = `0x${'bb'.repeat(32)}`;
    expect(vouchers.key(PROGRAM, voucher).startsWith(vouchers.key(PROGRAM))).toBe(true);
    expect(vouchers.keysIn(vouchers.key(PROGRAM, voucher))).toEqual([PROGRAM, voucher]);
  });

  it('has the chain’s default if nothing is stored', () => {
    expect(RUNTIME.entry('System', 'Account').value(null)).toMatchObject({ nonce: 0, data: { free: 0n } });
    expect(RUNTIME.entry('GearProgram', 'ProgramStorage').value(null)).toBeNull();
  });

  it('that does not exist is named', () => {
    expect(() => RUNTIME.entry('Gear', 'Nothing')).toThrow('the chain keeps no Gear.Nothing');
    expect(() => RUNTIME.entry('Nothing', 'Nothing')).toThrow('the chain has no Nothing');
    expect(() => RUNTIME.constant('Gear', 'Nothing')).toThrow('the chain has no Gear.Nothing');
  });
});

it('an error names the field that a call lacks', () => {
  expect(() => RUNTIME.encodeCall({ Gear: { send_message: { destination: PROGRAM } } })).toThrow('payload');
  expect(() => RUNTIME.encodeCall({ Gear: { no_such_call: {} } })).toThrow('there is no variant no_such_call');
});

it('bytes that are not metadata are refused as such', () => {
  const sentence = 'The chain’s metadata can’t be read.';
  for (const bytes of [new Uint8Array(), Uint8Array.of(1, 2, 3, 4, 5), METADATA.slice(0, METADATA.length / 2)]) {
    expect(() => new Runtime(bytes)).toThrow(sentence);
  }
});
