import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { oneAfterAnother, oneTabAtATime } from '../src/lib/oneTab';
import { pause } from '../src/lib/pause';

/** A browser's locks, as far as these tests need them. */
class Locks {
  private readonly waiting = new Map<string, Promise<unknown>>();

  async request(
    name: string,
    given: { ifAvailable?: boolean; signal?: AbortSignal } | ((lock: object | null) => Promise<unknown>),
    then?: (lock: object | null) => Promise<unknown>,
  ): Promise<unknown> {
    const { ifAvailable, signal } = typeof given === 'function' ? {} : given;
    const held = typeof given === 'function' ? given : (then ?? (() => Promise.resolve()));
    const before = this.waiting.get(name);
    if (before && ifAvailable) return held(null);
    const mine = (async () => {
      await before?.catch(() => undefined);
      signal?.throwIfAborted();
      return held({});
    })();
    this.waiting.set(name, mine);
    try {
      return await mine;
    } finally {
      if (this.waiting.get(name) === mine) this.waiting.delete(name);
    }
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { locks: new Locks() });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('one of two tabs acts, and then the other', async () => {
  const told: string[] = [];
  const { signal } = new AbortController();
  let finish = (): void => undefined;
  const first = oneTabAtATime('reveal', signal, async () => {
    told.push('first begins');
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    told.push('first ends');
  });
  const second = oneTabAtATime('reveal', signal, () => {
    told.push('second');
    return Promise.resolve();
  });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual(['first begins']);
  finish();
  await vi.advanceTimersByTimeAsync(1_000);
  // The second tab first waits for the result of the first one.
  expect(told).toEqual(['first begins', 'first ends']);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(told).toEqual(['first begins', 'first ends', 'second']);
  await Promise.all([first, second]);
});

it('a tab that has changed its mind does not act', async () => {
  const over = new AbortController();
  let finish = (): void => undefined;
  const first = oneTabAtATime('reveal', new AbortController().signal, async () => {
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
  });
  const work = vi.fn(() => Promise.resolve());
  const second = oneTabAtATime('reveal', over.signal, work).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(1);
  over.abort();
  finish();
  await vi.advanceTimersByTimeAsync(10_000);
  await first;
  expect(await second).toBeInstanceOf(DOMException);
  expect(work).not.toHaveBeenCalled();
});

it('a tab does not wait for a task that is already over', async () => {
  const ended = vi.fn();
  void pause(AbortSignal.abort()).then(ended);
  await vi.advanceTimersByTimeAsync(0);
  expect(ended).toHaveBeenCalledOnce();
});

it('short work of one name is done one after the other', async () => {
  const told: string[] = [];
  const work = (name: string) => async (): Promise<string> => {
    told.push(`${name} begins`);
    await pause(new AbortController().signal, 100);
    told.push(`${name} ends`);
    return name;
  };
  const both = Promise.all([oneAfterAnother('sign', work('first')), oneAfterAnother('sign', work('second'))]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await both).toEqual(['first', 'second']);
  expect(told).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
});

it.each([
  ['has no locks', undefined],
  ['gives no locks', { request: () => Promise.reject(new DOMException('no', 'SecurityError')) }],
  ['does not answer', { request: () => new Promise(() => undefined) }],
])('it is done once, and its failure is told, in a browser that %s', async (_, broken) => {
  vi.stubGlobal('navigator', { locks: broken });
  let count = 0;
  const work = (): Promise<number> => Promise.resolve((count += 1));
  const done = oneAfterAnother('sign', work);
  await vi.advanceTimersByTimeAsync(3_000);
  expect([await done, count]).toEqual([1, 1]);
  const failing = expect(oneAfterAnother('sign', () => Promise.reject(new Error('mine')))).rejects.toThrow('mine');
  await vi.advanceTimersByTimeAsync(3_000);
  await failing;
});
