import { RPSLS } from '../rpsls/artifacts';
import { TABLE_ROOM } from '../rpsls/gas';
import { errorOf, type GameError } from '../rpsls/messages';
import type { Target } from '../way/runner';

/** A table as a target of actions. */
export const TABLE: Target<GameError> = { types: RPSLS, room: TABLE_ROOM, errorOf };
