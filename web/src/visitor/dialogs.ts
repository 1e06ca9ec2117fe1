import type { ActorId } from '../chain/hex';
import { Store } from '../lib/store';

/** Whether the choice of a node is open. Several places open it. */
export const networkDialog = new Store(false);

/** The account shown in detail, if any. */
export const personDialog = new Store<ActorId | null>(null);

/** What a player seeks who wants another opponent, until the page offers one: the bet, in VARA, and not those met. */
export const sought = new Store<{ bet: string; met: readonly ActorId[] } | null>(null);

/** Whether the choice of an account is open. The page opens it for people who want to play. */
export const accountDialog = new Store(false);
