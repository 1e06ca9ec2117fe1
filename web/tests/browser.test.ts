import 'fake-indexeddb/auto';
import type { DBSchema } from 'idb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** Services as browsers have been seen to be without them. Each test names what the page does all the same. */
const refuses = (): never => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};
const never = (): Promise<never> => new Promise(() => undefined);

beforeEach(() => {
  vi.resetModules();
  vi.spyOn(console, 'info').mockReturnValue();
  vi.spyOn(console, 'warn').mockReturnValue();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('what is stored', () => {
  it.each([
    ['is not there', {}],
    ['has nothing to ask for', { storage: {} }],
    ['throws', { storage: { persist: refuses, persisted: refuses } }],
    ['says no', { storage: { persist: () => Promise.resolve(false), persisted: () => Promise.resolve(false) } }],
  ])('may be cleared if what promises to keep it %s', async (_, navigator) => {
    vi.stubGlobal('navigator', navigator);
    const { askToKeep, lookWhetherKept, mayBeCleared } = await import('../src/lib/storage');
    await askToKeep();
    expect(mayBeCleared.get()).toBe(true);
    await lookWhetherKept();
    expect(mayBeCleared.get()).toBe(true);
  });

  it('is kept if the browser promises it', async () => {
    vi.stubGlobal('navigator', { storage: { persist: () => Promise.resolve(true) } });
    const { askToKeep, mayBeCleared } = await import('../src/lib/storage');
    await askToKeep();
    expect(mayBeCleared.get()).toBe(false);
  });
});

describe('work for one tab', () => {
  it.each([
    ['has no locks', {}],
    ['refuses them', { locks: { request: refuses } }],
    ['fails to give one', { locks: { request: () => Promise.reject(new DOMException('no', 'SecurityError')) } }],
    ['never answers', { locks: { request: never } }],
  ])('is done once in a browser that %s', async (_, navigator) => {
    vi.useFakeTimers();
    vi.stubGlobal('navigator', navigator);
    const { oneTabAtATime } = await import('../src/lib/oneTab');
    const work = vi.fn(() => Promise.resolve());
    const done = oneTabAtATime('reveal', new AbortController().signal, work);
    await vi.advanceTimersByTimeAsync(3_000);
    await done;
    expect(work).toHaveBeenCalledOnce();
  });
});

describe('lines of a picture', () => {
  const fits = (line: string): boolean => line.length <= 8;

  it.each([
    ['en', 'Rock crushes Lizard', ['Rock', 'crushes', 'Lizard']],
    ['zh-CN', '石头砸死了蜥蜴，你赢了', ['石头砸死了蜥蜴，', '你赢了']],
  ])('end between words in a browser that can’t tell words, in %s', async (language, text, lines) => {
    vi.stubGlobal('Intl', { ...Intl, Segmenter: undefined });
    const { wrap } = await import('../src/lib/wrap');
    expect(wrap(text, language, fits)).toEqual(lines);
  });
});

interface Things extends DBSchema {
  things: { key: string; value: number };
}

describe('a database', () => {
  const open = async (name: string) => {
    const { Database } = await import('../src/lib/database');
    return new Database<Things>(name, 1, (made) => {
      made.createObjectStore('things');
    });
  };

  it('is opened again when it was closed under the page', async () => {
    const database = await open('closed');
    await database.use(async (opened) => opened.put('things', 1, 'one'));
    await database.use((opened) => {
      opened.close();
      return Promise.resolve();
    });
    await database.use(async (opened) => opened.put('things', 2, 'two'));
    expect(await database.use((opened) => opened.getAllKeys('things'))).toEqual(['one', 'two']);
  });

  it('gives a reason where the browser has none, refuses it, or never opens it', async () => {
    const { Lacking } = await import('../src/lib/browser');
    for (const [why, indexedDB] of [
      ['absent', undefined],
      ['refused', { open: refuses }],
      ['silent', { open: () => new IDBOpenDBRequest() }],
    ] as const) {
      vi.useFakeTimers();
      vi.stubGlobal('indexedDB', indexedDB);
      const failed = (await open(`no ${why}`)).use((opened) => opened.count('things')).catch((error: unknown) => error);
      await vi.advanceTimersByTimeAsync(20_000);
      const error = await failed;
      expect(error).toBeInstanceOf(Lacking);
      expect(error).toMatchObject({ reason: { service: 'database', why } });
      vi.useRealTimers();
      vi.unstubAllGlobals();
    }
  });
});

describe('a file', () => {
  const link = { download: '', href: '', click: vi.fn() };
  const browser = (navigator: object, isInHand = false): void => {
    vi.stubGlobal('navigator', navigator);
    vi.stubGlobal('matchMedia', () => ({ matches: isInHand }));
    vi.stubGlobal('document', { createElement: () => link });
  };
  const file = new File(['{}'], 'rpsls-secrets.json');
  const clipboard = { writeText: vi.fn(() => Promise.resolve()) };
  const sharing = { canShare: () => true, share: () => Promise.resolve() };

  it.each([
    ['shared where a hand holds the device', 'shared', sharing, true],
    ['downloaded where the system shares, but at a desk', 'downloaded', { ...sharing, userAgent: 'Firefox' }, false],
    ['downloaded where sharing fails', 'downloaded', { canShare: () => true, share: refuses }, true],
    ['not given to a download in an app’s window', 'copied', { userAgent: 'Android 14; wv) Chrome', clipboard }, true],
    ['said to stay if there is no way at all', 'kept', { userAgent: 'Android 14; wv) Chrome' }, true],
  ])('is %s', async (_, way, navigator, isInHand) => {
    browser(navigator, isInHand);
    const { save } = await import('../src/lib/save');
    expect(await save(file, '{}')).toBe(way);
  });

  it('is left where the person closes what shares it', async () => {
    const share = (): Promise<never> => Promise.reject(new DOMException('closed', 'AbortError'));
    browser({ canShare: () => true, share }, true);
    const { save } = await import('../src/lib/save');
    expect(await save(file, '{}')).toBe('left');
  });
});

describe('a game', () => {
  it('waits in the storage while the database is not there, and is in the record once it is', async () => {
    const { MemoryStorage } = await import('./storage');
    const { Games } = await import('../src/table/games');
    const storage = new MemoryStorage();
    const id = (digits: string) => `0x${digits.repeat(32)}` as const;
    const game = {
      genesis: id('01'),
      program: id('02'),
      account: id('03'),
      game: 0,
      time: 5,
      outcome: 'won' as const,
      bet: '10',
      paid: '20',
      symbol: 'VARA',
      opponents: [id('04')],
      rounds: [],
      node: 'ws://127.0.0.1:9944',
      title: '',
    };
    const whole = indexedDB;
    vi.stubGlobal('indexedDB', undefined);
    const before = await Games.open('waiting', storage);
    expect(await before.keep([game])).toBe(1);
    expect(before.unwritten()).toEqual([game]);
    vi.stubGlobal('indexedDB', whole);
    const after = await Games.open('waiting', storage);
    expect(await after.all()).toEqual({ games: [game], damaged: 0 });
    expect(after.unwritten()).toEqual([]);
    expect(await (await Games.open('waiting', new MemoryStorage())).all()).toEqual({ games: [game], damaged: 0 });
  });

  it('is not taken for kept where neither has room', async () => {
    const { MemoryStorage } = await import('./storage');
    const { Games } = await import('../src/table/games');
    const storage = new MemoryStorage();
    storage.isFull = true;
    vi.stubGlobal('indexedDB', undefined);
    await expect((await Games.open('nowhere', storage)).keep([{} as never])).rejects.toThrow();
  });
});

describe('an address that the browser refuses', () => {
  it.each(['ws://127.0.0.1:1/#x', 'ws://192.168.1.5:9944', 'ws://[::1', ''])('%s breaks nothing', async (url) => {
    vi.stubGlobal('WebSocket', refuses);
    const { connectEarly } = await import('../src/chain/early');
    connectEarly(url);
    const { socket } = await import('../src/lib/browser');
    expect(socket(url)).toMatchObject({ reason: { service: 'socket' } });
  });
});

it('sizes that can’t be watched stay as they are', async () => {
  vi.stubGlobal('ResizeObserver', undefined);
  const { onResize } = await import('../src/lib/browser');
  expect(() => onResize({} as Element, () => undefined)()).not.toThrow();
});
