import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { oneTabAtATime } from '../src/lib/oneTab';
import { pause } from '../src/lib/pause';

/** A browser's locks, as far as these tests need them. */
class Locks {
  private readonly waiting = new Map<string, Promise<unknown>>();

  async request(
    name: string,
    { ifAvailable, signal }: { ifAvailable?: boolean; signal?: AbortSignal },
    held: (lock: object | null) => Promise<unknown>,
  ): Promise<unknown> {
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
