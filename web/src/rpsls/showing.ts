import { BLOCK_TIME } from '../chain/clock';

/** When a move may be shown before the other moves of its round are final: docs/security.md. */
export type Showing =
  /** Not at all. */
  | 'wait'
  /** If its player says so. */
  | 'ask'
  /** Without a word: silence would lose for certain. */
  | 'show';

/** Blocks that a message may need until it is in one. */
const MARGIN = 4;

/** A stage in which a move has to be shown, all times by the chain's clock, ms. */
export interface Stage {
  now: number;
  from: number;
  to: number;
  /** How many blocks the last final one lies behind the best. */
  lag: number;
}

/** What to do about a move whose round may still be undone. If the time is not known, its player decides. */
export function showingAt({ now, from, to, lag }: Stage): Showing {
  const [left, whole] = [to - now, to - from];
  if (left < (lag + MARGIN) * BLOCK_TIME || left <= whole / 4) return 'show';
  return left > whole / 2 ? 'wait' : 'ask';
}

/** Whether a stage may have begun in a block that is not final yet. */
export function isUnfinal({ now, from, lag }: Stage): boolean {
  return lag * BLOCK_TIME > now - from;
}
