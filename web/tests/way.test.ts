import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Api } from '../src/chain/api';
import type { Online } from '../src/chain/connection';
import { ChainError, failureOf, isNo, isOpen, isPassing, NodeError } from '../src/chain/failure';
import { Growth, UNKNOWN, type Grown } from '../src/chain/growth';
import { periodWithin } from '../src/chain/extrinsic';
import { ZERO, type Hex } from '../src/lib/hex';
import { presence } from '../src/chain/program';
import { Socket } from '../src/chain/socket';
import { submit } from '../src/chain/submit';
import { vouchersOf } from '../src/chain/voucher';
import { DEV_ACCOUNTS } from '../src/chain/wallet';
import { RPSLS } from '../src/rpsls/artifacts';
import { Store } from '../src/lib/store';
import { isUnfinal, showingAt } from '../src/rpsls/showing';
import { accountWith, apiOf, FakeNode, RUNTIME, signersWith, type Answers } from './node';
import { answer, closeServers, serve } from './server';

beforeEach(() => {
  for (const kind of ['info', 'warn', 'debug'] as const) vi.spyOn(console, kind).mockReturnValue();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  closeServers();
});

describe('a request without an answer', () => {
  async function connected(isThere: () => boolean): Promise<Socket> {
    const { url } = await serve(({ id, method }, peer) => {
      if (method === 'system_chain' && isThere()) answer(peer, id, 'Here');
      if (method === 'chain_subscribeNewHeads') setTimeout(() => answer(peer, id, 'heads'), 20);
    });
    return Socket.open(url, new AbortController().signal);
  }

  it.each(['system_accountNextIndex', 'gear_readMetahash', 'chain_getBlock'] as const)(
    '%s fails at its deadline, and a node that is there keeps its connection',
    async (method) => {
      const socket = await connected(() => true);
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const asked = expect(socket.send(method)).rejects.toMatchObject({ failure: { kind: 'lost' } });
      vi.advanceTimersByTime(10_000);
      await asked;
      vi.useRealTimers();
      await socket.doubt(2_000);
      expect(socket.lost.aborted).toBe(false);
    },
  );

  it('ends the connection if the node does not say either that it is there', async () => {
    const socket = await connected(() => false);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const asked = expect(socket.send('gear_readState')).rejects.toMatchObject({ failure: { kind: 'lost' } });
    vi.advanceTimersByTime(10_000);
    await asked;
    vi.advanceTimersByTime(5_000);
    expect(socket.lost.aborted).toBe(true);
  });

  it('that reads much has more time', async () => {
    const socket = await connected(() => true);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let isOver = false;
    const asked = socket.send('state_getMetadata').catch(() => (isOver = true));
    await vi.advanceTimersByTimeAsync(29_000);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
    await asked;
    expect(isOver).toBe(true);
    socket.close();
  });
});

describe('a node’s error', () => {
  it.each([
    [new NodeError('Method not found', -32_601), true],
    [new NodeError('Runtime error', 8000, '"Program terminated with a trap"'), true],
    [new NodeError('Runtime error', 8000, 'UnknownBlock("State already discarded")'), false],
    [new NodeError('Too many requests', -32_000), false],
    [new NodeError('Server is busy', -32_009), false],
    [new NodeError('Internal error', -32_603), false],
    [new NodeError('Immediately Dropped', 1016), false],
    [new NodeError('Client error: UnknownBlock', 4003), false],
  ])('%s is an answer: %s', (error, isAnswer) => {
    expect([isNo(error), isPassing(error)]).toEqual([isAnswer, !isAnswer]);
  });
});

it('a node that is busy for a moment is asked again, and nobody notices', async () => {
  let tries = 0;
  const node = new FakeNode({
    gear_readMetahash: () => {
      tries += 1;
      if (tries < 3) throw new NodeError('Too many requests', -32_000);
      return '0x01';
    },
  });
  const api = await apiOf(node);
  expect(await api.send('gear_readMetahash', [ZERO, null])).toBe('0x01');
});

