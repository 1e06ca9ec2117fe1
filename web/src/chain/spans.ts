import type { Head } from './blocks';
import type { Hex } from './hex';

/** Blocks that were looked at, from the first to the last, with their times in ms. */
export interface Span {
  first: number;
  last: number;
  from: number;
  to: number;
  /** The last one's hash; an older version of the page did not keep it. */
  tip?: Hex | undefined;
}

/** The spans with one more, those that touch made one, in order. */
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

/** The last blocks of spans, as far as their hashes are known. */
export function tipsOf(spans: readonly Span[]): Head[] {
  return spans.flatMap(({ last, to, tip }) => (tip ? [{ hash: tip, number: last, timestamp: to }] : []));
}

/**
 * The spans without what was undone: the first block that is known to be, what follows on it, and
 * those before it of which nobody knows, up to one that is there, as `depth` blocks before it are.
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

/** A contiguous run of numbers as they stand in a list that runs down. */
export function runsOf(numbers: readonly number[], most: number): number[][] {
  const runs: number[][] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run && run.length < most && run.at(-1) === number + 1) run.push(number);
    else runs.push([number]);
  }
  return runs;
}
