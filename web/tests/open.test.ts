import { expect, it, vi } from 'vitest';
import type { Api } from '../src/chain/api';
import type { Online } from '../src/chain/connection';
import type { ActorId } from '../src/lib/hex';
import type { Json } from '../src/chain/metadata';
import type { Account } from '../src/chain/wallet';
import { openTable } from '../src/club/open';
import { USUAL } from '../src/rpsls/rules';
import { CONFIG } from './games';
import { Heads } from './node';

const CLUB: ActorId = `0x${'aa'.repeat(32)}`;
const TABLE: ActorId = `0x${'bb'.repeat(32)}`;

/** A node's answers on the table's state, and on its listing. */
type Told = [Json | null, Json | null];

/** The answers for one head after another. */
const told = vi.hoisted((): { answers: Told[]; message: unknown; burned: number } => {
  return { answers: [], message: null, burned: 1e9 };
});

vi.mock('../src/chain/act', () => ({
  act: (_online: unknown, _from: unknown, message: unknown) => {
    told.message = message;
    return Promise.resolve({ answer: { ok: { opened: { table: `0x${'bb'.repeat(32)}` } } } });
  },
}));
vi.mock(import('../src/chain/program'), async (real) => ({
  ...(await real()),
  readState: () =>
    Promise.resolve({ overview: { config: { tableCode: `0x${'cc'.repeat(32)}`, anyFormat: false }, listed: 0 } }),
}));
vi.mock('../src/chain/batch', () => ({
  readStates: () => Promise.resolve({ answers: told.answers.shift() ?? [null, null], requests: 1 }),
}));

const config = { betSize: 10, playersCountLimit: 2, entryTimeout: 1, moveTimeout: 1, revealTimeout: 1 };
const rules = { format: 'Replay', startWhenFull: true };
const listing = { table: TABLE, opener: TABLE, openedAt: 1, title: '', config, rules };
const UNREAD: Told = [null, null];
const GONE: Told = [null, { table: null }];
const LISTED: Told = [null, { table: listing }];
const STARTED: Told = [{ all: null }, { table: listing }];

/** The outcome of an opening, if a node gives these answers at heads of these numbers. */
async function opened(
  answers: Told[],
  heights = answers.map((_, index) => index),
  lost = new AbortController().signal,
): Promise<unknown> {
  told.answers = [...answers];
  const node = new Heads();
  const heads: Api['heads'] = (kind, hear) => {
    const stop = node.heads(kind, hear);
    const next = (): void => {
      const height = heights.shift();
      if (height === undefined || !node.isHeard) return;
      node.head(height);
      setTimeout(next);
    };
    next();
    return stop;
  };
  const info = { burned: told.burned, min_limit: told.burned };
  const api = { send: () => Promise.resolve(info), heads, lost: node.lost } as unknown as Api;
  const online = { api, chain: { existentialDeposit: 1n }, lost } as unknown as Online;
  const opening = { config: { ...CONFIG, seats: 2 }, rules: USUAL, title: '' };
  const progress = { onStep: () => undefined, onGas: () => undefined, givenUp: new AbortController().signal };
  return openTable(online, CLUB, { id: TABLE } as Account, opening, progress).catch((error: unknown) => error);
}

it('a table is open once it has started, although a node that is behind did not list it', async () => {
  expect(await opened([STARTED])).toBe(TABLE);
  expect(await opened([GONE, GONE, LISTED, GONE, UNREAD, STARTED])).toBe(TABLE);
});

it('a table has not started if the list lacks it in one block and in two later ones', async () => {
  const notStarted = { why: { kind: 'notStarted' } };
  expect(await opened([LISTED, GONE, GONE, GONE])).toMatchObject(notStarted);
  // Two heads of one height are a fork.
  expect(await opened([GONE, GONE, GONE, STARTED], [1, 1, 2, 3])).toBe(TABLE);
});

it('nothing is said about the deposit if the node can’t tell', async () => {
  const untold = { why: { kind: 'untold' } };
  expect(await opened(Array.from({ length: 21 }, () => UNREAD))).toMatchObject(untold);
  expect(await opened(Array.from({ length: 21 }, () => LISTED))).toMatchObject(untold);
});

it('a lost connection ends the wait for a table', async () => {
  const connection = new AbortController();
  const opening = opened([UNREAD], [1], connection.signal);
  connection.abort();
  expect(await opening).toMatchObject({ failure: { kind: 'lost' } });
});

it('a table’s start gets the node’s estimate, if that is more than usual', async () => {
  for (const [burned, startGas, bound] of [
    [1e9, '1500000000', 5_000_000_000n],
    [36e9, '39750000000', 43_250_000_000n],
  ] as const) {
    told.burned = burned;
    await opened([STARTED]);
    expect(told.message).toMatchObject({ action: { Open: { start_gas: startGas } }, bound });
  }
});
