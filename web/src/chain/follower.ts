import { aside } from '../lib/aside';
import type { Api, Header } from './api';
import { factsOf, hashesOf, recentRuntime, type Block, type BlockFacts, type Head, type Place } from './blocks';
import type { ActorId, Hex } from '../lib/hex';
import { News } from './news';

/** How many blocks the page looks back: five minutes of Vara. */
const DEPTH = 100;
/** How many requests are under way at once. */
const WIDTH = 10;

export interface Listener {
  /** A new head has come; what happened in it is not known yet. */
  onHead(head: Head): void;
  /**
   * Tells what happened from `facts[0]` on, in order. Blocks with these numbers that were told of
   * before are no longer part of the chain.
   */
  onFacts(facts: BlockFacts[]): void;
  onError(error: unknown): void;
}

/**
 * Follows the best chain for one program, from the first head on. After a gap or a reorganisation
 * it walks back to the last block that it knows.
 */
export class Follower {
  private readonly known = new Map<number, Hex>();
  private readonly unsubscribe: () => void;
  private readonly news: News;
  private readonly deafen: () => void;
  private isStopped = false;
  private isBusy = false;
  private next: Header | undefined;

  constructor(
    private readonly api: Api,
    private readonly program: ActorId,
    private readonly listener: Listener,
  ) {
    this.news = News.of(api);
    this.deafen = this.news.follow();
    this.unsubscribe = api.heads('subscribeNewHeads', (header) => {
      this.next = header;
      aside(this.work(), 'A block');
    });
  }

  stop(): void {
    this.isStopped = true;
    this.unsubscribe();
    this.deafen();
  }

  /** A method, so that TypeScript expects a change during an await. */
  private hasStopped(): boolean {
    return this.isStopped;
  }

  private async work(): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      while (this.next && !this.isStopped) {
        const { hash, number, parent } = this.next;
        this.next = undefined;
        const latest = await this.news.read({ hash, number }, await recentRuntime(this.api, hash), true);
        if (this.hasStopped()) return;
        this.listener.onHead(latest.head);
        await this.catchUp(latest, parent);
      }
    } catch (error) {
      // The next head leads back to this one.
      if (!this.isStopped) this.listener.onError(error);
    } finally {
      this.isBusy = false;
    }
  }

  private async catchUp(latest: Block, parent: Hex): Promise<void> {
    const { head } = latest;
    const missing = await this.missing(head, parent);
    const read = async (place: Place): Promise<BlockFacts> => {
      if (place.hash === head.hash) return factsOf(this.api, latest, this.program);
      const runtime = await recentRuntime(this.api, place.hash);
      return factsOf(this.api, await this.news.read(place, runtime, false), this.program);
    };
    const facts: BlockFacts[] = [];
    for (let from = 0; from < missing.length; from += WIDTH) {
      facts.push(...(await Promise.all(missing.slice(from, from + WIDTH).map(read))));
    }
    if (this.isStopped || facts.length === 0) return;
    for (const { number, hash } of missing) this.known.set(number, hash);
    for (const number of this.known.keys()) {
      if (number <= head.number - 2 * DEPTH || number > head.number) this.known.delete(number);
    }
    this.listener.onFacts(facts);
  }

  /** The unknown blocks up to the head, in order. */
  private async missing(head: Head, parent: Hex): Promise<Place[]> {
    const missing: Place[] = [{ hash: head.hash, number: head.number }];
    // The listener looks for what came before the first block.
    if (this.known.size === 0 || this.known.get(head.number - 1) === parent) return missing;
    // A branch may leave the chain before the first known block, but not by much.
    const first = Math.max(1, head.number - DEPTH, Math.min(...this.known.keys()) - WIDTH);
    for (let number = head.number - 1; number >= first; number -= WIDTH) {
      const numbers = Array.from({ length: Math.min(WIDTH, number - first + 1) }, (_, i) => number - i);
      const hashes = await hashesOf(this.api, numbers);
      for (const [index, hash] of hashes.entries()) {
        const at = number - index;
        if (this.known.get(at) === hash) return missing.reverse();
        missing.push({ hash, number: at });
      }
    }
    return missing.reverse();
  }
}
