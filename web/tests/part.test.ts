import { expect, test, vi } from 'vitest';
import { part, PartMissing } from '../src/lib/part';

test('a part that is lost on its way is asked for again', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new TypeError('lost')).mockResolvedValue('here');
  await expect(part(load)).resolves.toBe('here');
});

test('a part that is nowhere is said to be missing, in the words of whoever looked', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(new TypeError('there is no file'));
  await expect(part(load)).rejects.toThrow(new PartMissing('there is no file'));
  expect(load).toHaveBeenCalledTimes(3);
});

test('a part whose host says nothing is missing, too', async () => {
  vi.useFakeTimers();
  const missing = expect(part(() => new Promise(() => undefined))).rejects.toThrow(new PartMissing('no answer'));
  await vi.advanceTimersByTimeAsync(70_000);
  await missing;
  vi.useRealTimers();
});
