import type { ActorId } from '../chain/hex';
import type { Game } from './state';

/** What it means if this player closes the game now. */
export type Closing = 'withdraw' | 'decline' | 'putAway' | 'annul' | 'offer' | 'agree';

/** What closing would be for a player; nothing for others, and for who waits for an answer. */
export function closingOf({ id, stage, closeAskedBy }: Game, account: ActorId): Closing | null {
  if (account !== id.host && account !== id.challenger) return null;
  switch (stage.kind) {
    case 'invited':
      return account === id.host ? 'withdraw' : 'decline';
    case 'finished':
      return 'putAway';
    case 'toMove':
      // Nobody has to agree while the other one has not come.
      if (stage.deadline === null && stage.player !== account) return 'annul';
      break;
    case 'toPlace':
      break;
  }
  if (closeAskedBy === null) return 'offer';
  return closeAskedBy === account ? null : 'agree';
}