describe('the look of a program', () => {
  const stays = async (answers: Answers): Promise<unknown> => {
    const api = await apiOf(new FakeNode({ state_getStorage: () => null, ...answers }));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const looked = presence({ api } as Online, ZERO, RPSLS).catch((error: unknown) => error);
    for (let second = 0; second < 10; second += 1) await vi.advanceTimersByTimeAsync(1_000);
    return looked;
  };

  it.each([-32_000, -32_603, 1, 4003])('is not told by an error %i', async (code) => {
    const busy = (): never => {
      throw new NodeError('busy', code);
    };
    expect(await stays({ gear_readMetahash: busy })).toBeInstanceOf(NodeError);
  });

  it('is not told by nothing', async () => {
    expect(await stays({ gear_readMetahash: () => null })).toMatchObject({ failure: { kind: 'behind' } });
    for (const told of ['0xzz', '0x12', '', 7, {}])
      expect(await stays({ gear_readMetahash: () => told })).toMatchObject({ failure: { kind: 'garbled' } });
  });

  it('is told by the program', async () => {
    const no = (): never => {
      throw new NodeError('Runtime error', 8000, '"no metahash"');
    };
    expect(await stays({ gear_readMetahash: no })).toBe('absent');
  });
});

it('an extrinsic lives for a power of two of blocks, no longer than it may', () => {
  expect([1, 4, 20, 32, 100, 200, 9_999].map(periodWithin)).toEqual([4, 4, 16, 32, 64, 128, 128]);
});

