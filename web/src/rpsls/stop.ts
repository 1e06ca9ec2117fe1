import type { ActorId } from '../chain/hex';
import { stillIn, type GameState } from './state';

export interface Share {
  player: ActorId;
  value: bigint;
}

/**
 * Who gets what if the owner stops the game now: the pot in equal parts to
 * those still in it, and what doesn't divide one unit each to the first by id.
 */
export function sharesOf(state: GameState): Share[] {
  const players = stillIn(state)
    .map(({ id }) => id)
    .sort();
  const count = BigInt(players.length);
  if (count === 0n) return [];
  const [part, rest] = [state.pot / count, state.pot % count];
  return players.map((player, index) => ({ player, value: part + (BigInt(index) < rest ? 1n : 0n) }));
}

/** Whether a stop waits until the round is decided: somebody has committed to a move in it. */
export function mustWait({ stage, commitments }: GameState): boolean {
  return stage === 'reveal' || (stage === 'inProgress' && commitments.size > 0);
}

/** What is still to be paid to players of the game before; nobody can take a seat before. */
export function sharesDueOf({ stage, players, pot }: GameState): bigint {
  return stage === 'preparation' && players.length === 0 ? pot : 0n;
}
