import { useSyncExternalStore } from 'react';
import { Kept } from '../lib/kept';
import { lasting } from '../lib/storage';
import { Seats, isVacated, seenIn, type Seen, type TakenSeat } from '../rpsls/seats';
import { seatKey, type Seat } from '../rpsls/secrets';
import { isIn, type GameState } from '../rpsls/state';

const seats = new Seats(lasting);

/** The seats that are in the storage: a move may be due there on whatever screen one is. */
const keptSeats = new Kept<TakenSeat>(seats);

export function useTakenSeats(): TakenSeat[] {
  return useSyncExternalStore(keptSeats.subscribe, keptSeats.get);
}

/** Remembers a seat that is taken, for this game. Without it the move is due at the table's own screen alone. */
export function keepSeat(seat: Seat, game: number): void {
  keep({ ...seat, game, at: Date.now(), seen: null });
}

function keep(taken: TakenSeat): void {
  try {
    seats.keep(taken);
  } catch (error) {
    console.warn('The seat is not remembered:', error);
  }
  keptSeats.refresh();
}

/** Remembers what the chain tells of a seat, also of one that was taken elsewhere; what of it is new. */
export function noteSeat(seat: Seat, state: GameState): Seen | null {
  const { gamesFinished: game } = state;
  const known = seats.of(seat);
  if (known?.game !== game && !isIn(state, seat.account)) return null;
  const taken = known?.game === game ? known : { ...seat, game, at: Date.now(), seen: null };
  const seen = seenIn(taken, state);
  if (seen === taken.seen) return null;
  keep({ ...taken, seen });
  return seen;
}

export function takenSeat(seat: Seat): TakenSeat | null {
  return seats.of(seat);
}

/** Whether the bracket of the running game is full without this seat. */
export function useIsSentAway(seat: Seat | null, { gamesFinished }: GameState): boolean {
  const taken = useTakenSeats();
  const isIt = (one: TakenSeat): boolean => seat !== null && seatKey(one) === seatKey(seat);
  return taken.some((one) => isIt(one) && one.game === gamesFinished && one.seen === 'sentAway');
}

/** Whether a seat that is remembered has come to its end, as far as this state tells. */
export function isOver(seat: Seat, state: GameState): boolean {
  const taken = seats.of(seat);
  return taken !== null && isVacated(taken, state, Date.now());
}

export function dropSeat(seat: Seat): void {
  seats.drop(seat);
  keptSeats.refresh(keptSeats.get().filter((taken) => seatKey(taken) === seatKey(seat)));
}
