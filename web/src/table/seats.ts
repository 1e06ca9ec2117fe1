import { useMemo, useSyncExternalStore } from 'react';
import { Kept } from '../lib/kept';
import { lasting } from '../lib/storage';
import { lastEndOf, Seats, isVacated, seenIn, type Seen, type TakenSeat } from '../rpsls/seats';
import { seatKey, type Seat } from '../rpsls/secrets';
import { isIn, type GameState } from '../rpsls/state';

const seats = new Seats(lasting);

/** The seats that are in the storage: a move may be due there on whatever screen one is. */
const keptSeats = new Kept<TakenSeat>(seats);

export function useTakenSeats(): TakenSeat[] {
  const all = useSyncExternalStore(keptSeats.subscribe, keptSeats.get);
  return useMemo(() => all.filter((taken) => !taken.isOver), [all]);
}

/** What is remembered of a seat, also of one whose game is over. */
export function useTakenSeat(seat: Seat | null): TakenSeat | null {
  const all = useSyncExternalStore(keptSeats.subscribe, keptSeats.get);
  return (seat && all.find((taken) => seatKey(taken) === seatKey(seat))) ?? null;
}

/** Remembers a seat that is taken, for the game of this state. Without it the move is due at the table's own screen alone. */
export function keepSeat(seat: Seat, state: GameState): void {
  keep(freshSeat(seat, state));
}

function freshSeat(seat: Seat, state: GameState): TakenSeat {
  const [game, bet, before] = [state.gamesFinished, state.config.betSize.toString(), lastEndOf(state)];
  return { ...seat, game, at: Date.now(), seen: null, round: 0, bet, before, isOver: false };
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
  const taken = known?.game === game ? known : freshSeat(seat, state);
  const seen = seenIn(taken, state);
  if (seen === taken.seen && state.round === taken.round) return null;
  keep({ ...taken, seen, round: state.round });
  return seen === taken.seen ? null : seen;
}

export function takenSeat(seat: Seat): TakenSeat | null {
  return seats.of(seat);
}

/** Whether a seat that is remembered has come to its end, as far as this state tells, and that is not noted. */
export function hasEnded(seat: Seat, state: GameState): boolean {
  const taken = seats.of(seat);
  return taken !== null && !taken.isOver && isVacated(taken, state, Date.now());
}

/** Notes that a seat has come to its end: at the table what came of its game is told until it is another's. */
export function settleSeat(seat: Seat, { gamesFinished }: GameState): void {
  const taken = seats.of(seat);
  if (taken && gamesFinished > taken.game) keep({ ...taken, isOver: true });
  else dropSeat(seat);
}

export function dropSeat(seat: Seat): void {
  seats.drop(seat);
  keptSeats.refresh(keptSeats.get().filter((taken) => seatKey(taken) === seatKey(seat)));
}
