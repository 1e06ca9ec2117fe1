import { describe, expect, it } from 'vitest';
import { ChainClock } from '../src/chain/clock';

/** A clock that has seen this many blocks. Each is 3 s of the chain's time and comes after this real time. */
function after(blocks: number, every: number): ChainClock {
  const clock = new ChainClock();
  for (let block = 0; block < blocks; block += 1) clock.sample(block * 3_000, block * every);
  return clock;
}

describe("the chain's time", () => {
  it('runs between blocks as fast as they come', () => {
    expect(after(10, 3_000).rate()).toBeCloseTo(1);
    const fast = after(10, 500);
    expect(fast.rate()).toBeCloseTo(6);
    expect(fast.now(9 * 500 + 250)).toBeCloseTo(9 * 3_000 + 1_500);
  });

  it('never runs back when a block comes early or late', () => {
    const clock = new ChainClock();
    const shown: number[] = [];
    let wall = 0;
    for (let block = 0; block < 60; block += 1) {
      wall += block % 2 === 0 ? 2_500 : 3_500;
      clock.sample(block * 3_000, wall);
      for (let tick = 0; tick < 2_500; tick += 200) shown.push(clock.now(wall + tick));
    }
    const steps = shown.slice(1).map((time, index) => time - (shown[index] ?? 0));
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...steps)).toBeLessThan(2_000);
  });

  it('stands still when no blocks come', () => {
    const clock = after(5, 3_000);
    expect(clock.now(1e9)).toBe(clock.now(2e9));
  });

  it('goes on without news of blocks', () => {
    const clock = after(5, 3_000);
    expect(clock.now(72_000, true)).toBe(72_000);
  });

  it('follows a jump, and takes no rate from its blocks', () => {
    const clock = after(10, 500);
    for (let block = 10; block < 210; block += 1) clock.sample(block * 3_000, 4_501);
    expect(clock.now(4_502)).toBeGreaterThanOrEqual(209 * 3_000);
  });

  it('starts again on a chain that was started again', () => {
    const clock = after(100, 3_000);
    clock.now(99 * 3_000);
    clock.sample(0, 1e6);
    expect(clock.now(1e6)).toBe(0);
  });
});
