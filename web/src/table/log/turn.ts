import { hashesOf } from '../../chain/blocks';
import type { Online } from '../../chain/connection';
import { isDiscarded } from '../../chain/failure';
import type { ActorId } from '../../chain/hex';
import type { GameState } from '../../rpsls/state';
import { readTable } from '../read';

/** What is looked for the beginning of: of a lobby that waits it is the end of the game before. */
function phaseOf({ gamesFinished, round, stage }: GameState): string {
  return stage === 'preparation' ? `${gamesFinished}` : `${gamesFinished}/${round}/${stage}`;
}

/**
 * The block in which what a table's state shows came about, be it a stage or the end of the
 * last game: found by halves, from the states that the node has of it.
 *
 * @param first where it is not looked before
 * @returns none where it came about earlier, or the node has thrown that away
 */
export async function turnOf(
  online: Online,
  program: ActorId,
  now: GameState,
  first: number,
  head: number,
): Promise<number | null> {
  const phase = phaseOf(now);
  let [before, since, isFound] = [first - 1, head, false];
  while (since - before > 1) {
    const number = Math.floor((before + since) / 2);
    const then = await phaseAt(online, program, number);
    if (then === phase) since = number;
    else [before, isFound] = [number, then !== null];
  }
  return isFound ? since : null;
}

/** What a table's state was in a block. */
export async function stateAt(online: Online, program: ActorId, number: number): Promise<GameState> {
  const [hash] = await hashesOf(online.api, [number]);
  return readTable(online, program, hash);
}

async function phaseAt(online: Online, program: ActorId, number: number): Promise<string | null> {
  try {
    return phaseOf(await stateAt(online, program, number));
  } catch (error) {
    if (isDiscarded(error)) return null;
    // It may not have been there yet.
    console.info('The table had no state then:', error);
    return '';
  }
}
