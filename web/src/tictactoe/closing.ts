import type { ActorId } from '../lib/hex';
import { isPlayerOf, type Game } from './state';

/** The meaning of closing the game now, for this account. */
export type Closing = 'withdraw' | 'decline' | 'putAway' | 'annul' | 'offer' | 'agree' | 'expired';

/**
 * What closing would mean for an account. Null for a player who waits for an answer, and for people
 * other than the players until the game has expired.
 */
export function closingOf({ id, stage, closeAskedBy }: Game, account: ActorId, isExpired: boolean): Closing | null {
  if (!isPlayerOf(id, account)) return isExpired ? 'expired' : null;
  switch (stage.kind) {
    case 'invited':
      return account === id.host ? 'withdraw' : 'decline';
    case 'finished':
      return 'putAway';
    case 'toMove':
      // Nobody has to agree while the other player has not come.
      if (stage.deadline === null && stage.player !== account) return 'annul';
      break;
    case 'toPlace':
      break;
  }
  if (isExpired) return 'expired';
  if (closeAskedBy === null) return 'offer';
  return closeAskedBy === account ? null : 'agree';
}
