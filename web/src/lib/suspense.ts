import { Store } from './store';

/** Whether a round is shown in motion: until it is over, nothing else tells how it came out. */
export const suspense = new Store(false);
