import 'fake-indexeddb/auto';
import { beforeEach, expect, it, vi } from 'vitest';
import type { BlockFacts, Head } from '../src/chain/blocks';
import type { Online } from '../src/chain/connection';
import { Chronicle } from '../src/table/log/chronicle';

const { asked, answers } = vi.hoisted(() => ({ asked: [] as number[], answers: { isOn: true } }));

vi.mock('../src/chain/past', () => ({
  pastOf: async function* (_api: unknown, _program: unknown, numbers: number[]) {
    asked.push(...numbers);
    for (const number of numbers) {
      await Promise.resolve();
      if (answers.isOn) yield [block(number)];
    }
  },
}));

const BLOCK_TIME = 3_000;
const ONLINE = { api: null } as unknown as Online;

function head(number: number): Head {
  return { hash: `0x${number.toString(16)}`, number, timestamp: number * BLOCK_TIME };
}

function block(number: number, hasFact = false): BlockFacts {
  const fact = { kind: 'asked', id: '0x01', from: '0x02', to: '0x03', payload: null } as const;
  return { head: head(number), hasRun: hasFact, facts: hasFact ? [fact] : [] };
}

/** What a table is asked of, whose stage is as old as the block it is looked at. */
async function lookBack(chronicle: Chronicle, number: number): Promise<number[]> {
  asked.length = 0;
  await chronicle.lookBack(ONLINE, head(number), head(number).timestamp, () => true);
  return [...asked];
}

beforeEach(() => {
  answers.isOn = true;
});

it('the last hour is read, and what followed on the last that is known, the latest first', async () => {
  const chronicle = new Chronicle('0x00', '0x03');
  chronicle.take([block(99), block(100, true)], true);
  const read = await lookBack(chronicle, 5_000);
  expect([read[0], read[1_200], read[1_201], read.at(-1)]).toEqual([5_000, 3_800, 200, 101]);
  expect(new Set(read).size).toBe(read.length);
});

it('what a lost connection left unread is read the next time', async () => {
  const chronicle = new Chronicle('0x00', '0x03');
  chronicle.take([block(99), block(100, true)], true);
  answers.isOn = false;
  const first = await lookBack(chronicle, 5_000);
  answers.isOn = true;
  expect(await lookBack(chronicle, 5_000)).toEqual(first);
});

it('where nothing follows for an hour no more is read', async () => {
  const chronicle = new Chronicle('0x00', '0x03');
  chronicle.take([block(99), block(100, true)], true);
  const older = [];
  for (let look = 0; look < 20; look += 1) older.push(...(await lookBack(chronicle, 9_000)).filter((n) => n < 5_000));
  expect(Math.max(...older)).toBe(1_300);
  expect(older.length).toBe(1_200);
});
