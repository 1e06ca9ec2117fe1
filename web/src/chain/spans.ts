import type { Head } from './blocks';
import type { Hex } from '../lib/hex';

/** Blocks that the page has read, from the first to the last, with their times in ms. */
export interface Span {
  first: number;
  last: number;
  from: number;
  to: number;
  /** The last block's hash. An older version of the page did not keep it. */
  tip?: Hex | undefined;
}

/** The spans plus one more, in order. Spans that touch become one. */
export function withSpan(spans: readonly Span[], added: Span): Span[] {
  const merged: Span[] = [];
  for (const span of [...spans, added].sort((a, b) => a.first - b.first)) {
    const before = merged.at(-1);
    if (!before || span.first > before.last + 1) {
      merged.push({ ...span });
    } else if (span.last >= before.last) {
      before.last = span.last;
      before.to = span.to;
      before.tip = span.tip;
    }
  }
  return merged;
}

/** The last blocks of spans, where their hashes are known. */
export function tipsOf(spans: readonly Span[]): Head[] {
  return spans.flatMap(({ last, to, tip }) => (tip ? [{ hash: tip, number: last, timestamp: to }] : []));
}

/**
 * Cuts the spans at the blocks that were undone. In each span it removes the first undone block,
 * all blocks after it, and the uncertain blocks before it. Those reach back to the last block that
 * is known to be in the chain; the block `depth` before the first undone one always counts as in
 * it.
 */
export function spansLeft(
  spans: readonly Span[],
  there: readonly Head[],
  undone: readonly Head[],
  depth: number,
): Span[] {
  return spans.flatMap((span) => {
    const within = ({ number }: Head): boolean => span.first <= number && number <= span.last;
    const [first] = undone.filter(within).sort((a, b) => a.number - b.number);
    if (!first) return span;
    const known = there.filter((head) => within(head) && head.number < first.number);
    const last = Math.max(first.number - depth, ...known.map(({ number }) => number));
    return last < span.first ? [] : { ...span, last, to: first.timestamp, tip: undefined };
  });
}

/** The numbers from `first` to `last` that are in no span, the latest first. */
export function missingIn(spans: readonly Span[], first: number, last: number): number[] {
  const isKnown = (number: number): boolean => spans.some((span) => span.first <= number && number <= span.last);
  const missing: number[] = [];
  for (let number = last; number >= first; number -= 1) if (!isKnown(number)) missing.push(number);
  return missing;
}

/** Splits a list of numbers that runs down into contiguous runs of at most `most` numbers. */
export function runsOf(numbers: readonly number[], most: number): number[][] {
  const runs: number[][] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run && run.length < most && run.at(-1) === number + 1) run.push(number);
    else runs.push([number]);
  }
  return runs;
}
