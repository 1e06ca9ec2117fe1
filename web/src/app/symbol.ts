import { Store } from '../chain/store';

/** What the chain calls its money: test money must not look like the real one. */
export const symbol = new Store('VARA');
