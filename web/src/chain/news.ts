import type { Api, Changes } from './api';
import { blockOf, placesOf, readBlock, type Block, type Place } from './blocks';
import type { Hex } from '../lib/hex';
import type { Runtime } from './runtime';

/** How many of the latest blocks are kept: they may come before their heads. */
const KEPT = 20;
/** How long, ms, a head may come before the rest of its block. */
const PATIENCE = 500;

type Told = Changes & { block: Hex };

/**
 * What a node tells of each new block by itself, for all who follow programs over a connection: its time and events.
 * What it does not tell is asked.
 */
export class News {
  private static readonly ofApis = new WeakMap<Api, News>();
  private readonly told = new Map<Hex, Told>();
  private readonly waiting = new Set<() => void>();
  private followers = 0;
  private over: AbortController | undefined;
  /** Whether the node has told of the last block that was waited for. */
  private isTelling = false;

  private constructor(private readonly api: Api) {}

  static of(api: Api): News {
    const news = News.ofApis.get(api) ?? new News(api);
    News.ofApis.set(api, news);
    return news;
  }

  /** Lets the node tell. The function that is returned ends it. */
  follow(): () => void {
    this.followers += 1;
    if (!this.over) {
      this.over = new AbortController();
      const keys = placesOf(this.api.runtime).map((entry) => entry.key());
      this.api.listen('state_subscribeStorage', [keys], (told: Told) => this.hear(told), this.over.signal);
    }
    return () => {
      this.followers -= 1;
      if (this.followers > 0) return;
      this.over?.abort();
      this.over = undefined;
      this.isTelling = false;
      this.told.clear();
    };
  }

  /** A block, from what the node has told or is about to tell of it, or asked. */
  async read(place: Place, runtime: Runtime, isNew: boolean): Promise<Block> {
    if (isNew && this.isTelling && !this.told.has(place.hash)) await this.until(place.hash);
    const told = this.told.get(place.hash);
    return (told && blockOf(place, runtime, told)) ?? readBlock(this.api, place, runtime);
  }

  private hear(told: Told): void {
    // Both are in each block.
    if (told.changes.length < 2) return;
    this.isTelling = true;
    this.told.set(told.block, told);
    for (const hash of [...this.told.keys()].slice(0, -KEPT)) this.told.delete(hash);
    for (const look of [...this.waiting]) look();
  }

  private until(hash: Hex): Promise<void> {
    return new Promise<void>((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.waiting.delete(look);
        resolve();
      };
      const look = (): void => {
        if (this.told.has(hash)) end();
      };
      const timer = setTimeout(() => {
        // Nobody waits again until it tells something.
        this.isTelling = false;
        end();
      }, PATIENCE);
      this.waiting.add(look);
    });
  }
}
