import type { ActorId } from '../chain/hex';
import { Store } from '../lib/store';

/** Whether the choice of a node is open: several places lead to it. */
export const networkDialog = new Store(false);

/** The account that is looked at closely, if any. */
export const personDialog = new Store<ActorId | null>(null);

/** Whether the choice of an account is open: whoever wants to play is led to it. */
export const accountDialog = new Store(false);
