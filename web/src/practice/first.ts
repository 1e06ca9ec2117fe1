import { Store } from '../lib/store';
import type { Move } from '../rpsls/moves';

/** The move that was picked before the practice table was there, and whether to play it as soon as it is. */
export const firstPick = new Store<{ move: Move | null; isPlayed: boolean }>({ move: null, isPlayed: false });

/** Whether the table is there and asks for moves itself. */
export const isTableThere = new Store(false);
