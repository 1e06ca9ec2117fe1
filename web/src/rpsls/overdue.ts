import { patience } from '../generated/facts.json';
import type { GameState } from './state';

/** For how many blocks an overdue stage is left to the table's own alarm. */
const PATIENCE = patience;

/** The times, in ms, at which a stage began and ends, from a table's state. */
type Times = Pick<GameState, 'stageStarted' | 'deadline'>;

/**
 * Whether a stage may be over although nobody has settled it yet.
 *
 * The node answers the state as a message sent now would find it. An overdue stage therefore looks
 * as if the next one had just begun, anew in each block. While players of the game before are still
 * to be paid, it looks like a stage whose time is over.
 */
export function isOverdue({ stageStarted, deadline }: Times, timestamp: number): boolean {
  return stageStarted === timestamp || deadline < timestamp;
}

/** Notices a stage that is over but not settled. */
export class Overdue {
  private blocks = 0;
  /** The timestamp of the newest block that was seen. */
  private newest = -1;

  /** Takes the state as of a block. Returns whether it is time for somebody to advance the stage. */
  isDue(times: Times, timestamp: number): boolean {
    const isNew = timestamp > this.newest;
    this.newest = Math.max(this.newest, timestamp);
    if (!isOverdue(times, timestamp)) this.blocks = 0;
    else if (isNew) this.blocks += 1;
    // In the first such block the stage may really have begun.
    return this.blocks > PATIENCE;
  }
}
