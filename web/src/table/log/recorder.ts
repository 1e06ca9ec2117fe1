import { RPSLS } from '../../rpsls/artifacts';
import { hashesOf, type BlockFacts, type Head } from '../../chain/blocks';
import { BLOCK_TIME } from '../../chain/clock';
import type { Online } from '../../chain/connection';
import type { ActorId, Hex } from '../../lib/hex';
import { inTime } from '../../lib/inTime';
import { pastOf } from '../../chain/past';
import { missingIn, spansLeft, tipsOf, withSpan, type Span } from '../../chain/spans';
import { gameBlockOf, type GameBlock } from '../../rpsls/facts';
import { historyOf, type Gap, type History } from '../../rpsls/history';
import type { GameState } from '../../rpsls/state';
import { Logbook, MOST_BLOCKS } from './logbook';

/**
 * How many blocks the page looks back for what happened while nobody here looked, if the node still
 * has them: an hour of Vara. Public nodes keep some 256 blocks.
 */
const LOOKBACK = 1_200;
/** How many blocks mostly decide a round: around a stage's beginning, and after what was seen last. */
const AROUND = 100;
/** How many of the latest kept blocks are checked: they may have been undone while nobody looked. */
const CHECKED = 10;
/** A browser that takes longer than this to store something hangs, ms. */
const PATIENCE = 5_000;

/** The log of all tables. Null if the browser keeps none. */
const logbook: Promise<Logbook | null> = Logbook.open().catch((error: unknown) => {
  console.warn('What happens at tables is forgotten when the page is closed:', error);
  return null;
});

/** Whether the browser hangs. Nobody waits for it again until it has stored something. */
let isHung = false;

/** Waits until something is stored, or until it is clear that this takes too long. */
async function unlessHung(kept: Promise<void>): Promise<void> {
  const done = kept.then(() => {
    isHung = false;
  });
  if (isHung) return;
  await inTime(PATIENCE, done, () => {
    isHung = true;
  });
}

/** What happened at one table, as far as this browser has seen it, now or before. */
export class HistoryRecorder {
  private blocks = new Map<number, GameBlock>();
  private spans: Span[] = [];
  private readonly delegates = new Map<ActorId, ActorId>();
  /** The players of the running or last game, in order of their seats. */
  private seats: ActorId[] = [];
  /** The first block that the node still has. Null if it had all that was asked for. */
  private horizon: { api: Online['api']; number: number } | null = null;
  /** Settles when all blocks taken so far count. */
  private taken = Promise.resolve();

  constructor(
    private readonly genesis: Hex,
    private readonly program: ActorId,
  ) {}

  get history(): History {
    const blocks = [...this.blocks.values()].sort((a, b) => a.head.number - b.head.number);
    const isWhole = this.spans[0]?.first === 1;
    return { ...historyOf(blocks, this.gaps(), this.delegates, isWhole, this.seats), since: this.since() };
  }

  /**
   * Takes what happened from `facts[0]` on. Drops what was known of these blocks. It stores them
   * before they count: what the page has told once it tells again, even to a person who closed it
   * right after.
   */
  async take(facts: readonly BlockFacts[], isLatest: boolean): Promise<void> {
    const [first, last] = [facts[0]?.head, facts.at(-1)?.head];
    if (!first || !last) return;
    const blocks = facts.filter((block) => block.facts.length > 0).map((block) => gameBlockOf(RPSLS, block));
    const span = spanOf(first, last);
    const kept = this.keep(span, blocks);
    // They count in order, whichever is stored first.
    this.taken = this.taken.then(() => unlessHung(kept)).then(() => this.count(span, blocks, isLatest));
    await this.taken;
  }

  private count(span: Span, blocks: readonly GameBlock[], isLatest: boolean): void {
    for (const number of this.blocks.keys()) {
      if (number >= span.first && (isLatest || number <= span.last)) this.blocks.delete(number);
    }
    for (const block of blocks) this.blocks.set(block.head.number, block);
    const eldest = [...this.blocks.keys()].sort((a, b) => a - b).slice(0, -MOST_BLOCKS);
    for (const number of eldest) this.blocks.delete(number);
    this.spans = withSpan(this.spans, span);
  }

  /** Notes each player's delegate and seat. */
  know({ delegates, players, round }: GameState): void {
    for (const [player, delegate] of delegates) this.delegates.set(delegate, player);
    if (round > 0) this.seats = players.map(({ id }) => id);
  }

  private async keep(span: Span, blocks: readonly GameBlock[]): Promise<void> {
    try {
      await (await logbook)?.keep(this.genesis, this.program, span, blocks);
    } catch (error) {
      console.warn('What happened is not kept:', error);
    }
  }

