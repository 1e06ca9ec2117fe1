import type { ActorId } from '../chain/hex';
import type { History } from './history';
import { statusOf, type GameState } from './state';
import type { Fate, RoundResult } from './story';

/** What there is to say of how things came out, for the one who asks. */
export type Result =
  | { kind: 'won'; pot: bigint }
  | {
      kind: 'lost';
      /** What the seat cost, if that is known. */
      stake: bigint | null;
      /** Why, if that was seen. */
      fate: Lost | null;
      /** Who has the pot, once the game is over. */
      winner: ActorId | null;
      pot: bigint;
    }
  | { kind: 'stopped'; value: bigint }
  /** The game was other people's. */
  | { kind: 'watched'; winner: ActorId; pot: bigint }
  /** The game goes on with those who are left. */
  | { kind: 'round'; round: RoundResult };

export type Lost = Extract<Fate, { kind: 'beaten' | 'lateMove' | 'lateReveal' }>;

export function resultOf(state: GameState, history: History, account: ActorId | null): Result | null {
  return state.stage === 'preparation'
    ? resultOfLast(state, history, account)
    : resultOfRunning(state, history, account);
}

/** Those of the last game who have sat down again, while the one who asks has not. */
export function againOf(state: GameState, { game }: History, account: ActorId | null): ActorId[] {
  if (state.stage !== 'preparation' || !game?.isOver || !account || !game.fates.has(account)) return [];
  if (statusOf(state, account) !== 'notRegistered') return [];
  return state.players.map(({ id }) => id).filter((id) => game.fates.has(id));
}

function resultOfLast(state: GameState, { game }: History, account: ActorId | null): Result | null {
  // Who has a seat again looks ahead.
  if (statusOf(state, account) !== 'notRegistered') return null;
  const { lastGame } = state;
  const seen = account && game?.isOver ? (game.fates.get(account) ?? null) : null;
  if (seen?.kind === 'stopped') return { kind: 'stopped', value: seen.value };
  const isStopped = [...(game?.fates.values() ?? [])].some(({ kind }) => kind === 'stopped');
  if (!lastGame || isStopped) return null;
  const { winner, pot, rounds } = lastGame;
  // What was seen may be of a game before the last.
  const isSame = game?.rounds === rounds && game.fates.get(winner)?.kind === 'won';
  const fate = isSame ? seen : null;
  if (winner === account) return { kind: 'won', pot };
  if (!isLost(fate)) return { kind: 'watched', winner, pot };
  const players = BigInt(game?.players.length ?? 0);
  const stake = players > 0n && pot % players === 0n ? pot / players : null;
  return { kind: 'lost', stake, fate, winner, pot };
}

function resultOfRunning(state: GameState, { game, lastRound }: History, account: ActorId | null): Result | null {
  if (statusOf(state, account) === 'out') {
    const fate = account && game && !game.isOver ? (game.fates.get(account) ?? null) : null;
    return {
      kind: 'lost',
      stake: state.config.betSize,
      fate: isLost(fate) ? fate : null,
      winner: null,
      pot: state.pot,
    };
  }
  const isLast = lastRound !== null && !lastRound.isGameOver && state.stage === 'inProgress' && state.round > 1;
  return isLast ? { kind: 'round', round: lastRound } : null;
}

function isLost(fate: Fate | null): fate is Lost {
  return fate !== null && fate.kind !== 'won' && fate.kind !== 'stopped';
}
