import { expect, it, vi } from 'vitest';
import type { ActorId } from '../src/lib/hex';
import { state } from './games';
import { MemoryStorage } from './storage';

const TABLE: ActorId = `0x${'ab'.repeat(32)}`;
const SEEDS = ['01', '02', '03'].map((digits): ActorId => `0x${digits.repeat(32)}`);

/** The page in its own browser. */
async function browser(storage = new MemoryStorage()) {
  vi.resetModules();
  vi.stubGlobal('window', { addEventListener: () => undefined, localStorage: storage, sessionStorage: storage });
  const guests = await import('../src/way/guests');
  const { isElsewhere } = await import('../src/table/useSharedGuest');
  return { ...guests, isElsewhere };
}

it('with a link for several guests each browser takes one key, and the same again', async () => {
  const storage = new MemoryStorage();
  const first = await (await browser(storage)).takeAnyGuest(TABLE, SEEDS);
  for (let visit = 0; visit < 5; visit += 1) {
    expect((await (await browser(storage)).takeAnyGuest(TABLE, SEEDS))?.id).toBe(first?.id);
  }
});

it('a browser leaves a key whose seat was taken elsewhere for a free one, until none is left', async () => {
  const here = await browser();
  const first = await here.takeAnyGuest(TABLE, SEEDS);
  const ids = [...here.sharedAt(TABLE).keys()];
  const [one = '0x', two = '0x'] = ids.filter((id) => id !== first?.id);
  expect((await here.takeNextGuest(TABLE, (id) => id !== two))?.id).toBe(two);
  expect(await here.takeNextGuest(TABLE, () => true)).toBeNull();
  // The browser keeps both. The last one is its own.
  for (const id of [first?.id ?? '0x', two]) expect(here.isGuestKept(id)).toBe(true);
  expect(here.isGuestKept(one)).toBe(false);
  expect((await here.takeNextGuest(TABLE, () => false))?.id).toBe(two);
  expect((await here.takeAnyGuest(TABLE, SEEDS))?.id).toBe(two);
});

it('a guest who took a seat with an own link keeps it, whatever link for several comes later', async () => {
  const storage = new MemoryStorage();
  const own = (await (await browser(storage)).takeAnyGuest(TABLE, SEEDS.slice(1, 2)))?.id ?? '0x';
  const seated = state({ players: [{ id: own, status: 'registered' }] });
  for (let visit = 0; visit < 3; visit += 1) {
    const here = await browser(storage);
    expect((await here.takeAnyGuest(TABLE, SEEDS))?.id).toBe(own);
    expect(here.sharedAt(TABLE).size).toBe(2);
    expect(here.isElsewhere(seated, own, here.claimOf(TABLE, own))).toBe(false);
  }
});

it('a key of a link for several stays one of several, whatever links come later', async () => {
  const here = await browser();
  const account = (await here.takeAnyGuest(TABLE, SEEDS.slice(0, 2)))?.id ?? '0x';
  const claim = here.claimOf(TABLE, account);
  await here.takeAnyGuest(TABLE, [...SEEDS.slice(2), `0x${'04'.repeat(32)}`]);
  expect((await here.takeAnyGuest(TABLE, SEEDS.slice(0, 2)))?.id).toBe(account);
  expect(here.claimOf(TABLE, account)).toBe(claim);
});

it('the table’s delegates tell which browser has a seat', async () => {
  const [here, there] = [await browser(), await browser()];
  const account = (await here.takeAnyGuest(TABLE, SEEDS))?.id ?? '0x';
  await there.takeAnyGuest(TABLE, SEEDS);
  const [claim, other] = [here.claimOf(TABLE, account), there.claimOf(TABLE, account)];
  expect(here.claimOf(TABLE, account)).toBe(claim);
  expect(claim).not.toBe(other);
  const seated = state({
    players: [{ id: account, status: 'registered' }],
    delegates: new Map([[account, claim ?? '0x']]),
  });
  expect(here.isElsewhere(seated, account, claim)).toBe(false);
  expect(here.isElsewhere(seated, account, other)).toBe(true);
  expect(here.isElsewhere(state({}), account, other)).toBe(false);
  // At a table without a link for several guests, the browser claims nothing.
  expect(here.claimOf(`0x${'cd'.repeat(32)}`, account)).toBeNull();
});
