import type { ActorId } from '../chain/hex';
import { placesOf } from '../rpsls/rules';
import type { GameState } from '../rpsls/state';
import { sharesDueOf } from '../rpsls/stop';
import { isFair, isInTime, type Listed } from './state';

/** A table on a list, and its game. */
export interface Seen {
  house: ActorId;
  /** Whether the code of the house and of its tables is known: else the table may be no game at all. */
  isKnown: boolean;
  listed: Listed;
  /** Not known at first, nor where the node can't tell it. */
  state: GameState | null;
  /** Whether the node was asked and could not tell. */
  isUnreadable: boolean;
}

/** What one look at houses finds. */
export interface Looked {
  tables: readonly Seen[];
  /** Whether a part of a list is missing. */
  isPartial: boolean;
}

/** Whether nothing of what counts is missing: an account may have a seat at any table that can't be told. */
export function isAllTold({ tables, isPartial }: Looked): boolean {
  return !isPartial && tables.every(({ isKnown, state }) => !isKnown || state !== null);
}

/** How many seats are free, if one can sit down. */
export function freeSeats({ state }: Seen): number | null {
  if (state?.stage !== 'preparation' || sharesDueOf(state) > 0n) return null;
  const free = placesOf(state.rules, state.config) - state.players.length;
  return free > 0 ? free : null;
}

/** What a table is played for now, or was to begin with. */
export function termsOf({ listed, state }: Seen): Pick<Listed, 'config' | 'rules'> {
  return state ?? listed;
}

export function isForStrangers(seen: Seen): boolean {
  const { config, rules } = termsOf(seen);
  return isFair(config, rules);
}

/** Whether one sits down unasked for these terms: those for strangers, at a bet of at most so much. */
export function suits({ config, rules }: Pick<Listed, 'config' | 'rules'>, mostBet: bigint): boolean {
  return config.betSize <= mostBet && isFair(config, rules) && isInTime(config);
}

/** Whether the account has a seat in the game that is going on, or begins next. */
export function hasSeat({ state }: Seen, account: ActorId | null): boolean {
  return state?.players.some(({ id, status }) => id === account && status !== 'out') ?? false;
}

/** Whether there is nothing to do at a table but watch: there is no free seat, and the account has none. */
export function isToWatch(seen: Seen, account: ActorId | null): boolean {
  return seen.state !== null && freeSeats(seen) === null && !hasSeat(seen, account);
}

/** Whether the time to sit down is running: it begins to count with the second player. */
export function isCounting(seen: Seen): boolean {
  return freeSeats(seen) === null || (seen.state?.players.length ?? 0) > 1;
}

/**
 * What comes first starts sooner: where two have a seat the clock runs, where one has it
 * starts with the next, and nobody waits at an empty one.
 */
export function bySoonest(one: Seen, other: Seen): number {
  const [a, b] = [orderOf(one), orderOf(other)];
  return a.reduce((found, value, index) => found || value - (b[index] ?? 0), 0);
}

function orderOf(seen: Seen): number[] {
  const { state } = seen;
  if (!state) return [4, 0, 0];
  const free = freeSeats(seen);
  const taken = Math.min(state.players.length, 2);
  const rank = free === null ? 3 : 2 - taken;
  return [rank, rank === 0 ? state.deadline : 0, free ?? 0];
}

/**
 * Where *play now* sits down: at the account's own seat if it has one, or else at the fullest
 * open table for strangers of known code, with times for them, at which a seat costs at most so
 * much; of those that lack as many, at the larger one, then at the one that starts sooner, and
 * then at the one that has been there for longer, by which strangers find each other.
 *
 * @param leftOut those whose last seat somebody else has just taken
 */
export function fullest(
  tables: readonly Seen[],
  account: ActorId | null,
  mostBet: bigint,
  leftOut: ReadonlySet<ActorId>,
): Seen | null {
  const known = tables.filter(({ isKnown }) => isKnown);
  const own = account && known.find((seen) => hasSeat(seen, account));
  if (own) return own;
  const fits = known.filter(
    (seen) => freeSeats(seen) !== null && suits(termsOf(seen), mostBet) && !leftOut.has(seen.listed.table),
  );
  const before = (one: Seen, other: Seen): boolean => {
    const later =
      (freeSeats(one) ?? 0) - (freeSeats(other) ?? 0) ||
      termsOf(other).config.seats - termsOf(one).config.seats ||
      bySoonest(one, other) ||
      one.listed.openedAt - other.listed.openedAt;
    return later < 0;
  };
  return fits.reduce<Seen | null>((best, seen) => (!best || before(seen, best) ? seen : best), null);
}
