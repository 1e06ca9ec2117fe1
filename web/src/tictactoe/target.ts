import { NO_ROOM } from '../chain/gas';
import type { Target } from '../way/runner';
import { TIC_TAC_TOE } from './artifacts';
import { ticTacToeErrorOf, type TicTacToeError } from './errors';

/** The program as a target of actions. The waiting player claims a timeout, so nothing arms an alarm. */
export const TARGET: Target<TicTacToeError> = { types: TIC_TAC_TOE, room: NO_ROOM, errorOf: ticTacToeErrorOf };
