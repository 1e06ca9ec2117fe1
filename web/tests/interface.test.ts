/* eslint-disable @typescript-eslint/no-deprecated -- what others make of the same metadata is the measure */
import { ProgramMetadata } from '@gear-js/api';
import club from '@artifacts/rpsls_club.meta.txt?raw';
import table from '@artifacts/rpsls.meta.txt?raw';
import ticTacToe from '@artifacts/tic_tac_toe.meta.txt?raw';
import { describe, expect, it } from 'vitest';
import { KnownCodes } from '../src/chain/code';
import type { Hex } from '../src/lib/hex';
import { Interface } from '../src/chain/metadata';
import { u8aToHex } from '../src/lib/bytes';

/** Random numbers, the same in each run. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

type Direction = 'input' | 'output';

describe.each(Object.entries({ club, table, ticTacToe }))('the types of %s', (_, text) => {
  const types = new Interface(text, '0x0000000000000000', [], new KnownCodes('', '', '0x'));
  const theirs = ProgramMetadata.from(`0x${text.trim().replace(/^0x/, '')}`);
  const state = theirs.types.state as unknown as Record<Direction, number>;
  const others = theirs.types.others.output;
  const ways: [name: string, type: number | null, decode: (payload: Hex) => unknown][] = [
    ['actions', theirs.types.handle.input, (payload) => types.decodeAction(payload)],
    ['replies', theirs.types.handle.output, (payload) => types.decodeReply(payload)],
    ['events', others, (payload) => types.decodeTold(payload)],
    ['states', state.output, (payload) => types.decodeState(payload)],
  ];

  it.each(['0xzz', '0x123', '0x', '0xff', 7 as unknown as string])('make of %j what the node has garbled', (told) => {
    const garbled: unknown = expect.objectContaining({
      failure: expect.objectContaining({ kind: 'garbled' }) as unknown,
    });
    expect(() => types.decodeState(told as Hex)).toThrow(garbled);
    expect(() => types.decodeReply(told as Hex)).toThrow(garbled);
  });

  it.each(ways)('are those of @gear-js/api in %s', (_, type, decode) => {
    if (type === null) return;
    const random = chance(7);
    let compared = 0;
    for (let count = 0; count < 400; count += 1) {
      // Small numbers make valid lengths and variants more likely.
      const bytes = Uint8Array.from({ length: 400 }, () => Math.floor(random() ** 4 * 24));
      let expected: unknown;
      try {
        expected = theirs.createType(type, bytes).toJSON();
      } catch {
        continue;
      }
      let found: unknown;
      try {
        found = decode(u8aToHex(bytes));
      } catch (error) {
        // The other library accepts bytes that end too early.
        if (/too early/.test(String(error))) continue;
        throw error;
      }
      expect(normal(found)).toEqual(normal(expected));
      compared += 1;
    }
    expect(compared).toBeGreaterThan(5);
  });
});

/** Makes values comparable: integers without leading zeros, and sets in one order. */
function normal(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, inner: unknown) => {
    if (Array.isArray(inner)) return inner.every((one) => typeof one === 'string') ? inner.sort() : (inner as unknown);
    return typeof inner === 'string' && /^0x[0-9a-f]{1,32}$/.test(inner) ? BigInt(inner).toString() : inner;
  });
}
