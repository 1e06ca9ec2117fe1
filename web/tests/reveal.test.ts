import { expect, it, vi } from 'vitest';
import { MemoryStorage } from './storage';

it('what a fork has undone is done again, and what shows ends it', async () => {
  vi.stubGlobal('window', { addEventListener: () => undefined, localStorage: new MemoryStorage() });
  const { keepsTrying } = await import('../src/table/reveal/reveal');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const over = new AbortController();
  const act = vi.fn(() => Promise.resolve('done' as const));
  const trying = keepsTrying(act, over.signal, () => false);
  await vi.advanceTimersByTimeAsync(29_000);
  expect(act).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(act).toHaveBeenCalledTimes(2);
  over.abort();
  await trying;
  expect(act).toHaveBeenCalledTimes(2);
});
