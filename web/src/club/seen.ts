import type { ActorId } from '../lib/hex';
import { toldRounds } from '../rpsls/costs';
import { placesOf } from '../rpsls/rules';
import type { GameState } from '../rpsls/state';
import { sharesDueOf } from '../rpsls/stop';
import { isFair, isInTime, isSoon, type Listed } from './state';

/** A table on a list, and its game. */
export interface Seen {
  club: ActorId;
  /** Whether the code of the club and of its tables is known. If not, the table may be no game at all. */
  isKnown: boolean;
  listed: Listed;
  /** Null at first, and when the node can't tell it. */
  state: GameState | null;
  /** Whether the node was asked and could not tell. */
  isUnreadable: boolean;
  /** How long, ms, a player has waited there alone, if that is longer than the time to sit down. */
  waited: number | null;
}

/** The result of one look at clubs. */
export interface Looked {
  tables: readonly Seen[];
  /** Whether a part of a list is missing. */
  isPartial: boolean;
}

/** Whether all that matters is known: the account may have a seat at any table whose state is missing. */
export function isAllTold({ tables, isPartial }: Looked): boolean {
  return !isPartial && tables.every(({ isKnown, state }) => !isKnown || state !== null);
}

/** How many seats are free. Null if nobody can sit down. */
export function freeSeats({ state }: Seen): number | null {
  if (state?.stage !== 'preparation' || sharesDueOf(state) > 0n) return null;
  const free = placesOf(state.rules, state.config) - state.players.length;
  return free > 0 ? free : null;
}

/** The current terms of a table, or the ones it began with. */
export function termsOf({ listed, state }: Seen): Pick<Listed, 'config' | 'rules'> {
  return state ?? listed;
}

export function isForStrangers(seen: Seen): boolean {
  const { config, rules } = termsOf(seen);
  return isFair(config, rules);
}

/**
 * Whether *play now* may sit down at these terms without asking: they suit strangers, and the bet
 * is at most `mostBet`.
 */
export function suits({ config, rules }: Pick<Listed, 'config' | 'rules'>, mostBet: bigint): boolean {
  return config.betSize <= mostBet && isFair(config, rules) && isInTime(config);
}

/** Whether one player waits there for company. Only then a table tells how long. */
export function isAlone({ stage, players }: GameState): boolean {
  return stage === 'preparation' && players.length === 1;
}

/** Whether the account has a seat in the running game or the next one. */
export function hasSeat({ state }: Seen, account: ActorId | null): boolean {
  return state?.players.some(({ id, status }) => id === account && status !== 'out') ?? false;
}

/** Whether the account can only watch: no seat is free, and it has none. */
export function isToWatch(seen: Seen, account: ActorId | null): boolean {
  return seen.state !== null && freeSeats(seen) === null && !hasSeat(seen, account);
}

/** Whether the time to sit down is running. It begins with the second player. */
export function isCounting(seen: Seen): boolean {
  return freeSeats(seen) === null || (seen.state?.players.length ?? 0) > 1;
}

/**
 * Orders tables by how soon they start. A table with two players has its clock running, one with a
 * single player starts it with the next, and at an empty one nobody waits.
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

/** Whether nobody is at a table for more than two. A new duel takes one more player to begin, and this several. */
function isBareBracket({ state }: Seen): boolean {
  return state !== null && state.players.length === 0 && placesOf(state.rules, state.config) > 2;
}

/** How many more players a table needs to be full, once somebody has taken the next seat there. */
export function lackingAfter(seen: Seen): number {
  return Math.max(0, (freeSeats(seen) ?? 0) - 1);
}

/** Which tables *play now* prefers. */
export interface Leaning {
  /** Tables to which the account's bet may be on its way. A second one is refused there, and comes back. */
  begun: readonly ActorId[];
  /** Players whom the player would rather not meet again at once. */
  met: readonly ActorId[];
  /** The most rounds that a game may have: more of them cost more than was said. Any number by default. */
  mostRounds?: number;
}

/**
 * Picks the table at which *play now* sits down. That is the table where the account has a seat, if
 * there is one. Otherwise it is an open table of known code, at which somebody is or which is for two, with terms and
 * times for strangers and
 * a seat that costs at most `mostBet`, whose player has not waited for a day: a round may take as long. Among those it prefers one to which a bet may be on its way,
 * then one without the players just met, then the one that lacks the fewest players, then the larger
 * one, then the one that starts sooner, then the older one. This order makes strangers find each
 * other.
 *
 * @param leftOut tables whose last seat somebody else has just taken
 */
export function fullest(
  tables: readonly Seen[],
  account: ActorId | null,
  mostBet: bigint,
  { begun, met, mostRounds = Infinity }: Leaning,
  leftOut: ReadonlySet<ActorId> = new Set(),
): Seen | null {
  const known = tables.filter(({ isKnown }) => isKnown);
  const own = account && known.find((seen) => hasSeat(seen, account));
  if (own) return own;
  const fits = known.filter(
    (seen) =>
      freeSeats(seen) !== null &&
      suits(termsOf(seen), mostBet) &&
      toldRounds(termsOf(seen)) <= mostRounds &&
      isSoon(seen.waited) &&
      !isBareBracket(seen) &&
      !leftOut.has(seen.listed.table),
  );
  const again = ({ state }: Seen): number => Number(state?.players.some(({ id }) => met.includes(id)) ?? false);
  const isNew = ({ listed }: Seen): number => Number(!begun.includes(listed.table));
  const before = (one: Seen, other: Seen): boolean => {
    const later =
      isNew(one) - isNew(other) ||
      again(one) - again(other) ||
      (freeSeats(one) ?? 0) - (freeSeats(other) ?? 0) ||
      termsOf(other).config.seats - termsOf(one).config.seats ||
      bySoonest(one, other) ||
      one.listed.openedAt - other.listed.openedAt;
    return later < 0;
  };
  return fits.reduce<Seen | null>((best, seen) => (!best || before(seen, best) ? seen : best), null);
}