describe('a message that no block takes', () => {
  const header = (number: number): object => ({
    parentHash: `0x${number.toString(16).padStart(64, '0')}`,
    number: `0x${number.toString(16)}`,
    stateRoot: ZERO,
    extrinsicsRoot: ZERO,
    digest: { logs: [] },
  });

  /** The node’s best block. */
  let best = 9;

  beforeEach(() => {
    best = 9;
  });

  /** @param takes how the pool answers, the extrinsics so far given */
  async function sending(
    takes: (sent: readonly Hex[]) => void = () => undefined,
    answers: Answers = {},
  ): Promise<{ node: FakeNode; sent: Hex[]; go: () => Promise<unknown> }> {
    const sent: Hex[] = [];
    const node = new FakeNode({
      ...signersWith(10n ** 15n),
      chain_getHeader: () => header(best),
      author_submitAndWatchExtrinsic: (whole: Hex) => {
        sent.push(whole);
        takes(sent);
      },
      ...answers,
    });
    const api: Api = await apiOf(node);
    const chain = { ss58: 137, genesis: api.genesis, isDevelopment: true } as never;
    const [alice] = DEV_ACCOUNTS;
    if (!alice) throw new Error('there is no Alice');
    const work = `test ${Math.random()}`;
    const go = (): Promise<unknown> =>
      submit({ api, chain }, alice, { System: { remark: { remark: '0x01' } } }, () => undefined, { work }).catch(
        (error: unknown) => error,
      );
    return { node, sent, go };
  }

  /** The extrinsic’s number, which stands between its life and its tip. */
  const numberIn = (whole: Hex | undefined): string =>
    (whole ?? '').slice(2 + 2 * (2 + 1 + 33 + 65 + 2), -2 * (1 + 1 + 4));

  it('is over after 32 blocks, and signed anew under the same number', async () => {
    const { node, sent, go } = await sending();
    const first = go();
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    node.tell('chain_subscribeNewHeads', header(30));
    await new Promise((resolve) => setTimeout(resolve, 20));
    node.tell('chain_subscribeNewHeads', header(45));
    expect(failureOf(await first)).toEqual({ kind: 'void', mayCome: false });
    // A node that is behind gets the same bytes again, and one that knows of the end others of that number.
    void go();
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]).toBe(sent[0]);
    node.tell('chain_subscribeNewHeads', header(46));
    await new Promise((resolve) => setTimeout(resolve, 20));
    best = 46;
    void go();
    await vi.waitFor(() => expect(sent).toHaveLength(3));
    expect(sent[2]).not.toBe(sent[0]);
    expect(numberIn(sent[2])).toBe(numberIn(sent[0]));
  });

  it('is not sent twice as the same bytes once a pool has dropped it', async () => {
    const { node, sent, go } = await sending();
    const first = go();
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    node.tell('author_submitAndWatchExtrinsic', 'dropped');
    node.tell('chain_subscribeNewHeads', header(11));
    // Another node may have it: what was made for it, such as a guest's key, must not be thrown away.
    const dropped = failureOf(await first);
    expect([dropped.kind, isOpen(dropped)]).toEqual(['void', true]);
    void go();
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]).not.toBe(sent[0]);
  });

  const outbid = new NodeError('Priority is too low', 1014, 'The transaction has too low priority');
  const outdated = new NodeError('Invalid Transaction', 1010, 'Transaction is outdated');
  /** More extrinsics than the account has sent in these tests. */
  const USED = 100;
  const usedUp = {
    state_getStorage: () => accountWith(10n ** 15n, USED),
    chain_getBlock: () => ({ block: { extrinsics: [] } }),
  };

  it.each([
    ['waits for a block', outbid, {}, 20],
    ['is in one', outdated, usedUp, 30],
  ])(
    'because another of its account with its number %s is said to be too late, and signed anew',
    async (_, no, answers, first) => {
      let next = first;
      const { sent, go } = await sending(
        () => {
          if (next === first) throw no;
        },
        { ...answers, system_accountNextIndex: () => next },
      );
      expect(await go()).toMatchObject({ failure: { kind: 'overtaken' } });
      expect(sent).toHaveLength(1);
      next = first + 1;
      void go();
      await vi.waitFor(() => expect(sent).toHaveLength(2));
      // A number below 64 is written as four times as much.
      expect(sent.map((whole) => parseInt(numberIn(whole), 16) / 4)).toEqual([first, first + 1]);
    },
  );

  it('is said to be too late as well if a block tells so', async () => {
    let used = 0;
    const { node, sent, go } = await sending(undefined, {
      ...usedUp,
      state_getStorage: () => accountWith(10n ** 15n, used),
    });
    const first = go();
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    used = USED;
    node.tell('chain_subscribeNewHeads', header(11));
    expect(await first).toMatchObject({ failure: { kind: 'overtaken' } });
  });

  it('of which the node’s first answer was lost is found in its block, and not called outdated', async () => {
    const events = RUNTIME.entry('System', 'Events').key();
    const { sent, go } = await sending(
      (tries) => {
        if (tries.length === 1) {
          best = 10;
          throw new ChainError({ kind: 'lost' });
        }
        throw outdated;
      },
      {
        state_getStorage: (key: Hex) => (key === events ? '0x00' : accountWith(10n ** 15n, USED * sent.length)),
        chain_getBlock: () => ({ block: { extrinsics: sent.slice(0, 1) } }),
      },
    );
    expect(await go()).toMatchObject({ events: [] });
    expect(sent).toHaveLength(2);
  });

  it('is found in a block as high as the best one when it was signed, which that has made way for', async () => {
    const events = RUNTIME.entry('System', 'Events').key();
    let used = 0;
    const { node, sent, go } = await sending(undefined, {
      state_getStorage: (key: Hex) => (key === events ? '0x00' : accountWith(10n ** 15n, used)),
      chain_getBlock: (hash: Hex) => ({ block: { extrinsics: Number(hash) === 9 ? sent : [] } }),
    });
    const first = go();
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    used = USED;
    node.tell('chain_subscribeNewHeads', header(11));
    expect(await first).toMatchObject({ events: [] });
  });

  it('is given again, as the same bytes, to a node that is busy for a moment', async () => {
    const { sent, go } = await sending((tries) => {
      if (tries.length < 3) throw new NodeError('Too many requests', -32_029);
    });
    void go();
    await vi.waitFor(() => expect(sent).toHaveLength(3), 5_000);
    expect(new Set(sent).size).toBe(1);
  });

  it('is one message, however often it is asked for at a time', async () => {
    const { sent, go } = await sending();
    void go();
    void go();
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(sent).toHaveLength(1);
  });
});

