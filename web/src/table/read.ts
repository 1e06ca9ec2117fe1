import { RPSLS } from '../artifacts';
import type { ActorId, Hex } from '../chain/hex';
import { readState, type Context } from '../chain/program';
import { stateOf, type GameState } from '../rpsls/state';

/** All that a table knows, as of this block or the latest. */
export async function readTable(context: Context, program: ActorId, block?: Hex): Promise<GameState> {
  return stateOf(await readState(context, program, RPSLS, { All: null }, block));
}
