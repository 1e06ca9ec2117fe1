import { patience } from '../generated/facts.json';
import type { GameState } from './state';

/** Blocks for which an overdue stage is left to the table's own alarm. */
const PATIENCE = patience;

/** When a stage began and ends, by a table's state, ms. */
type Times = Pick<GameState, 'stageStarted' | 'deadline'>;

/**
 * Whether a stage may be over, of which nobody has settled it yet.
 *
 * The state is answered as a message sent now would find it, so an overdue
 * stage looks as if the next one had just begun, anew in each block; or as one whose time is
 * over, while players of the game before are to be paid.
 */
export function isOverdue({ stageStarted, deadline }: Times, timestamp: number): boolean {
  return stageStarted === timestamp || deadline < timestamp;
}

/** Notices a stage that is over without anybody having settled it. */
export class Overdue {
  private blocks = 0;
  /** The newest block that was seen. */
  private newest = -1;

  /** Takes the state as of a block; whether it is time that somebody advances it. */
  isDue(times: Times, timestamp: number): boolean {
    const isNew = timestamp > this.newest;
    this.newest = Math.max(this.newest, timestamp);
    if (!isOverdue(times, timestamp)) this.blocks = 0;
    else if (isNew) this.blocks += 1;
    // In the first block it may have begun for good.
    return this.blocks > PATIENCE;
  }
}
