import { Entries, idsIn } from './entries';
import { hasFullBracket } from './rules';
import { seatKey, type Seat } from './secrets';
import { statusOf, type GameState } from './state';

const PREFIX = 'rpsls/seat/';

/** A seat that this browser takes is there by then, or will never be: what was signed for it is void, ms. */
const LATE = 600_000;

/** What was seen of a seat: that it is there, that its game is played with it, or that the bracket is full without it. */
const SEEN = ['seated', 'playing', 'sentAway'] as const;
export type Seen = (typeof SEEN)[number];

/** A seat that was taken in this browser, or is about to be. */
export interface TakenSeat extends Seat {
  /** For which game, from 0. */
  game: number;
  /** When, by this machine's clock, ms. */
  at: number;
  /** What was seen of it last. */
  seen: Seen | null;
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
  const isThere = statusOf(state, account) !== 'notRegistered';
  if (state.stage === 'preparation') return isThere ? 'seated' : seen;
  if (isThere) return 'playing';
  return seen === 'seated' && hasFullBracket(state.rules) ? 'sentAway' : seen;
}

/** Whether a seat's game is over that may have been played without it: nobody here has seen it begin. */
export function isUntold({ account, game, seen }: TakenSeat, state: GameState): boolean {
  const { gamesFinished, lastGame, lastRound, rules } = state;
  if (gamesFinished <= game || seen !== 'seated' || !hasFullBracket(rules)) return false;
  return lastGame?.winner !== account && !(lastRound?.game === game && lastRound.moves.has(account));
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

function ordered({ genesis, program, account, game, at, seen }: TakenSeat): TakenSeat {
  return { genesis, program, account, game, at, seen };
}

function read(entry: Record<string, unknown>): TakenSeat | null {
  const [genesis, program, account] = idsIn(entry, 'genesis', 'program', 'account');
  const { game, at } = entry;
  const seen = SEEN.find((known) => known === entry['seen']) ?? null;
  if (!genesis || !program || !account || typeof game !== 'number' || typeof at !== 'number') return null;
  return { genesis, program, account, game, at, seen };
}
