import { useSyncExternalStore } from 'react';
import { Kept } from '../lib/kept';
import { lasting } from '../lib/storage';
import { Seats, isVacated, type TakenSeat } from '../rpsls/seats';
import { seatKey, type Seat } from '../rpsls/secrets';
import type { GameState } from '../rpsls/state';

const seats = new Seats(lasting);

/** The seats that are in the storage: a move may be due there on whatever screen one is. */
const keptSeats = new Kept<TakenSeat>(seats);

export function useTakenSeats(): TakenSeat[] {
  return useSyncExternalStore(keptSeats.subscribe, keptSeats.get);
}

/** Remembers a seat that is taken, for this game. Without it the move is due at the table's own screen alone. */
export function keepSeat(seat: Seat, game: number): void {
  try {
    seats.keep({ ...seat, game, at: Date.now() });
  } catch (error) {
    console.warn('The seat is not remembered:', error);
  }
  keptSeats.refresh();
}

/** Remembers a seat that the chain tells of, if it is not known. */
export function noteSeat(seat: Seat, game: number): void {
  if (seats.of(seat)?.game !== game) keepSeat(seat, game);
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
