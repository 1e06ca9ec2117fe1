import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { missingIn, runsOf, withSpan, type Span } from '../src/chain/spans';
import type { GameBlock } from '../src/rpsls/facts';
import { Logbook, MOST_BLOCKS } from '../src/table/log/logbook';

const [GENESIS, PROGRAM] = ['0x01', '0x02'] as const;

function span(first: number, last: number): Span {
  return { first, last, from: first * 3_000, to: last * 3_000 };
}

function block(number: number, value = 10n ** 30n): GameBlock {
  return {
    head: { hash: `0x${number}`, number, timestamp: number * 3_000 },
    facts: [{ kind: 'paid', who: '0xada', value, event: { kind: 'playerLeft' } }],
  };
}

let books = 0;
const newName = (): string => `book ${(books += 1)}`;

describe('the logbook', () => {
  it('has after a reload what was kept before, to the last unit', async () => {
    const name = newName();
    const before = await Logbook.open(name);
    await before.keep(GENESIS, PROGRAM, span(1, 9), [block(3), block(9)]);
    before.close();
    const after = await Logbook.open(name);
    expect(await after.read(GENESIS, PROGRAM)).toEqual({ blocks: [block(3), block(9)], spans: [span(1, 9)] });
    expect(await after.read(GENESIS, '0x03')).toEqual({ blocks: [], spans: [] });
    expect(await after.read('0x04', PROGRAM)).toEqual({ blocks: [], spans: [] });
  });

  it('replaces undone blocks with those of the chain, and leaves the others', async () => {
    const book = await Logbook.open(newName());
    await book.keep(GENESIS, PROGRAM, span(1, 9), [block(3), block(8), block(9)]);
    await book.keep(GENESIS, PROGRAM, span(8, 8), [block(8, 1n)]);
    expect((await book.read(GENESIS, PROGRAM)).blocks).toEqual([block(3), block(8, 1n), block(9)]);
  });

  it('forgets the oldest blocks', async () => {
    const book = await Logbook.open(newName());
    const blocks = Array.from({ length: MOST_BLOCKS + 5 }, (_, index) => block(index + 1));
    await book.keep(GENESIS, PROGRAM, span(1, blocks.length), blocks);
    const kept = await book.read(GENESIS, PROGRAM);
    expect(kept.blocks).toHaveLength(MOST_BLOCKS);
    expect(kept.blocks[0]).toEqual(block(6));
  });
});

describe('the seen blocks', () => {
  it('are one span if they touch', () => {
    const spans = [span(10, 20), span(21, 30), span(5, 12), span(40, 50), span(33, 33)].reduce<Span[]>(withSpan, []);
    expect(spans).toEqual([span(5, 30), span(33, 33), span(40, 50)]);
  });

  it('leave gaps, which are listed with the latest first', () => {
    expect(missingIn([span(5, 7), span(9, 9)], 3, 11)).toEqual([11, 10, 8, 4, 3]);
    expect(runsOf([11, 10, 8, 4, 3], 10)).toEqual([[11, 10], [8], [4, 3]]);
    expect(runsOf([5, 4, 3], 2)).toEqual([[5, 4], [3]]);
  });
});
