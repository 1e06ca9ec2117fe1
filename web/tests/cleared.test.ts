import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Purses, type Purse } from '../src/rpsls/purses';
import { Secrets, type Secret } from '../src/rpsls/secrets';
import { SponsoredKeys, type Sponsored } from '../src/rpsls/sponsored';
import type * as Guests from '../src/way/guests';
import { MemoryStorage } from './storage';

const id = (digits: string) => `0x${digits.repeat(32)}` as const;
const SEAT = { genesis: id('01'), program: id('02'), account: id('03') };
const SECRETS: Secret[] = [1, 2].map((round) => ({ ...SEAT, game: 0, round, opening: '2pass' }));
const PURSE: Purse = { genesis: SEAT.genesis, account: SEAT.account, id: id('04'), seed: id('05') };
const SPONSORED: Sponsored = {
  genesis: SEAT.genesis,
  program: SEAT.program,
  owner: id('03'),
  spender: id('06'),
  seed: id('07'),
};
const FORMER_GUEST = id('0a');

let storage: MemoryStorage;
let page: EventTarget;
let kept: { get: () => Secret[] };
let keep: (secret: Secret) => void;
let guests: typeof Guests;
let keptPurses: { get: () => Purse[] };
let keptSponsored: { get: () => Sponsored[] };

/** Tells the page that another document has changed this key, or cleared everything if there is no key. */
function hear(key: string | null): void {
  page.dispatchEvent(Object.assign(new Event('storage'), { key }));
}

beforeEach(async () => {
  storage = new MemoryStorage();
  for (const secret of SECRETS) new Secrets(storage).keep(secret);
  new Purses(storage).keep(PURSE);
  new SponsoredKeys(storage).keep(SPONSORED);
  storage.setItem(`rpsls/guest/${FORMER_GUEST}`, id('0b'));
  page = Object.assign(new EventTarget(), { localStorage: storage, sessionStorage: new MemoryStorage() });
  vi.stubGlobal('window', page);
  vi.resetModules();
  ({ kept, keep } = await import('../src/table/secrets'));
  ({ keptPurses } = await import('../src/way/purse'));
  ({ keptSponsored } = await import('../src/table/gas/sponsored'));
  guests = await import('../src/way/guests');
  // A busy machine takes time to load the page's modules again.
}, 60_000);

/** The keys in the storage that contain this text. */
function keysWith(part: string): string[] {
  const keys = [...Array(storage.length).keys()].flatMap((index) => storage.key(index) ?? []);
  return keys.filter((key) => key.includes(part)).sort();
}

function expectAll(): void {
  expect(kept.get()).toEqual(SECRETS);
  expect(keptPurses.get()).toEqual([PURSE]);
  expect(keptSponsored.get()).toEqual([SPONSORED]);
}

describe('data that a page knows', () => {
  it('is kept again when another document has cleared the storage', () => {
    storage.clear();
    hear(null);
    expectAll();
    expect(new Secrets(storage).all()).toEqual(SECRETS);
    expect(new Purses(storage).all()).toEqual([PURSE]);
    expect(new SponsoredKeys(storage).all()).toEqual([SPONSORED]);
  });

  it('is kept again for a guest: the key, and which of a link’s keys is this browser’s', async () => {
    const guest = (await guests.takeAnyGuest(SEAT.program, [id('08'), id('09')]))?.id ?? '0x';
    const claim = guests.claimOf(SEAT.program, guest);
    storage.clear();
    hear(null);
    expect([guests.isGuestKept(guest), guests.isGuestKept(FORMER_GUEST)]).toEqual([true, true]);
    expect(guests.claimOf(SEAT.program, guest)).toBe(claim);
  });

  it('is kept again if that document has changed something else just before', () => {
    storage.clear();
    hear('rpsls/preferences');
    expectAll();
    hear(null);
    expectAll();
    expect(new Secrets(storage).all()).toEqual(SECRETS);
  });

  it('is kept again if that document has deleted some of it just before', () => {
    const [first = ''] = keysWith('secret');
    storage.clear();
    hear(first);
    hear(null);
    expect(kept.get()).toEqual(SECRETS.slice(1));
    expect(new Secrets(storage).all()).toEqual(SECRETS.slice(1));
  });

  it('stays known if the browser refuses to keep it again', () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    storage.clear();
    storage.isFull = true;
    hear(null);
    expectAll();
    vi.restoreAllMocks();
  });

  it('stays known if this document changes something before the other document’s change is known', () => {
    const later: Secret = { ...SEAT, game: 0, round: 3, opening: '2pass' };
    storage.clear();
    keep(later);
    expect(kept.get()).toEqual(expect.arrayContaining([...SECRETS, later]));
    hear(null);
    expect(new Secrets(storage).all()).toEqual([...SECRETS, later]);
  });

  it('is kept beside a purse that has come since then', () => {
    storage.clear();
    const later = { ...PURSE, id: id('14'), seed: id('15') };
    new Purses(storage).keep(later);
    hear(null);
    expect(keptPurses.get()).toEqual([PURSE, later]);
  });

  it('forgets a single item that another document has deleted', () => {
    const [key = ''] = keysWith('secret');
    storage.removeItem(key);
    hear(key);
    expect(kept.get()).toEqual(SECRETS.slice(1));
    expect(new Secrets(storage).all()).toEqual(SECRETS.slice(1));
  });
});
