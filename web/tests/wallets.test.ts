import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Shown } from '../src/chain/injected';
import { devKey } from '../src/chain/keys';
import { addressOf } from '../src/lib/address';
import { MemoryStorage } from './storage';

type Wallets = typeof import('../src/way/wallets');

const [ALICE, BOB] = ['Alice', 'Bob'].map((name) => addressOf(devKey(name).id, 137));
const signer = {};
/** The wallets in the page, by name. */
let doors: Record<string, { enable: () => unknown }> = {};
let storage: MemoryStorage;

beforeEach(() => {
  vi.spyOn(console, 'info').mockReturnValue();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
  doors = {};
  storage = new MemoryStorage();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A page that has just been loaded. */
async function loaded(): Promise<Wallets> {
  vi.resetModules();
  const browser = { injectedWeb3: doors, localStorage: storage, sessionStorage: new MemoryStorage() };
  vi.stubGlobal('window', { ...browser, addEventListener: () => undefined });
  vi.stubGlobal('localStorage', storage);
  return import('../src/way/wallets');
}

const shown = (...addresses: (string | undefined)[]): Shown[] => addresses.map((address = '') => ({ address }));
const of = (...addresses: (string | undefined)[]) => ({
  accounts: { get: () => Promise.resolve(shown(...addresses)) },
  signer,
});
const good = { enable: () => Promise.resolve(of(ALICE)) };
const silent = { enable: () => new Promise(() => undefined) };
const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

it('a wallet that never answers does not hide the accounts of another, and is named', async () => {
  Object.assign(doors, { silent, good });
  const { connectWallets, wallets } = await loaded();
  connectWallets();
  await pass(300);
  expect(wallets.get()).toMatchObject({ status: 'connected', silent: [] });
  await pass(5_000);
  expect(wallets.get().accounts).toHaveLength(1);
  expect(wallets.get().silent).toEqual(['silent']);
});

it('the same holds after a reload, without a press', async () => {
  Object.assign(doors, { silent, good });
  const first = await loaded();
  first.connectWallets();
  await pass(300);
  const { reconnectWallets, wallets } = await loaded();
  reconnectWallets();
  await pass(300);
  expect(wallets.get().accounts).toHaveLength(1);
});

it('a silent wallet can be asked again, and answers then', async () => {
  let asked = 0;
  doors['slow'] = { enable: () => ((asked += 1) === 1 ? new Promise(() => undefined) : Promise.resolve(of(ALICE))) };
  const { connectWallets, wallets } = await loaded();
  connectWallets();
  await pass(5_000);
  expect(wallets.get()).toMatchObject({ status: 'silent', silent: ['slow'] });
  connectWallets();
  await pass(300);
  expect(wallets.get()).toMatchObject({ status: 'connected', silent: [] });
});

it('a wallet may answer late', async () => {
  doors['late'] = { enable: () => new Promise((resolve) => setTimeout(() => resolve(of(ALICE)), 60_000)) };
  const { connectWallets, wallets } = await loaded();
  connectWallets();
  await pass(30_000);
  expect(wallets.get().status).toBe('silent');
  await pass(31_000);
  expect(wallets.get()).toMatchObject({ status: 'connected', silent: [] });
});

it('a wallet may come late into the page', async () => {
  const { connectWallets, wallets } = await loaded();
  connectWallets();
  await pass(1_000);
  expect(wallets.get().status).toBe('noExtension');
  doors['good'] = good;
  await pass(300);
  expect(wallets.get().status).toBe('connected');
});

it('a wallet that answers twice has its accounts once', async () => {
  doors['twice'] = {
    enable: () => Promise.resolve({ accounts: { get: () => Promise.resolve(shown(ALICE, ALICE)) }, signer }),
  };
  const { connectWallets, wallets } = await loaded();
  connectWallets();
  connectWallets();
  await pass(300);
  expect(wallets.get().accounts).toHaveLength(1);
});

it('a wallet may change its accounts, and take all of them away', async () => {
  let tell: (shown: Shown[]) => void = () => undefined;
  const accounts = {
    get: () => Promise.resolve(shown(ALICE)),
    subscribe: (hear: (shown: Shown[]) => void) => {
      tell = hear;
      return () => undefined;
    },
  };
  doors['changing'] = { enable: () => Promise.resolve({ accounts, signer }) };
  const { connectWallets, wallets } = await loaded();
  connectWallets();
  await pass(300);
  tell(shown(BOB, ALICE));
  expect(wallets.get().accounts).toHaveLength(2);
  tell([]);
  expect(wallets.get()).toMatchObject({ status: 'noAccounts', accounts: [] });
});

it.each([
  [
    'throws at once',
    {
      enable: () => {
        throw new Error('broken');
      },
    },
  ],
  ['refuses', { enable: () => Promise.reject(new Error('no')) }],
  ['lets nobody in', { enable: () => Promise.resolve(undefined) }],
  ['has no accounts to ask for', { enable: () => Promise.resolve({ signer }) }],
  ['shows no list', { enable: () => Promise.resolve({ accounts: { get: () => Promise.resolve(null) }, signer }) }],
  ['shows what is no account', { enable: () => Promise.resolve(of('nobody')) }],
  [
    'breaks down when it is listened to',
    {
      enable: () =>
        Promise.resolve({
          accounts: {
            get: () => Promise.resolve([]),
            subscribe: () => {
              throw new Error('broken');
            },
          },
          signer,
        }),
    },
  ],
] as [string, { enable: () => unknown }][])('a wallet that %s leaves the good one alone', async (_, broken) => {
  Object.assign(doors, { broken, good });
  const { connectWallets, wallets } = await loaded();
  connectWallets();
  await pass(300);
  expect(wallets.get()).toMatchObject({ status: 'connected' });
  expect(wallets.get().accounts).toHaveLength(1);
});

it('what is no account in a list leaves the accounts beside it', async () => {
  const list = [null, undefined, 7, {}, { address: 7 }, { address: null, name: 'x' }, { address: ALICE, name: 7 }];
  const get = () => Promise.resolve([...list, { address: BOB, name: 'Bob', genesisHash: null }]);
  doors['odd'] = { enable: () => Promise.resolve({ accounts: { get }, signer }) };
  const { connectWallets, wallets } = await loaded();
  connectWallets();
  await pass(300);
  expect(wallets.get().accounts).toMatchObject([{ name: '' }, { name: 'Bob', genesis: null }]);
});

it('what is no wallet at all leaves the good one alone', async () => {
  Object.assign(doors, { none: null, good });
  const { connectWallets, wallets } = await loaded();
  connectWallets();
  await pass(300);
  expect(wallets.get().accounts).toHaveLength(1);
});

it('an account of two wallets is one of each: the person chooses which signs', async () => {
  Object.assign(doors, { one: good, two: good });
  const { connectWallets, wallets } = await loaded();
  connectWallets();
  await pass(300);
  expect(wallets.get().accounts.map(({ source }) => source)).toEqual(['one', 'two']);
});

it('a wallet whose list never comes may tell its accounts as news', async () => {
  const accounts = {
    get: () => new Promise(() => undefined),
    subscribe: (hear: (shown: Shown[]) => void) => {
      hear(shown(ALICE));
      return () => undefined;
    },
  };
  doors['mute'] = { enable: () => Promise.resolve({ accounts, signer }) };
  const { connectWallets, wallets } = await loaded();
  connectWallets();
  await pass(5_000);
  expect(wallets.get()).toMatchObject({ status: 'connected', silent: [] });
});

it('a wallet that tells the same again and again changes nothing', async () => {
  let tell: (shown: Shown[]) => void = () => undefined;
  const accounts = {
    get: () => Promise.resolve(shown(ALICE)),
    subscribe: (hear: (shown: Shown[]) => void) => {
      tell = hear;
      return () => undefined;
    },
  };
  doors['chatty'] = { enable: () => Promise.resolve({ accounts, signer }) };
  const { connectWallets, wallets } = await loaded();
  connectWallets();
  await pass(300);
  const before = wallets.get();
  tell(shown(ALICE));
  expect(wallets.get()).toBe(before);
});

it('a place for wallets that throws counts as one without any', async () => {
  const { connectWallets, wallets } = await loaded();
  Object.defineProperty(window, 'injectedWeb3', {
    get: () => {
      throw new Error('frozen');
    },
  });
  connectWallets();
  await pass(1_000);
  expect(wallets.get().status).toBe('noExtension');
});
