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

/** In how many blocks a move is final in most cases. */
export const FINAL_STEPS = 3;

/** How many blocks fit into the time since a stage began, ms, up to the number in which it is final. 0 if it is not known. */
export function stepsSince(from: number, now: number): number {
  return Math.min(FINAL_STEPS, Math.max(0, Math.floor((now - from) / BLOCK_TIME) || 0));
}

/** Whether a stage may have begun in a block that is not final yet. */
export function isUnfinal({ now, from, lag }: Stage): boolean {
  return lag * BLOCK_TIME > now - from;
}
