import { Store } from '../chain/store';

/** Whether the choice of a node is open: several places lead to it. */
export const networkDialog = new Store(false);