it('more than a thousand vouchers of others’ making hide none', async () => {
  const entry = RUNTIME.entry('GearVoucher', 'Vouchers');
  const ids = Array.from({ length: 2_500 }, (_, index): Hex => `0x${(index + 1).toString(16).padStart(64, '0')}`);
  const keys = ids.map((id) => entry.key(ZERO, id));
  const stored = { owner: ZERO, expiry: 9, programs: null, code_uploading: false };
  const value = `0x${Buffer.from(RUNTIME.types.encode(entry.type, stored)).toString('hex')}`;
  const node = new FakeNode({
    ...signersWith(5n),
    state_getKeysPaged: (_: Hex, count: number, after: Hex) => {
      const from = keys.indexOf(after) + 1;
      return keys.slice(from, from + count);
    },
    state_queryStorageAt: (asked: Hex[]) => [
      { changes: asked.map((key) => [key, keys.includes(key) ? value : key.length > 200 ? null : accountWith(5n)]) },
    ],
  });
  const vouchers = await vouchersOf(await apiOf(node), ZERO, ZERO);
  expect(vouchers.map(({ id }) => id)).toEqual(ids);
}, 120_000);

describe('a node that tells of no blocks', () => {
  async function watched(
    best: number,
    isTelling = true,
  ): Promise<{ grown: Store<Grown>; dead: () => string | null | undefined; pass: () => Promise<void> }> {
    const node = new FakeNode({
      ...signersWith(1n),
      chain_getHeader: () => ({
        ...(signersWith(1n)['chain_getHeader']?.() as object),
        number: `0x${best.toString(16)}`,
      }),
    });
    const api = await apiOf(node);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
    const grown = new Store<Grown>(UNKNOWN);
    let dead: string | null | undefined;
    new Growth(api, grown, (why) => (dead = why));
    await vi.advanceTimersByTimeAsync(10);
    if (isTelling) node.tell('chain_subscribeNewHeads', signersWith(1n)['chain_getHeader']?.());
    return { grown, dead: () => dead, pass: () => vi.advanceTimersByTimeAsync(13_000).then(() => undefined) };
  }

  it('is asked, and its connection renewed if it has some', async () => {
    const { dead, pass } = await watched(12);
    await pass();
    expect(dead()).toBeNull();
  });

  it('is told for what it is if it has never told of one', async () => {
    const { dead, pass } = await watched(12, false);
    await pass();
    expect(dead()).toBe('it has blocks, and does not tell of them');
  });

  it('stands still if it has none', async () => {
    const { grown, dead, pass } = await watched(9);
    await pass();
    expect([dead(), grown.get().isStill]).toEqual([undefined, true]);
  });
});

describe('a move whose round may be undone', () => {
  const [minute, block] = [60_000, 3_000];
  it.each([
    // [ms of a stage of ten minutes, blocks of lag, what to do]
    [0, 3, 'wait'],
    [4.9 * minute, 3, 'wait'],
    [5 * minute, 3, 'ask'],
    [7.4 * minute, 3, 'ask'],
    [7.6 * minute, 3, 'show'],
    [5 * minute, 100, 'show'],
    [4 * minute, 100, 'wait'],
    [10 * minute - 103 * block, 100, 'show'],
  ])('after %i ms, %i blocks behind: %s', (now, lag, what) => {
    expect(showingAt({ now, from: 0, to: 10 * minute, lag })).toBe(what);
  });

  it('is one that all have made less than the lag ago', () => {
    expect(isUnfinal({ now: 9_000, from: 0, to: minute, lag: 4 })).toBe(true);
    expect(isUnfinal({ now: 15_000, from: 0, to: minute, lag: 4 })).toBe(false);
  });
});
