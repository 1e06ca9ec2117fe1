import { aside } from '../lib/aside';
import { Store } from '../lib/store';
import type { Api, Header, HeadKind } from './api';
import { BLOCK_TIME } from './clock';

/** What is known of the growth of a node's chain. */
export interface Grown {
  /** The numbers of the best block and of the last final one. Null until the node has told of one. */
  best: number | null;
  final: number | null;
  /** Whether blocks stopped to come, and the node has none when it is asked. */
  isStill: boolean;
}

export const UNKNOWN: Grown = { best: null, final: null, isStill: false };

/** How many block times may pass without a block. */
const PATIENCE = 3;
/** How many blocks the final one may lie behind until the node is asked about it. */
const LAG = 10;
/** For how long a connection to a node that stands still is kept, ms: behind one address may be several nodes. */
const STILL = 60_000;
/** How often it looks at the time, ms. */
const TICK = 1_000;
/** From how many of the last blocks it knows how fast they come. */
const WINDOW = 5;

/**
 * Notices that a node tells of no new blocks, and asks it. If the node has some, its subscriptions
 * are dead, and only a new connection helps.
 */
export class Growth {
  private best: Header | null = null;
  private final: Header | null = null;
  /** When the best and the final block last moved, by `performance.now()`, ms. */
  private readonly moved = { best: performance.now(), final: performance.now() };
  private readonly gaps: number[] = [];
  private isAsking = false;
  private askedFor = 0;

  /**
   * @param state hears what is known
   * @param onDead hears that the connection is of no more use, and why if the node may never be
   */
  constructor(
    private readonly api: Api,
    private readonly state: Store<Grown>,
    private readonly onDead: (why: string | null) => void,
  ) {
    const ends = (['subscribeNewHeads', 'subscribeFinalizedHeads'] as const).map((kind) => {
      return api.heads(kind, (head) => this.hear(kind, head));
    });
    const timer = setInterval(() => this.look(), TICK);
    api.lost.addEventListener('abort', () => {
      clearInterval(timer);
      for (const end of ends) end();
    });
  }

  /** Asks at once whether there is a newer block than what the node has told of. */
  ask(): void {
    aside(this.askFor('best'), 'Growth');
  }

  /** How many blocks the last final one lies behind. Null while that is not known. */
  private get lag(): number | null {
    return this.best && this.final && this.best.number - this.final.number;
  }

  private hear(kind: HeadKind, head: Header): void {
    const which = kind === 'subscribeNewHeads' ? 'best' : 'final';
    const before = this.state.get();
    const now = performance.now();
    // A new connection to a node that stands still begins with the block that is known.
    if (which === 'best' && before.isStill && head.number === before.best) {
      this.best = head;
      return;
    }
    if (which === 'best' && this.best) {
      this.gaps.push(now - this.moved.best);
      if (this.gaps.length > WINDOW) this.gaps.shift();
    }
    this[which] = head;
    this.moved[which] = now;
    this.tell(which === 'best' ? false : before.isStill);
  }

  private tell(isStill: boolean): void {
    const now = { best: this.best?.number ?? null, final: this.final?.number ?? null, isStill };
    const before = this.state.get();
    if (now.best === before.best && now.final === before.final && isStill === before.isStill) return;
    this.state.set(now);
  }

  /** The usual time between two blocks, ms. */
  private get step(): number {
    const sorted = [...this.gaps].sort((a, b) => a - b);
    return Math.max(BLOCK_TIME, sorted[Math.floor(sorted.length / 2)] ?? 0);
  }

  private look(): void {
    const now = performance.now();
    const waits = (since: number, blocks: number): boolean => now - Math.max(since, this.askedFor) > blocks * this.step;
    if (this.state.get().isStill && now - this.moved.best > STILL) this.onDead(null);
    else if (waits(this.moved.best, PATIENCE)) aside(this.askFor('best'), 'Growth');
    else if ((this.lag ?? 0) > LAG && waits(this.moved.final, LAG)) aside(this.askFor('final'), 'Growth');
  }

  private async askFor(which: 'best' | 'final'): Promise<void> {
    if (this.isAsking) return;
    this.isAsking = true;
    this.askedFor = performance.now();
    try {
      const { api } = this;
      const { number } = await (which === 'best' ? api.header() : api.header(await api.finalizedHead()));
      // What it has told of may still be on its way.
      await new Promise((resolve) => setTimeout(resolve, TICK));
      if (api.lost.aborted) return;
      const told = this[which]?.number ?? -1;
      if (number > told) this.onDead(told < 0 ? 'it has blocks, and does not tell of them' : null);
      else if (which === 'best' && performance.now() - this.moved.best > PATIENCE * this.step) this.tell(true);
    } catch (error) {
      console.info('The node does not say how far its chain is:', error);
    } finally {
      this.isAsking = false;
    }
  }
}
