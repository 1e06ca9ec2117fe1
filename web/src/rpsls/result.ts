import type { ActorId } from '../lib/hex';
import type { History } from './history';
import { lastRoundOf, lostIn, type Lost, type RoundResult } from './round';
import { lastEndOf, lostAt, stakeIn, type TakenSeat } from './seats';
import { statusOf, type GameState } from './state';
import { isTold, type Fate } from './story';

/** What to tell an account about how things came out. */
export type Result =
  | {
      kind: 'won';
      pot: bigint;
      /** The price of the seat, which the pot includes, if it is known. */
      stake: bigint | null;
    }
  | {
      kind: 'lost';
      /** The price of the seat, if it is known. */
      stake: bigint | null;
      /** The reason, if it was seen. */
      fate: Lost | null;
      /** The winner of the pot, once the game is over. */
      winner: ActorId | null;
      pot: bigint;
    }
  | { kind: 'stopped'; value: bigint }
  /** The bracket was full without the account. `players` is how many others play, `value` the refund. */
  | { kind: 'sentAway'; players: number; value: bigint }
  /** The account was not in the game. */
  | { kind: 'watched'; winner: ActorId; pot: bigint }
  /** The game goes on with the players who are left. */
  | { kind: 'round'; round: RoundResult };

/** @param taken what the browser remembers of the account's seat */
export function resultOf(
  state: GameState,
  history: History,
  account: ActorId | null,
  taken: TakenSeat | null = null,
): Result | null {
  return state.stage === 'preparation'
    ? resultOfLast(state, history, account, taken)
    : resultOfRunning(state, history, account, taken);
}

/** The players of the last game who have sat down again, while the account has not. */
export function againOf(state: GameState, { game }: History, account: ActorId | null): ActorId[] {
  if (state.stage !== 'preparation' || !game?.isOver || !account || !game.fates.has(account)) return [];
  if (statusOf(state, account) !== 'notRegistered') return [];
  return state.players.map(({ id }) => id).filter((id) => game.fates.has(id));
}

function resultOfLast(
  state: GameState,
  history: History,
  account: ActorId | null,
  taken: TakenSeat | null,
): Result | null {
  // A player who has a new seat looks ahead.
  if (statusOf(state, account) !== 'notRegistered') return null;
  const { lastGame } = state;
  const isOwn = taken !== null && stakeIn(taken, state) !== null;
  // Otherwise the seat's game was stopped, or won just as the game before.
  const isNewEnd = !isOwn || lastEndOf(state) !== taken.before;
  // What was seen may be of an earlier game than the seat's.
  const isEarlier = isOwn && history.game?.isBehindGap === true && !(isNewEnd && isTold(history.game, lastGame));
  const game = isEarlier ? null : history.game;
  const seen = account && game?.isOver ? (game.fates.get(account) ?? null) : null;
  if (seen?.kind === 'stopped') return { kind: 'stopped', value: seen.value };
  if (game && seen?.kind === 'sentAway') return { ...seen, players: game.players.length };
  const isStopped = [...(game?.fates.values() ?? [])].some(({ kind }) => kind === 'stopped');
  if (!lastGame || isStopped) return null;
  const { winner, pot } = lastGame;
  // The game that was seen may be an earlier one than the last.
  const isSame = isTold(game, lastGame);
  const round = lastRoundOf(state);
  if (!isNewEnd && !isSame && !round) return null;
  const fate = isSame && seen ? seen : account && round && lostIn(round, account);
  const players = BigInt((isSame && game.players.length) || 0);
  const stake = players > 0n && pot % players === 0n ? pot / players : taken && stakeIn(taken, state);
  if (winner === account) return { kind: 'won', pot, stake };
  const unseen = taken && lostAt(taken, state);
  if (!isLost(fate) && !unseen) return { kind: 'watched', winner, pot };
  return { kind: 'lost', stake, fate: isLost(fate) ? fate : (unseen?.fate ?? null), winner, pot };
}

function resultOfRunning(
  state: GameState,
  { game }: History,
  account: ActorId | null,
  taken: TakenSeat | null,
): Result | null {
  const seen = account && game?.isOver === false ? (game.fates.get(account) ?? null) : null;
  const status = statusOf(state, account);
  const isSentAway = taken?.game === state.gamesFinished && taken.seen === 'sentAway';
  if (status === 'notRegistered' && (isSentAway || seen?.kind === 'sentAway'))
    return { kind: 'sentAway', players: state.players.length, value: state.config.betSize };
  // A player who was late to move since then is out as well.
  const round = state.stage === 'inProgress' ? lastRoundOf(state) : null;
  if (status === 'out') {
    const fate = seen ?? (account && round && lostIn(round, account));
    return {
      kind: 'lost',
      stake: state.config.betSize,
      fate: isLost(fate) ? fate : null,
      winner: null,
      pot: state.pot,
    };
  }
  return round && { kind: 'round', round };
}

function isLost(fate: Fate | null): fate is Lost {
  return fate !== null && ['beaten', 'lateMove', 'lateReveal'].includes(fate.kind);
}
