import { Entries, idsIn } from './entries';
import { seatKey, type Seat } from './secrets';
import { statusOf, type GameState } from './state';

const PREFIX = 'rpsls/seat/';

/** A seat that this browser takes is there by then, or will never be: what was signed for it is void, ms. */
const LATE = 600_000;

/** A seat that was taken in this browser, or is about to be. */
export interface TakenSeat extends Seat {
  /** For which game, from 0. */
  game: number;
  /** When, by this machine's clock, ms. */
  at: number;
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

/** Whether nothing is to be done at a seat any more: its game is over, it was left, or never taken. */
export function isVacated({ account, game, at }: TakenSeat, state: GameState, now: number): boolean {
  if (state.gamesFinished > game) return true;
  return statusOf(state, account) === 'notRegistered' && now - at > LATE;
}

function keyOf(seat: Seat): string {
  return PREFIX + seatKey(seat);
}

function ordered({ genesis, program, account, game, at }: TakenSeat): TakenSeat {
  return { genesis, program, account, game, at };
}

function read(entry: Record<string, unknown>): TakenSeat | null {
  const [genesis, program, account] = idsIn(entry, 'genesis', 'program', 'account');
  const { game, at } = entry;
  if (!genesis || !program || !account || typeof game !== 'number' || typeof at !== 'number') return null;
  return { genesis, program, account, game, at };
}
