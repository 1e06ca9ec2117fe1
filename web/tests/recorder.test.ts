import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BlockFacts, Head } from '../src/chain/blocks';
import type { Online } from '../src/chain/connection';
import { runsOf } from '../src/chain/spans';
import { HistoryRecorder } from '../src/table/log/recorder';
import { Logbook } from '../src/table/log/logbook';

const { asked, answers } = vi.hoisted(() => ({ asked: [] as number[], answers: { isOn: true } }));

vi.mock('../src/chain/past', () => ({
  pastOf: async function* (_api: unknown, _program: unknown, numbers: number[]) {
    asked.push(...numbers);
    for (const run of runsOf(numbers, 10)) {
      await Promise.resolve();
      if (answers.isOn) yield run.map((number) => block(number)).reverse();
    }
  },
}));

const BLOCK_TIME = 3_000;
const ONLINE = { api: null } as unknown as Online;
/** A node whose chain has replaced these blocks with others. */
const reorganised = (...undone: number[]): Online => {
  const send = (_method: string, [numbers]: [number[]]) =>
    Promise.resolve(numbers.map((number) => (undone.includes(number) ? '0xff' : head(number).hash)));
  return { api: { send } } as unknown as Online;
};

function head(number: number): Head {
  return { hash: `0x${number.toString(16)}`, number, timestamp: number * BLOCK_TIME };
}

function block(number: number, hasFact = false): BlockFacts {
  const fact = { kind: 'asked', id: '0x01', from: '0x02', to: '0x03', payload: null } as const;
  return { head: head(number), hasRun: hasFact, facts: hasFact ? [fact] : [] };
}

/** Looks back at a table whose stage began at this block. Returns the blocks that were read. */
async function lookBack(recorder: HistoryRecorder, number: number): Promise<number[]> {
  asked.length = 0;
  await recorder.lookBack(ONLINE, head(number), head(number).timestamp, () => true);
  return [...asked];
}

beforeEach(() => {
  answers.isOn = true;
});

it('reads the last hour, and the blocks after the last known one, the latest first', async () => {
  const recorder = new HistoryRecorder('0x00', '0x03');
  await recorder.take([block(99), block(100, true)], true);
  const read = await lookBack(recorder, 5_000);
  expect([read[0], read[1_200], read[1_201], read.at(-1)]).toEqual([5_000, 3_800, 200, 101]);
  expect(new Set(read).size).toBe(read.length);
});

it('reads the next time what a lost connection left unread', async () => {
  const recorder = new HistoryRecorder('0x00', '0x03');
  await recorder.take([block(99), block(100, true)], true);
  answers.isOn = false;
  const first = await lookBack(recorder, 5_000);
  answers.isOn = true;
  expect(await lookBack(recorder, 5_000)).toEqual(first);
});

it('reads no more after an hour without a known block', async () => {
  const recorder = new HistoryRecorder('0x00', '0x03');
  await recorder.take([block(99), block(100, true)], true);
  const older = [];
  for (let look = 0; look < 20; look += 1) older.push(...(await lookBack(recorder, 9_000)).filter((n) => n < 5_000));
  expect(Math.max(...older)).toBe(1_300);
  expect(older.length).toBe(1_200);
});

describe('what happened', () => {
  /** A block with news: a message that failed. */
  const news = (number: number): BlockFacts => ({
    ...block(number),
    hasRun: true,
    facts: [
      { kind: 'said', id: '0x01', from: '0x03', to: '0x02', value: 0n, payload: '0x', replyTo: '0x04', isError: true },
    ],
  });
  const told = (recorder: HistoryRecorder) => recorder.history.entries.map(({ block }) => block);

  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  it('is shown only after it is kept, so a closed page shows it again', async () => {
    let keep: () => void = () => undefined;
    const keeping = vi
      .spyOn(Logbook.prototype, 'keep')
      .mockReturnValueOnce(new Promise<void>((resolve) => (keep = resolve)));
    const recorder = new HistoryRecorder('0x00', '0x05');
    const taken = [recorder.take([news(1)], true), recorder.take([news(2)], true)];
    // By now the second block is kept.
    await vi.waitFor(() => expect(keeping).toHaveBeenCalledTimes(2));
    await keeping.mock.results[1]?.value;
    expect(told(recorder)).toEqual([]);
    keep();
    await Promise.all(taken);
    expect(told(recorder)).toEqual([2, 1]);
  });

  it('is read again if the last seen block was undone', async () => {
    const before = new HistoryRecorder('0x00', '0x06');
    await before.take([news(98), block(99), news(100), block(101)], true);
    const after = new HistoryRecorder('0x00', '0x06');
    const online = reorganised(100, 101);
    await after.take([block(110)], true);
    await after.remember(online);
    expect(told(after).filter((number) => number <= 101)).toEqual([98]);
    asked.length = 0;
    await after.lookBack(online, head(110), head(110).timestamp, () => true);
    // Something may have happened in the empty block before it, too.
    expect(asked.slice(0, 11)).toEqual([109, 108, 107, 106, 105, 104, 103, 102, 101, 100, 99]);
    expect(asked).not.toContain(98);
  });

  it.each([
    ['right after', 102],
    ['later', 120],
  ])('is read again %s, if nothing had happened in the undone block', async (_, next) => {
    const program = `0x08${next}` as const;
    const before = new HistoryRecorder('0x00', program);
    await before.take([block(50), block(100), block(101)], true);
    // This holds for a page that is opened then, and for one that was offline in the meantime.
    for (const recorder of [new HistoryRecorder('0x00', program), before]) {
      void recorder.remember(reorganised(101));
      await recorder.take([block(next)], true);
      const read = (await lookBack(recorder, next)).filter((number) => number > 50);
      expect(read).toEqual(Array.from({ length: next - 92 }, (_, index) => next - 1 - index));
    }
  });

  it('is shown even if the browser refuses to keep it', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    vi.spyOn(Logbook.prototype, 'keep').mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
    const recorder = new HistoryRecorder('0x00', '0x05');
    await recorder.take([news(1)], true);
    expect(told(recorder)).toEqual([1]);
  });

  it('is shown even if the browser’s storage hangs, after one try', async () => {
    vi.useFakeTimers();
    let keep: () => void = () => undefined;
    vi.spyOn(Logbook.prototype, 'keep').mockReturnValue(new Promise<void>((resolve) => (keep = resolve)));
    const recorder = new HistoryRecorder('0x00', '0x05');
    const first = recorder.take([news(1)], true);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(told(recorder)).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_000);
    await first;
    expect(told(recorder)).toEqual([1]);
    await recorder.take([news(2)], true);
    expect(told(recorder)).toEqual([2, 1]);
    keep();
    await vi.advanceTimersByTimeAsync(0);
  });
});
