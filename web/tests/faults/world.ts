import { readFileSync } from 'node:fs';
import { spawnNode } from '../../scripts/node.mjs';
import { MemoryStorage } from '../storage';

/** The least real time between two blocks, ms. On the chain each takes three seconds. */
const BLOCK_MS = Number(process.env['FAULT_BLOCK_MS'] ?? 300);
/** The page's time between two blocks, ms: its waits are twice as many blocks long as on Vara. */
export const PAGE_BLOCK = 1_500;
/** The parts of a block's time in which the page's clock goes on. */
const TICKS = 6;

interface Timer {
  due: number;
  work: () => void;
  every: number | null;
}

/**
 * The page's time. It goes on with the chain's, in steps, so that a machine that has much else to do
 * makes neither the page nor its node late.
 */
class PageClock {
  now = performance.now();
  private readonly timers = new Set<Timer>();

  add(work: () => void, ms: number, every: number | null): Timer {
    const timer = Object.assign({ due: this.now + ms, work, every }, { unref: () => timer, ref: () => timer });
    this.timers.add(timer);
    return timer;
  }

  drop(timer: Timer): boolean {
    return this.timers.delete(timer);
  }

  advance(ms: number): void {
    this.now += ms;
    const due = [...this.timers].filter(({ due }) => due <= this.now).sort((one, other) => one.due - other.due);
    for (const timer of due) {
      // What was due before it may have ended it.
      if (!this.timers.has(timer)) continue;
      if (timer.every === null) this.timers.delete(timer);
      else timer.due = this.now + timer.every;
      timer.work();
    }
  }
}

const clock = new PageClock();
const real = { setTimeout, clearTimeout, clearInterval, fetch, date: Date.now() - clock.now };

/** Lets the time of a block pass, in steps, for the page. */
export async function passBlock(): Promise<void> {
  for (let tick = 0; tick < TICKS; tick += 1) {
    await new Promise((resolve) => real.setTimeout(resolve, BLOCK_MS / TICKS));
    clock.advance(PAGE_BLOCK / TICKS);
  }
}

const started = spawnNode(0, ['--block-time', '3600000', '--log', 'error']);

/** The node of all games. It makes a block when it is told to. */
export const node = () => started;

function fileAt(url: string): Response {
  const path = url.replace(/\?.*/, '');
  const file = path.startsWith('/@fs/') ? path.slice('/@fs'.length) : new URL(`../..${path}`, import.meta.url);
  return new Response(readFileSync(file));
}

type Work = (...args: unknown[]) => void;

/** What the page finds in a browser: it has to be there before the page's code is. */
export function beABrowser(): void {
  Object.assign(globalThis, {
    setTimeout: (work: Work, ms = 0, ...args: unknown[]) => clock.add(() => work(...args), ms, null),
    setInterval: (work: Work, ms = 0, ...args: unknown[]) => clock.add(() => work(...args), ms, ms),
    clearTimeout: (timer: never) => clock.drop(timer) || real.clearTimeout(timer),
    clearInterval: (timer: never) => clock.drop(timer) || real.clearInterval(timer),
    localStorage: new MemoryStorage(),
    sessionStorage: new MemoryStorage(),
    // The page's own files, as the server of its tests names them.
    fetch: (url: string) => (url.startsWith('/') ? Promise.resolve(fileAt(url)) : real.fetch(url)),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  });
  Object.assign(globalThis, { window: globalThis });
  performance.now = () => clock.now;
  Date.now = () => real.date + clock.now;
}
