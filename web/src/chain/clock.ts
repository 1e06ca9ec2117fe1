import { blockTime } from '../generated/facts.json';

/** The time between two blocks of Vara, ms. */
export const BLOCK_TIME = blockTime;

/** How many samples the rate is measured over. */
const WINDOW = 12;
/** Blocks closer together than this, in ms, were made at once and not by the clock. */
const LEAST_GAP = 60;
/** How far the shown time may fall behind a block before it jumps, in blocks. */
const JUMP = 3;

interface Sample {
  timestamp: number;
  wall: number;
}

/**
 * The chain's time between its blocks.
 *
 * Deadlines are block timestamps, and those need not run as fast as the wall clock. A development
 * node may make several blocks a second, each worth three seconds of the chain's time.
 */
export class ChainClock {
  private samples: Sample[] = [];
  private shown = 0;

  /** Takes a new block's timestamp, and when the page heard of it. */
  sample(timestamp: number, wall: number): void {
    const last = this.samples.at(-1);
    if (last && timestamp < last.timestamp) this.samples = [];
    if (last && timestamp === last.timestamp) return;
    this.samples.push({ timestamp, wall });
    if (this.samples.length > WINDOW) this.samples.shift();
  }

  /** The time of the last block, ms; 0 if no block is known. */
  latest(): number {
    return this.samples.at(-1)?.timestamp ?? 0;
  }

  /** Chain milliseconds in a wall-clock millisecond. */
  rate(): number {
    const rates = this.gaps().map((gap) => gap.timestamp / gap.wall);
    return median(rates) ?? 1;
  }

  /**
   * Estimates the chain's time, ms. It never runs back, unless the chain itself was set back. It
   * stands still when blocks stop coming, except for a page that can't hear of them.
   *
   * @param doubted when the page began to doubt what it knew. The time is NaN until a block comes after that
   */
  now(wall: number, isDeaf = false, doubted = 0): number {
    const last = this.samples.at(-1);
    if (!last) return 0;
    if (last.wall < doubted) return NaN;
    const step = median(this.gaps().map((gap) => gap.timestamp)) ?? BLOCK_TIME;
    const elapsed = (wall - last.wall) * this.rate();
    const since = isDeaf ? elapsed : Math.min(elapsed, 2 * step);
    const estimate = last.timestamp + Math.max(0, since);
    const isNear = Math.abs(estimate - this.shown) < JUMP * step;
    this.shown = isNear ? Math.max(this.shown, estimate) : estimate;
    return this.shown;
  }

  private gaps(): Sample[] {
    return this.samples.flatMap((sample, index) => {
      const before = this.samples[index - 1];
      if (!before) return [];
      const gap = { timestamp: sample.timestamp - before.timestamp, wall: sample.wall - before.wall };
      return gap.wall >= LEAST_GAP ? [gap] : [];
    });
  }
}

function median(values: number[]): number | undefined {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