  /**
   * Recalls what was seen before this connection, without blocks that were undone. What is taken
   * next counts after it.
   */
  remember(online: Online): Promise<void> {
    const recalled = this.recall(online).catch((error: unknown) => {
      // The log says what is missing.
      console.info("What was seen before can't be told:", error);
    });
    this.taken = this.taken.then(() => unlessHung(recalled));
    return this.taken;
  }

  private async recall({ api }: Online): Promise<void> {
    const { blocks, spans } = (await (await logbook)?.read(this.genesis, this.program)) ?? { blocks: [], spans: [] };
    const heads = new Map([...blocks, ...this.blocks.values()].map(({ head }) => [head.hash, head]));
    const told = [...heads.values()].sort((a, b) => a.number - b.number).slice(-CHECKED);
    // Nothing may have happened in the last seen block, but something in the block that replaced it.
    const checked = [...told, ...tipsOf([...spans, ...this.spans]).slice(-CHECKED)];
    const numbers = checked.map(({ number }) => number);
    const hashes = await hashesOf(api, numbers);
    const there = checked.filter(({ hash }, index) => hashes[index] === hash);
    const undone = checked.filter((head) => !there.includes(head));
    const isUndone = ({ head }: GameBlock): boolean => undone.some(({ hash }) => hash === head.hash);
    for (const [number, block] of this.blocks) if (isUndone(block)) this.blocks.delete(number);
    for (const block of blocks) {
      const { number } = block.head;
      if (!isUndone(block) && !this.blocks.has(number) && !this.isSeen(number)) this.blocks.set(number, block);
    }
    this.spans = spansLeft([...spans, ...this.spans], there, undone, CHECKED).reduce<Span[]>(withSpan, []);
  }

  /** Reads all blocks that were missed for a while, if they are not many. */
  async closeGap(online: Online, head: Head, isWanted: () => boolean): Promise<void> {
    const before = this.spans.at(-2);
    if (!before || head.number - before.last > AROUND) return;
    await this.read(online, missingIn(this.spans, before.last + 1, head.number), isWanted);
  }

  /**
   * Reads what nobody here has seen: the last hour, how the stage began, and what followed the last
   * known event, as far as the node still has it.
   */
  async lookBack(online: Online, head: Head, stageStarted: number, isWanted: () => boolean): Promise<void> {
    const recent = Math.max(1, head.number - LOOKBACK);
    const start = head.number - Math.ceil((head.timestamp - stageStarted) / this.blockTime(head));
    const older = [
      ...missingIn(this.spans, Math.max(1, start - AROUND), Math.min(start + AROUND, recent - 1)),
      ...this.missingAfterLast(recent),
    ];
    const missing = [...missingIn(this.spans, recent, head.number), ...[...new Set(older)].sort((a, b) => b - a)];
    await this.read(online, missing, isWanted);
  }

  private async read({ api }: Online, missing: readonly number[], isWanted: () => boolean): Promise<void> {
    // Another node may have more.
    if (this.horizon?.api !== api) this.horizon = null;
    const first = this.horizon?.number ?? 0;
    const there = missing.filter((number) => number >= first);
    const onHorizon = (number: number): void => {
      this.horizon = { api, number };
    };
    for await (const facts of pastOf(api, this.program, there, onHorizon)) {
      if (!isWanted()) return;
      await this.take(facts, false);
    }
  }

  /**
   * The unseen blocks after the last known event. However often it is asked, they reach no further
   * than an hour after that event.
   */
  private missingAfterLast(recent: number): number[] {
    const happened = Math.max(...[...this.blocks.keys()].filter((number) => number < recent));
    const seen = this.spans.find(({ first, last }) => first <= happened && happened <= last)?.last;
    if (seen === undefined) return [];
    return missingIn(this.spans, seen + 1, Math.min(seen + AROUND, happened + LOOKBACK, recent - 1));
  }

  private isSeen(number: number): boolean {
    return this.spans.some(({ first, last }) => first <= number && number <= last);
  }

  /** The time between two blocks, ms. */
  private blockTime(head: Head): number {
    const span = this.spans.find(({ first, last }) => first < head.number && head.number <= last);
    return span ? Math.max(1, (head.timestamp - span.from) / (head.number - span.first)) : BLOCK_TIME;
  }

  /** The time, ms, from which the past is known, if the node has no more. */
  private since(): number | null {
    return this.spans.find(({ first }) => first === this.horizon?.number)?.from ?? null;
  }

  private gaps(): Gap[] {
    return this.spans.flatMap((span, index) => {
      const before = this.spans[index - 1];
      return before ? [{ before: span.first, from: before.to, to: span.from }] : [];
    });
  }
}

function spanOf(first: Head, last: Head): Span {
  return { first: first.number, last: last.number, from: first.timestamp, to: last.timestamp, tip: last.hash };
}
