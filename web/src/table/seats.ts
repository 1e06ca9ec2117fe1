import type { ActorId } from '../lib/hex';
import { useMemo, useSyncExternalStore } from 'preact/compat';
import { worksOf } from '../chain/sent';
import { Kept } from '../lib/kept';
import { pause } from '../lib/pause';
import { lasting } from '../lib/storage';
import { Store } from '../lib/store';
import { outlayIn, type Outlay } from '../rpsls/costs';
import { lastEndOf, othersOf, outlayAfter, Seats, isVacated, seenIn, type Seen, type TakenSeat } from '../rpsls/seats';
import { seatKey, type Seat } from '../rpsls/secrets';
import { isIn, type GameState } from '../rpsls/state';

/** How long the page waits at most until it sees a seat that the program has confirmed, ms. */
const LONGEST = 60_000;

const seats = new Seats(lasting);

/** The table to which the page takes a player who is being seated there. Nothing else calls for it meanwhile. */
export const arriving = new Store<ActorId | null>(null);

/** The seats in the storage. A move may be due at them, whatever screen the person is on. */
const keptSeats = new Kept<TakenSeat>(seats);

export function useTakenSeats(): TakenSeat[] {
  const all = useSyncExternalStore(keptSeats.subscribe, keptSeats.get);
  return useMemo(() => all.filter((taken) => !taken.isOver), [all]);
}

/** Whether an account has this seat now, as far as is known, or its bet is on the way there. */
export function isHeld({ genesis, program, account, seen }: TakenSeat): boolean {
  return seen === null ? worksOf(genesis, account, program).length > 0 : seen !== 'sentAway';
}

/** Tables to which a bet of the account may be on its way: this browser signed it, and saw no seat yet. */
export function useBegun(account: ActorId | null): ActorId[] {
  const seats = useTakenSeats();
  return seats.filter((taken) => taken.account === account && taken.seen === null).map(({ program }) => program);
}

/** What the browser remembers of a seat, even after its game. */
export function useTakenSeat(seat: Seat | null): TakenSeat | null {
  const all = useSyncExternalStore(keptSeats.subscribe, keptSeats.get);
  return (seat && all.find((taken) => seatKey(taken) === seatKey(seat))) ?? null;
}

/**
 * Stores a taken seat, for this state's game. Without it only the table's own screen calls for the move.
 *
 * @param outlay what it may take from the purse
 * @param block the best block
 */
export function keepSeat(seat: Seat, state: GameState, outlay: Outlay, block: number): void {
  keep(freshSeat(seat, state, outlay, block));
}

function freshSeat(seat: Seat, state: GameState, outlay: Outlay, block: number): TakenSeat {
  const [game, bet, before] = [state.gamesFinished, state.config.betSize.toString(), lastEndOf(state)];
  return { ...seat, ...outlay, game, block, bet, before, seen: null, round: 0, isOver: false };
}

/** An account's other seats, which share its purse. */
export function seatsBeside(seat: Seat): TakenSeat[] {
  // Another tab may have taken one, of which the browser has not told yet.
  keptSeats.refresh();
  return othersOf(keptSeats.get(), seat);
}

/** The same, as they change. */
export function useSeatsBeside(seat: Seat | null): TakenSeat[] {
  const all = useSyncExternalStore(keptSeats.subscribe, keptSeats.get);
  return useMemo(() => (seat ? othersOf(all, seat) : []), [all, seat]);
}

function keep(taken: TakenSeat): void {
  try {
    seats.keep(taken);
  } catch (error) {
    console.warn('The seat is not remembered:', error);
  }
  keptSeats.refresh();
}

/** Notes what a block tells of a seat, even if it was taken elsewhere. Returns what is new about it. */
export function noteSeat(seat: Seat, state: GameState, block: number): Seen | null {
  const { gamesFinished: game } = state;
  const known = seats.of(seat);
  if (known?.game !== game && !isIn(state, seat.account)) return null;
  // Of a seat that was taken elsewhere, or dropped by a tab a block behind, a purse here is reckoned to pay what follows.
  const taken = known?.game === game ? known : freshSeat(seat, state, outlayIn(state, seat.account), block);
  const seen = seenIn(taken, state);
  const outlay = outlayAfter(taken, state);
  if (seen === taken.seen && state.round === taken.round && outlay.messages === taken.messages) return null;
  keep({ ...taken, ...outlay, seen, block, round: state.round });
  return seen === taken.seen ? null : seen;
}

/**
 * Waits until the page sees of a seat what the program has confirmed, so that the form which asked for it is not
 * offered again meanwhile. A node that is busy or behind may take half a minute to tell it.
 *
 * @param seat the seat, if the page keeps one
 * @param before what the page saw of it before
 */
export async function untilSeen(seat: Seat | null, before: Seen | null): Promise<void> {
  if (!seat) return;
  const seen = new AbortController();
  const look = (): void => {
    if (seats.of(seat)?.seen !== before) seen.abort();
  };
  const unsubscribe = keptSeats.subscribe(look);
  look();
  await pause(seen.signal, LONGEST);
  unsubscribe();
}

export function takenSeat(seat: Seat): TakenSeat | null {
  return seats.of(seat);
}

/** Whether a remembered seat has come to its end by this state of a block, and that is not noted yet. */
export function hasEnded(seat: Seat, state: GameState, block: number): boolean {
  const taken = seats.of(seat);
  return taken !== null && !taken.isOver && isVacated(taken, state, block);
}

/** Notes that a seat has come to its end. The table shows its game's result until the seat is another game's. */
export function settleSeat(seat: Seat, { gamesFinished }: GameState): void {
  const taken = seats.of(seat);
  if (taken && gamesFinished > taken.game) keep({ ...taken, isOver: true });
  else dropSeat(seat);
}

export function dropSeat(seat: Seat): void {
  seats.drop(seat);
  keptSeats.refresh(keptSeats.get().filter((taken) => seatKey(taken) === seatKey(seat)));
}
