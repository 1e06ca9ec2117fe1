import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Delegates, type Delegate } from '../src/rpsls/delegates';
import { Secrets, type Secret } from '../src/rpsls/secrets';
import { MemoryStorage } from './storage';

const id = (digits: string) => `0x${digits.repeat(32)}` as const;
const SEAT = { genesis: id('01'), program: id('02'), account: id('03') };
const SECRETS: Secret[] = [1, 2].map((round) => ({ ...SEAT, game: 0, round, opening: '2pass' }));
const DELEGATE: Delegate = { ...SEAT, id: id('04'), seed: id('05'), game: 0 };

let storage: MemoryStorage;
let page: EventTarget;
let kept: { get: () => Secret[] };
let keptDelegates: { get: () => Delegate[] };

/** What a page hears of another document's change; no key where it has cleared everything. */
function hear(key: string | null): void {
  page.dispatchEvent(Object.assign(new Event('storage'), { key }));
}

beforeEach(async () => {
  storage = new MemoryStorage();
  for (const secret of SECRETS) new Secrets(storage).keep(secret);
  new Delegates(storage).keep(DELEGATE);
  page = Object.assign(new EventTarget(), { localStorage: storage, sessionStorage: new MemoryStorage() });
  vi.stubGlobal('window', page);
  vi.resetModules();
  ({ kept } = await import('../src/table/secrets'));
  ({ keptDelegates } = await import('../src/table/gas/delegates'));
  // A busy machine takes its time to load the page's modules anew.
}, 60_000);

describe('what a page knows', () => {
  it('is kept again when another document has cleared the storage', () => {
    storage.clear();
    hear(null);
    expect(kept.get()).toEqual(SECRETS);
    expect(keptDelegates.get()).toEqual([DELEGATE]);
    expect(new Secrets(storage).all()).toEqual(SECRETS);
    expect(new Delegates(storage).all()).toEqual([DELEGATE]);
  });

  it('takes no key’s place that has come since then', () => {
    storage.clear();
    const later = { ...DELEGATE, id: id('14'), seed: id('15') };
    new Delegates(storage).keep(later);
    hear(null);
    expect(keptDelegates.get()).toEqual([later]);
  });

  it('goes with what another document has thrown away by itself', () => {
    const [key = ''] = [...Array(storage.length).keys()].flatMap((index) => storage.key(index) ?? []);
    storage.removeItem(key);
    hear(key);
    expect(kept.get()).toEqual(SECRETS.slice(1));
    expect(new Secrets(storage).all()).toEqual(SECRETS.slice(1));
  });
});
