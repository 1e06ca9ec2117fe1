import { beforeEach, expect, it, vi } from 'vitest';
import type { Online } from '../src/chain/connection';
import type { Account } from '../src/chain/wallet';
import { NEW_TABLE } from '../src/rpsls/config';
import { NO_OUTLAY } from '../src/rpsls/costs';
import { USUAL } from '../src/rpsls/rules';
import { state } from './games';
import { MemoryStorage } from './storage';

const id = (digits: string) => `0x${digits.repeat(32)}` as const;
const VARA = 10n ** 12n;
const ADA = id('03');

const storage = new MemoryStorage();
const page = Object.assign(new EventTarget(), { localStorage: storage, sessionStorage: new MemoryStorage() });
vi.stubGlobal('window', page);
vi.stubGlobal('localStorage', storage);
vi.mock('../src/way/costs', () => ({
  costsOf: () => Promise.resolve({ message: 28n, usual: 21n, safe: 25n, seat: 25n, seatAndTransfer: 28n }),
}));

/** A chain on which the account has money, and nobody has issued a voucher. */
const api = {
  runtime: { has: () => true, entry: () => ({ key: () => '0xaa' }) },
  latest: () => ({ hash: id('ee'), number: 10 }),
  send: () => Promise.resolve([]),
  readAll: () => Promise.resolve([]),
  read: ([, , of]: [string, string, string]) =>
    Promise.resolve({ data: { free: of === ADA ? 100n * VARA : 0n, reserved: 0n, frozen: 0n } }),
};
const chain = { genesis: id('01'), existentialDeposit: VARA, valuePerGas: 1n };
const online = { api, chain } as unknown as Online;
const account: Account = { id: ADA, name: 'Ada', source: 'talisman', genesis: null };
const terms = { config: { ...NEW_TABLE, betSize: 0n, seats: 2 }, rules: USUAL };
const order = { program: id('02'), terms, hasMove: true, others: () => [] };

it('a seat that was taken elsewhere, or forgotten by another tab, has its part of the purse', async () => {
  const { dropSeat, keepSeat, noteSeat, seatsBeside } = await import('../src/table/seats');
  const seat = { genesis: chain.genesis, program: order.program, account: ADA };
  const commitments = new Map([[ADA, id('0c')]]);
  const seated = state({ ...terms, players: [{ id: ADA, status: 'registered' }], commitments });
  const beside = () => seatsBeside({ ...seat, program: id('0d') }).map(({ messages }) => messages);
  noteSeat(seat, seated, 11);
  expect(beside()).toEqual([2]);
  dropSeat(seat);
  expect(beside()).toEqual([]);
  noteSeat(seat, seated, 11);
  expect(beside()).toEqual([2]);
  // Of this one it is known that somebody else pays.
  keepSeat(seat, seated, NO_OUTLAY, 10);
  noteSeat(seat, seated, 11);
  expect(beside()).toEqual([0]);
});

const stored = (): string[] => {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  return keys.filter((key) => key.startsWith('rpsls/purse/'));
};

beforeEach(() => {
  storage.isFull = false;
});

it('a purse is filled only while its key is stored', async () => {
  const { fill, refill, pursesOf } = await import('../src/way/purse');
  const first = await fill(online, account, order);
  expect(first?.extraCall?.value).toBeGreaterThan(VARA);
  const kept = stored();
  expect(kept).toHaveLength(1);
  // The browser's own way to clear a site tells this document of nothing.
  storage.clear();
  const second = await fill(online, account, order);
  expect([second?.purse, stored()]).toEqual([first?.purse, kept]);
  storage.clear();
  storage.isFull = true;
  await expect(fill(online, account, order)).rejects.toMatchObject({ failure: { kind: 'storage' } });
  const [purse] = pursesOf({ genesis: chain.genesis, account: ADA });
  if (!purse) throw new Error('it is known all the same');
  await expect(refill(online, account, purse, VARA, () => {})).rejects.toMatchObject({ failure: { kind: 'storage' } });
});

it('a file brings a purse only with the seed of its key, and never in place of the one that is there', async () => {
  const { importPurses, pursesOf } = await import('../src/way/purse');
  const { keyAccount } = await import('../src/chain/wallet');
  const owner = { genesis: chain.genesis, account: id('33') };
  const [seed, wrong] = [id('51'), id('52')];
  const purse = { ...owner, id: (await keyAccount(seed)).id, seed };
  const brings = (...purses: object[]) => importPurses(JSON.stringify({ version: 1, entries: [], purses }));
  await brings({ ...purse, seed: wrong });
  expect(pursesOf(owner)).toEqual([]);
  await brings(null as unknown as object, purse, { ...purse, id: id('99') });
  expect(pursesOf(owner)).toEqual([purse]);
  await brings({ ...purse, seed: wrong }, purse);
  expect(pursesOf(owner)).toEqual([purse]);
});
