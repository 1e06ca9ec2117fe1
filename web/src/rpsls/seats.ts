import { Entries, idsIn } from './entries';
import type { Lost } from './round';
import { hasFullBracket } from './rules';
import { seatKey, type Seat } from './secrets';
import { statusOf, type GameState } from './state';

const PREFIX = 'rpsls/seat/';

/** A seat that this browser takes is there by then, or will never be: what was signed for it is void, ms. */
const LATE = 600_000;

/**
 * What was seen of a seat: that it is there, that its game is played with it, where a move is still
 * to be made or not, that it is out of it, or that the bracket is full without it.
 */
const SEEN = ['seated', 'toMove', 'playing', 'out', 'sentAway'] as const;
export type Seen = (typeof SEEN)[number];

/** A seat that was taken in this browser, or is about to be. */
export interface TakenSeat extends Seat {
  /** For which game, from 0. */
  game: number;
  /** When, by this machine's clock, ms. */
  at: number;
  /** What was seen of it last. */
  seen: Seen | null;
  /** The round in which that was. */
  round: number;
  /** What it costs, in the chain's smallest unit. */
  bet: string;
  /** How the game before had ended. */
  before: string;
  /** Whether nothing is to be done at it any more. */
  isOver: boolean;
}

/** How the last game ended that somebody won, in a word. */
export function lastEndOf({ lastGame }: GameState): string {
  return lastGame ? `${lastGame.winner}/${lastGame.pot}/${lastGame.rounds}` : '';
}

/** The seats that were taken in this browser, one for each table and account. */
export class Seats extends Entries<TakenSeat> {
  constructor(storage: Storage) {
    super(storage, { prefix: PREFIX, keyOf, ordered, read });
  }

  of(seat: Seat): TakenSeat | null {
    return this.at(keyOf(seat));
  }

  drop(seat: Seat): void {
    this.storage.removeItem(keyOf(seat));
  }
}

/** What is known of a seat once this state is seen, too. */
export function seenIn({ account, game, seen }: TakenSeat, state: GameState): Seen | null {
  if (state.gamesFinished !== game) return seen;
  const status = statusOf(state, account);
  if (status === 'registered') return 'seated';
  if (status === 'toMove' || status === 'out') return status;
  if (status !== 'notRegistered') return 'playing';
  if (state.stage === 'preparation') return seen;
  return seen === 'seated' && hasFullBracket(state.rules) ? 'sentAway' : seen;
}

/** Whether whoever saw the table before, if anybody here did, sees only now that the seat is sent away: in another tab it may be known. */
export function isNewlyAway(taken: TakenSeat | null, before: GameState | null, { gamesFinished }: GameState): boolean {
  if (taken?.seen !== 'sentAway' || taken.game !== gamesFinished) return false;
  return before?.gamesFinished === gamesFinished && before.stage === 'preparation';
}

/** Whether a seat's game is over that may have been played without it: nobody here has seen it begin. */
export function isUntold({ account, game, seen }: TakenSeat, state: GameState): boolean {
  const { gamesFinished, lastGame, lastRound, rules } = state;
  if (gamesFinished <= game || seen !== 'seated' || !hasFullBracket(rules)) return false;
  return lastGame?.winner !== account && !(lastRound?.game === game && lastRound.moves.has(account));
}

/**
 * Why a seat's game was lost that ended since it was seen; none where that is not known, and nothing
 * where somebody else may not have won it at all.
 */
export function lostAt(taken: TakenSeat, state: GameState): { stake: bigint; fate: Lost | null } | null {
  const { account, game, seen, round, bet, before } = taken;
  const { gamesFinished, lastGame, lastRound } = state;
  const isPlayer = seen === 'toMove' || seen === 'playing' || seen === 'out';
  const isWon = game === gamesFinished - 1 && lastGame !== null && lastEndOf(state) !== before;
  if (!isPlayer || !isWon || lastGame.winner === account) return null;
  const hasMoved = lastRound?.game === game && lastRound.number === round && lastRound.moves.has(account);
  const isLate = seen === 'toMove' && lastGame.rounds === round && !hasMoved;
  return { stake: BigInt(bet), fate: isLate ? { kind: 'lateMove' } : null };
}

/** Whether nothing is to be done at a seat any more: its game is over, it was left, or never taken. */
export function isVacated({ account, game, at, seen }: TakenSeat, state: GameState, now: number): boolean {
  if (state.gamesFinished > game) return true;
  if (statusOf(state, account) !== 'notRegistered' || seen === 'sentAway') return false;
  return now - at > LATE || (seen === 'seated' && state.stage === 'preparation');
}

function keyOf(seat: Seat): string {
  return PREFIX + seatKey(seat);
}

function ordered({ genesis, program, account, game, at, seen, round, bet, before, isOver }: TakenSeat): TakenSeat {
  return { genesis, program, account, game, at, seen, round, bet, before, isOver };
}

function read(entry: Record<string, unknown>): TakenSeat | null {
  const [genesis, program, account] = idsIn(entry, 'genesis', 'program', 'account');
  const { game, at, round, bet, before } = entry;
  const seen = SEEN.find((known) => known === entry['seen']) ?? null;
  if (!genesis || !program || !account || typeof game !== 'number' || typeof at !== 'number') return null;
  if (typeof round !== 'number' || typeof bet !== 'string' || typeof before !== 'string') return null;
  return { genesis, program, account, game, at, seen, round, bet, before, isOver: entry['isOver'] === true };
}
