import { RPSLS } from '../artifacts';
import type { ActorId, Hex } from '../chain/hex';
import { integer, variant } from '../chain/metadata';
import { readState, type Context } from '../chain/program';
import { stateOf, type GameState } from '../rpsls/state';

/** A table's whole state, as of this block or the latest. */
export async function readTable(context: Context, program: ActorId, block?: Hex): Promise<GameState> {
  return stateOf(await readState(context, program, RPSLS, { All: null }, block));
}

/** The time, ms, from which anybody may close a game whose players are silent. Null if there is none. */
export async function closableFromOf(context: Context, program: ActorId): Promise<number | null> {
  const [, from] = variant(await readState(context, program, RPSLS, { ClosableFrom: null }));
  return from === null ? null : Number(integer(from));
}
