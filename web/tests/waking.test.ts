import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onWaking } from '../src/lib/waking';

const HOUR = 3_600_000;
let page: EventTarget & { hidden: boolean };
let told: boolean[];
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  page = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', new EventTarget());
  told = [];
  stop = onWaking((hasSlept) => told.push(hasSlept));
});

afterEach(() => {
  stop();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Lets this time pass for the machine, ms, while the page’s timers stand still. */
function sleep(ms: number): void {
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + ms);
  vi.setSystemTime(Date.now() + ms);
}

it('a page that runs is not told anything', () => {
  vi.advanceTimersByTime(HOUR);
  expect(told).toEqual([]);
});

it('a machine that slept is told of at the first tick after it', () => {
  sleep(HOUR);
  vi.advanceTimersByTime(2_000);
  expect(told).toEqual([true]);
});

it.each([HOUR, -HOUR])('a clock that is set by %i ms is told of once', (by) => {
  vi.setSystemTime(Date.now() + by);
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual([true]);
});

it('a hidden page whose timers run once a minute has not slept', () => {
  page.hidden = true;
  sleep(60_000);
  vi.advanceTimersByTime(2_000);
  expect(told).toEqual([]);
});

it('a page that is seen again may have missed something, and one that goes has not', () => {
  page.dispatchEvent(new Event('visibilitychange'));
  window.dispatchEvent(new Event('pageshow'));
  page.dispatchEvent(new Event('resume'));
  page.hidden = true;
  page.dispatchEvent(new Event('visibilitychange'));
  expect(told).toEqual([false, false, false]);
});

it('is told nothing more once nobody listens', () => {
  stop();
  sleep(HOUR);
  vi.advanceTimersByTime(2_000);
  page.dispatchEvent(new Event('visibilitychange'));
  expect(told).toEqual([]);
});
