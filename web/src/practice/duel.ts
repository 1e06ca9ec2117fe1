import { errorOf } from '../chain/failure';
import { openingOf, randomPassword } from '../rpsls/opening';
import type { Move } from '../rpsls/moves';
import { lastRoundOf } from '../rpsls/round';
import type { Played } from '../table/MoveBoard';
import { BOTS, CHIPS, ME, PracticeGame } from './game';

/** Rounds against one bot, each from a press to its result. The moves are committed and revealed in between. */
export class Duel {
  private readonly game = new PracticeGame(1, CHIPS);

  close(): void {
    this.game.close();
  }

  /**
   * Plays a move against one that the bot committed to before.
   *
   * @returns the round
   */
  async play(move: Move): Promise<Played> {
    await this.game.play(openingOf(move, randomPassword()));
    await this.game.reveal();
    const failure = this.game.failure.get();
    if (failure) throw errorOf(failure);
    const state = this.game.view.get()?.state;
    const [bot] = BOTS;
    const answer = state && bot && lastRoundOf(state)?.reveals.get(bot);
    if (!answer) throw new Error('the bot has shown no move');
    return { mine: move, bots: answer, isWon: state.lastGame?.winner === ME };
  }
}
