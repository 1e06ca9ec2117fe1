import { lasting } from '../lib/storage';
import { Bots } from '../rpsls/bots';

/** The bots, by their tables. */
export const bots = new Bots(lasting);
