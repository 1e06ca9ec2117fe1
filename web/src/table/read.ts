import { RPSLS } from '../rpsls/artifacts';
import type { ActorId, Hex } from '../lib/hex';
import { readState, type Context } from '../chain/program';
import { closableFromOf, stateOf, type GameState } from '../rpsls/state';

/** A table's whole state, as of this block or the latest. */
export async function readTable(context: Context, program: ActorId, block?: Hex): Promise<GameState> {
  return stateOf(await readState(context, program, RPSLS, { All: null }, block));
}

/** The time, ms, from which anybody may close the table's game, as of this block. Null if there is none. */
export async function readClosableFrom(context: Context, program: ActorId, block: Hex): Promise<number | null> {
  return closableFromOf(await readState(context, program, RPSLS, { ClosableFrom: null }, block));
}
