import { parseActorId } from '../chain/hex';
import { keepEntry, keysBelow } from './entries';
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
export class Seats {
  readonly prefix = PREFIX;
  readonly keyOf = keyOf;

  constructor(private readonly storage: Storage) {}

  /** @throws ChainError if the browser does not keep it */
  keep({ genesis, program, account, game, at }: TakenSeat): void {
    keepEntry(this.storage, keyOf({ genesis, program, account }), { genesis, program, account, game, at });
  }

  of(seat: Seat): TakenSeat | null {
    return readEntry(this.storage.getItem(keyOf(seat)));
  }

  all(): TakenSeat[] {
    return keysBelow(this.storage, PREFIX).flatMap((key) => readEntry(this.storage.getItem(key)) ?? []);
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

function readEntry(text: string | null): TakenSeat | null {
  try {
    const read = JSON.parse(text ?? 'null') as Record<string, unknown>;
    const [genesis, program, account] = ['genesis', 'program', 'account'].map((name) => {
      const value = read[name];
      return typeof value === 'string' ? parseActorId(value) : null;
    });
    const { game, at } = read;
    if (!genesis || !program || !account || typeof game !== 'number' || typeof at !== 'number') return null;
    return { genesis, program, account, game, at };
  } catch {
    // A broken entry is none.
    return null;
  }
}
