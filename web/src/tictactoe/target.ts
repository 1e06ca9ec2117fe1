import { NO_ROOM } from '../chain/gas';
import type { Target } from '../program/runner';
import { TIC_TAC_TOE } from './artifacts';
import { ticTacToeErrorOf, type TicTacToeError } from './errors';

/** The games, as actions are sent to them. Whoever waits claims a timeout, so nothing arms an alarm. */
export const HOUSE: Target<TicTacToeError> = { types: TIC_TAC_TOE, room: NO_ROOM, errorOf: ticTacToeErrorOf };
