import type { ActorId } from '../lib/hex';
import { stillIn, type GameState } from './state';

export interface Share {
  player: ActorId;
  value: bigint;
}

/**
 * The shares if the owner stops the game now. The pot goes in equal parts to the players still in
 * it. The remainder goes to the first ones by id, one unit each.
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

/** Whether a stop waits until the round is decided, because somebody has committed in it. */
export function mustWait({ stage, commitments }: GameState): boolean {
  return stage === 'reveal' || (stage === 'inProgress' && commitments.size > 0);
}

/** What players of the game before still have to be paid. Nobody can take a seat before that. */
export function sharesDueOf({ stage, players, pot }: GameState): bigint {
  return stage === 'preparation' && players.length === 0 ? pot : 0n;
}
