import { Store } from '../lib/store';
import type { Move } from '../rpsls/moves';

/** What is picked at a practice table before that is there, and whether it is played as soon as it is. */
export const firstPick = new Store<{ move: Move | null; isPlayed: boolean }>({ move: null, isPlayed: false });

/** Whether the table is there, and asks for moves itself. */
export const isTableThere = new Store(false);
