import type { ActorId } from '../chain/hex';
import { Store } from '../lib/store';

/** Whether the choice of a node is open. Several places open it. */
export const networkDialog = new Store(false);

/** The account shown in detail, if any. */
export const personDialog = new Store<ActorId | null>(null);

/** The bet, in VARA, of a player who wants another opponent, until the page offers one. */
export const soughtBet = new Store<string | null>(null);

/** Whether the choice of an account is open. The page opens it for people who want to play. */
export const accountDialog = new Store(false);
