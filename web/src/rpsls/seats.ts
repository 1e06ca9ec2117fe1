import { NO_OUTLAY, outlayIn, type Outlay } from './costs';
import { Entries, idsIn } from './entries';
import type { Lost } from './round';
import { hasFullBracket } from './rules';
import { seatKey, type Seat } from './secrets';
import { isIn, statusOf, type GameState } from './state';

const PREFIX = 'rpsls/seat/';

/** After so many blocks a seat that this browser signed for is there or never will be: the signature has expired. */
const LATE = 200;

/**
 * What was last seen of a seat: it is there; its game runs, with a move still to be made or
 * without; it is out of the game; or the bracket is full without it.
 */
const SEEN = ['seated', 'toMove', 'playing', 'out', 'sentAway'] as const;
export type Seen = (typeof SEEN)[number];

/** A seat that this browser took, or is about to take, and what it may still take from the purse. */
export interface TakenSeat extends Seat, Outlay {
  /** The number of its game, from 0. */
  game: number;
  /** What was last seen of it. */
  seen: Seen | null;
  /** The block as of which that was seen; at first, the best one when it was about to be signed for. */
  block: number;
  /** The round in which that was seen. */
  round: number;
  /** Its price, in the chain's smallest unit. */
  bet: string;
  /** How the game before ended. */
  before: string;
  /** Whether there is nothing left to do at it. */
  isOver: boolean;
}

/** Identifies how the last won game ended. */
export function lastEndOf({ lastGame }: GameState): string {
  return lastGame ? `${lastGame.winner}/${lastGame.pot}/${lastGame.rounds}` : '';
}

/** The seats that this browser took, one for each table and account. */
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

/** What is known of a seat after seeing this state, too. */
export function seenIn({ account, game, seen }: TakenSeat, state: GameState): Seen | null {
  if (state.gamesFinished !== game) return seen;
  const status = statusOf(state, account);
  if (status === 'registered') return 'seated';
  if (status === 'toMove' || status === 'out') return status;
  if (status !== 'notRegistered') return 'playing';
  if (state.stage === 'preparation') return seen;
  return seen === 'seated' && hasFullBracket(state.rules) ? 'sentAway' : seen;
}

/** What a taken seat may still take from the purse after seeing this state of its game, too. */
export function outlayAfter({ account, messages, hasAlarm }: TakenSeat, state: GameState): Outlay {
  // The message that takes the seat may still be on its way.
  if (state.stage === 'preparation' && !isIn(state, account)) return { messages, hasAlarm };
  return messages > 0 ? outlayIn(state, account) : NO_OUTLAY;
}

/** The account's running seats at other tables, which share its purse. */
export function othersOf(all: readonly TakenSeat[], { genesis, program, account }: Seat): TakenSeat[] {
  const own = all.filter((taken) => taken.genesis === genesis && taken.account === account);
  return own.filter((taken) => taken.program !== program && !taken.isOver);
}

/**
 * Whether the page learns only now that the seat is sent away. `before` is what it saw last:
 * another tab may have known it already.
 */
export function isNewlyAway(taken: TakenSeat | null, before: GameState | null, { gamesFinished }: GameState): boolean {
  if (taken?.seen !== 'sentAway' || taken.game !== gamesFinished) return false;
  return before?.gamesFinished === gamesFinished && before.stage === 'preparation';
}

/** Whether a seat's game is over and may have been played without it, because nobody here saw it begin. */
export function isUntold({ account, game, seen }: TakenSeat, state: GameState): boolean {
  const { gamesFinished, lastGame, lastRound, rules } = state;
  if (gamesFinished <= game || seen !== 'seated' || !hasFullBracket(rules)) return false;
  return lastGame?.winner !== account && !(lastRound?.game === game && lastRound.moves.has(account));
}

/** The price of a seat in the game that ended last. Null if it was taken for another game. */
export function stakeIn({ game, bet }: TakenSeat, { gamesFinished }: GameState): bigint | null {
  return game === gamesFinished - 1 ? BigInt(bet) : null;
}

/**
 * The loss of a seat whose game ended since it was last seen. `fate` is null if the reason is not
 * known. Returns null if it is not certain that somebody else won the game.
 */
export function lostAt(taken: TakenSeat, state: GameState): { stake: bigint; fate: Lost | null } | null {
  const { account, game, seen, round, before } = taken;
  const { lastGame, lastRound } = state;
  const stake = stakeIn(taken, state);
  const isPlayer = seen === 'toMove' || seen === 'playing' || seen === 'out';
  const isWon = lastGame !== null && lastEndOf(state) !== before;
  if (!isPlayer || stake === null || !isWon || lastGame.winner === account) return null;
  const hasMoved = lastRound?.game === game && lastRound.number === round && lastRound.moves.has(account);
  const isLate = seen === 'toMove' && lastGame.rounds === round && !hasMoved;
  return { stake, fate: isLate ? { kind: 'lateMove' } : null };
}

/**
 * Whether there is nothing left to do at a seat by this state of a block: its game is over, or it was left or never
 * taken. A block before the one that showed the seat tells nothing: a final one, or that of a node behind.
 */
export function isVacated(taken: TakenSeat, state: GameState, block: number): boolean {
  const { account, game, seen } = taken;
  if (state.gamesFinished > game) return true;
  if (statusOf(state, account) !== 'notRegistered' || seen === 'sentAway' || block <= taken.block) return false;
  return block > taken.block + LATE || (seen === 'seated' && state.stage === 'preparation');
}

function keyOf(seat: Seat): string {
  return PREFIX + seatKey(seat);
}

function ordered(taken: TakenSeat): TakenSeat {
  const { genesis, program, account, game, block, seen, round, bet, before, messages, hasAlarm, isOver } = taken;
  return { genesis, program, account, game, block, seen, round, bet, before, messages, hasAlarm, isOver };
}

function read(entry: Record<string, unknown>): TakenSeat | null {
  const [genesis, program, account] = idsIn(entry, 'genesis', 'program', 'account');
  // Earlier pages kept no block.
  const { game, block = 0, round, bet, before, messages } = entry;
  const seen = SEEN.find((known) => known === entry['seen']) ?? null;
  if (!genesis || !program || !account || typeof game !== 'number' || typeof block !== 'number') return null;
  if (typeof round !== 'number' || typeof bet !== 'string' || typeof before !== 'string') return null;
  if (typeof messages !== 'number') return null;
  const [hasAlarm, isOver] = [entry['hasAlarm'] === true, entry['isOver'] === true];
  return { genesis, program, account, game, block, seen, round, bet, before, messages, hasAlarm, isOver };
}
