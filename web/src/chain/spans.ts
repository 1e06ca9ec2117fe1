import type { Head } from './blocks';

/** Blocks that were looked at, from the first to the last, with their times in ms. */
export interface Span {
  first: number;
  last: number;
  from: number;
  to: number;
}

/** The spans with one more, those that touch made one, in order. */
export function withSpan(spans: readonly Span[], added: Span): Span[] {
  const merged: Span[] = [];
  for (const span of [...spans, added].sort((a, b) => a.first - b.first)) {
    const before = merged.at(-1);
    if (!before || span.first > before.last + 1) {
      merged.push({ ...span });
    } else if (span.last > before.last) {
      before.last = span.last;
      before.to = span.to;
    }
  }
  return merged;
}

/** The spans as far as they lie before a block. */
export function spansBefore(spans: readonly Span[], { number, timestamp }: Head): Span[] {
  return spans
    .filter(({ first }) => first < number)
    .map((span) => (span.last < number ? span : { ...span, last: number - 1, to: timestamp }));
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
