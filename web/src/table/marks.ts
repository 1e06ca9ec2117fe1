import { isRecord } from '../rpsls/entries';
import { seatKey, type Seat } from '../rpsls/secrets';
import { lasting, tryToKeep } from '../lib/storage';

/** What the page notes beside a sealed move, for a time when it can't read the table. */
export interface Mark {
  /** The release of the page in which the move was sealed, which can show it. */
  release?: string;
  /** Where its table is. */
  node?: string;
  /** When the stage ended that was seen last, ms. */
  until?: number;
}

const KEY = 'rpsls/marks';

function load(): Record<string, Mark> {
  try {
    const marks: unknown = JSON.parse(lasting.getItem(KEY) ?? '{}');
    return isRecord(marks) ? (marks as Record<string, Mark>) : {};
  } catch {
    // It tells nothing that a reveal depends on.
    return {};
  }
}

export function markOf(seat: Seat): Mark {
  const mark: unknown = load()[seatKey(seat)];
  if (!isRecord(mark)) return {};
  const { release, node, until } = mark;
  return {
    ...(typeof release === 'string' && { release }),
    ...(typeof node === 'string' && { node }),
    ...(typeof until === 'number' && { until }),
  };
}

/** Adds to what is noted of a seat. Drops what belongs to no seat in `kept`. */
export function mark(seat: Seat, change: Mark, kept: readonly Seat[]): void {
  const marks = load();
  const key = seatKey(seat);
  const keys = new Set([...kept.map(seatKey), key]);
  const next = { ...marks, [key]: { ...markOf(seat), ...change } };
  const text = JSON.stringify(Object.fromEntries(Object.entries(next).filter(([each]) => keys.has(each))));
  if (text !== lasting.getItem(KEY)) tryToKeep(lasting, KEY, text);
}
