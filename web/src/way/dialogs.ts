import type { ActorId } from '../lib/hex';
import { Store } from '../lib/store';

/** Whether the choice of a node is open. Several places open it. */
export const networkDialog = new Store(false);

/** The account shown in detail, if any. */
export const personDialog = new Store<ActorId | null>(null);

/** The players of the last game, for a player who wants another opponent, until the page offers one. */
export const justMet = new Store<readonly ActorId[] | null>(null);

/**
 * The highest bet that the visitor would accept, in VARA, as it was typed or chosen last in this tab. The first is one
 * of which the fees are less than a tenth: see docs/cli.md.
 */
export const typedBet = new Store('10');

/** Whether the choice of an account is open. The page opens it for people who want to play. */
export const accountDialog = new Store(false);
