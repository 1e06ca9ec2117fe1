import { overdue } from '../../../docs/clients.json';

/** Blocks for which an overdue stage is left to the table's own alarm. */
const PATIENCE = overdue.patience;

/**
 * Notices a stage that is over without anybody having settled it.
 *
 * The state is answered as a message sent now would find it, so an overdue
 * stage looks as if the next one had just begun, anew in each block.
 */
export class Overdue {
  private blocks = 0;
  private last: number | undefined;

  /** Takes the state as of a block; whether it is time that somebody advances it. */
  isDue(stageStarted: number, timestamp: number): boolean {
    const before = this.last;
    this.last = stageStarted;
    if (stageStarted !== timestamp) this.blocks = 0;
    else if (before !== stageStarted) this.blocks += 1;
    // In the first block it may have begun for good.
    return this.blocks > PATIENCE;
  }
}
