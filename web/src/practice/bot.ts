import { randomMove } from '../rpsls/bots';
import { openingOf, randomPassword } from '../rpsls/opening';
import { statusOf, type GameState } from '../rpsls/state';
import type { PracticeSeat } from './seat';
import type { Answer } from './table';

/** The next act of a bot, if any. It plays all moves equally often. */
export function botAct(seat: PracticeSeat, state: GameState): (() => Promise<Answer>) | null {
  const fresh = (): string => openingOf(randomMove(), randomPassword());
  switch (statusOf(state, seat.id)) {
    case 'notRegistered':
      return state.stage === 'preparation' ? () => seat.join(state, fresh()) : null;
    case 'toMove':
      return () => seat.commit(fresh());
    case 'toReveal': {
      const opening = seat.opening(state);
      return opening === null ? null : () => seat.reveal(opening);
    }
    default:
      return null;
  }
}
