import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Api } from '../src/chain/api';
import type { Head } from '../src/chain/blocks';
import type { Online } from '../src/chain/connection';
import type { Hex } from '../src/lib/hex';
import { u8aToHex } from '../src/lib/bytes';
import { HistoryRecorder } from '../src/table/log/recorder';
import { NodeError } from '../src/chain/socket';
import { RUNTIME } from './node';

/** The number of blocks that a public node keeps. */
const KEPT = 256;
const HEAD = 5_000;
const BLOCK_TIME = 3_000;

const numberOf = (hash: Hex): number => Number(BigInt(hash));
const hashOf = (number: number): Hex => `0x${number.toString(16).padStart(64, '0')}`;
const head = (number: number): Head => ({ hash: hashOf(number), number, timestamp: number * BLOCK_TIME });

/** A node that has only the states of its latest blocks, all empty. */
class Node {
  latest = HEAD;
  /** The requested blocks that the node does not have. */
  readonly refused: number[] = [];
  readonly read: number[] = [];

  constructor(private readonly kept: number) {}

  readonly api = {
    runtime: RUNTIME,
    runtimeName: 'the present one',
    runtimeNameAfter: (parent: Hex) => this.answer(parent, 'the present one'),
    send: (method: string, [first, second]: [Hex, Hex]) => {
      if (method === 'chain_getBlockHash') return Promise.resolve((first as unknown as number[]).map(hashOf));
      this.read.push(numberOf(second));
      const now = RUNTIME.entry('Timestamp', 'Now');
      const time = RUNTIME.types.encode(now.type, numberOf(second) * BLOCK_TIME);
      return this.answer(second, [{ changes: [[now.key(), u8aToHex(time)]] }]);
    },
  } as unknown as Api;

  get online(): Online {
    return { api: this.api } as Online;
  }

  private answer<T>(hash: Hex, answer: T): Promise<T> {
    const number = numberOf(hash);
    if (number > this.latest - this.kept) return Promise.resolve(answer);
    this.refused.push(number);
    return Promise.reject(new NodeError(`Client error: State already discarded for ${hash}`, 4003));
  }
}

async function look(recorder: HistoryRecorder, node: Node): Promise<number[]> {
  node.read.length = 0;
  node.refused.length = 0;
  // The stage began long ago.
  await recorder.lookBack(node.online, head(node.latest), 3_000 * BLOCK_TIME, () => true);
  return [...node.read].sort((a, b) => a - b);
}

const range = (first: number, last: number): number[] => Array.from({ length: last - first + 1 }, (_, i) => first + i);

beforeEach(() => {
  vi.spyOn(console, 'error');
});

afterEach(() => {
  expect(console.error).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

it('looks back as far as the node keeps states, and says how far', async () => {
  const node = new Node(KEPT);
  const recorder = new HistoryRecorder('0x00', '0x03');
  // Reading a block needs the state before it.
  const first = HEAD - KEPT + 2;
  expect(await look(recorder, node)).toEqual(range(first, HEAD));
  expect(node.refused.length).toBeGreaterThan(0);
  expect(node.refused.length).toBeLessThanOrEqual(5);
  expect(recorder.history.since).toBe(first * BLOCK_TIME);
});

it('does not ask again for states that the node has deleted', async () => {
  const node = new Node(KEPT);
  const recorder = new HistoryRecorder('0x00', '0x03');
  await look(recorder, node);
  node.latest += 50;
  expect(await look(recorder, node)).toEqual(range(HEAD + 1, HEAD + 50));
  expect(node.refused).toEqual([]);
});

it('gets more from another node that has more', async () => {
  const recorder = new HistoryRecorder('0x00', '0x03');
  await look(recorder, new Node(KEPT));
  const archive = new Node(Infinity);
  expect(await look(recorder, archive)).toContain(HEAD - 1_200);
  expect(archive.refused).toEqual([]);
  expect(recorder.history.since).toBeNull();
});

it('does not ask a node that keeps no missed block', async () => {
  const node = new Node(1);
  const recorder = new HistoryRecorder('0x00', '0x03');
  await recorder.take([{ head: head(HEAD), hasRun: false, facts: [] }], true);
  expect(await look(recorder, node)).toEqual([]);
  expect(node.refused.length).toBeLessThanOrEqual(5);
  expect(recorder.history.since).toBe(HEAD * BLOCK_TIME);
});
