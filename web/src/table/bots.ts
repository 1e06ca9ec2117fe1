import { lasting } from '../lib/storage';
import { Bots } from '../rpsls/bots';

/** Who plays by itself, at which tables. */
export const bots = new Bots(lasting);
