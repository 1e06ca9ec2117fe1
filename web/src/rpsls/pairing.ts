import type { ActorId } from '../lib/hex';
import type { History } from './history';
import { divisorOf } from './knockout';
import { beats, type Move } from './moves';
import type { Bit } from './opening';
import { lastRoundOf } from './round';
import type { Format } from './rules';
import { stillIn, type GameState } from './state';
import type { PlayedRound } from './story';

/** One player of a match in a decided round. */
export interface Side {
  id: ActorId;
  /** Null if it was not revealed in time. */
  move: Move | null;
  goesOn: boolean;
  /** The seat, or the place among those who are known. */
  seat: number;
  /** What the opening gives to a toss. Null if it was not seen. */
  bit: Bit | null;
}

/** Two players who meet in a round, or one who has a bye. */
export interface Pairing {
  one: Side;
  other: Side | null;
}

/** A decided round, with the players who committed but did not reveal, if they are known. */
export type Decided = PlayedRound & { late?: readonly ActorId[] };

/**
 * Pairs the players of a decided round. Null if more than two met, or it is not known who met whom.
 *
 * @param seats all players of the game, in order of their seats
 */
export function pairingsOf(round: Decided, format: Format, seats: readonly ActorId[]): Pairing[] | null {
  const { number, reveals, survivors, late = [], bits } = round;
  const ids = [...reveals.keys(), ...late];
  const isKnown = ids.every((id) => seats.includes(id));
  const sideOf = (id: ActorId): Side => {
    const seat = (isKnown ? seats : ids).indexOf(id);
    return { id, move: reveals.get(id) ?? null, goesOn: survivors.includes(id), seat, bit: bits?.get(id) ?? null };
  };
  const groups = new Map<number, Side[]>();
  if (format !== 'knockout' || (!isKnown && ids.length === 2)) groups.set(0, ids.map(sideOf));
  else {
    if (!isKnown) return null;
    const by = divisorOf(seats.length, number);
    for (const id of seats.filter((id) => ids.includes(id))) {
      const group = seats.indexOf(id) % by;
      groups.set(group, [...(groups.get(group) ?? []), sideOf(id)]);
    }
  }
  const pairs = [...groups.values()];
  if (pairs.some(({ length }) => length > 2)) return null;
  return pairs.flatMap(([one, other = null]) => (one ? { one, other } : []));
}

export function pairingWith(pairings: readonly Pairing[], id: ActorId | null): Pairing | null {
  return pairings.find(({ one, other }) => one.id === id || other?.id === id) ?? null;
}

/** Two players who meet, in either order. */
export type Duo = Pairing & { other: Side };

/** Splits pairings for a viewer: their own pair, or the only pair, if two players met in it; and the rest. */
export function forLooker(pairings: readonly Pairing[], me: ActorId | null): { own: Duo | null; others: Pairing[] } {
  const found = pairingWith(pairings, me) ?? (pairings.length === 1 ? pairings[0] : null);
  if (!found?.other) return { own: null, others: [...pairings] };
  const { one, other } = found;
  const own = other.id === me ? { one: other, other: one } : { one, other };
  return { own, others: pairings.filter((pairing) => pairing !== found) };
}

/** Whom a player of the running game meets in this round: null for a bye, undefined if all play against all. */
export function opponentOf(id: ActorId, state: GameState): ActorId | null | undefined {
  const others = stillIn(state).flatMap((player) => (player.id === id ? [] : [player.id]));
  if (state.rules.format !== 'knockout') return others.length === 1 ? others[0] : undefined;
  const seats = state.players.map((player) => player.id);
  const by = divisorOf(seats.length, state.round);
  return others.find((other) => seats.indexOf(other) % by === seats.indexOf(id) % by) ?? null;
}

/** The players of the running game, or of the last one if it was seen, in order of their seats. */
export function seatsIn({ round, players }: GameState, { game }: History): ActorId[] {
  if (round > 0) return players.map(({ id }) => id);
  return game?.isOver ? game.seats : [];
}

/** The last round that a player took part in, of the running game or the last one, as far as it is known. */
export function lastPlayedBy(id: ActorId, state: GameState, { game }: History): Decided | null {
  const isIn = ({ reveals, late = [] }: Decided): boolean => reveals.has(id) || late.includes(id);
  const last = lastRoundOf(state);
  if (last && isIn(last)) return last;
  const isOfThis = game !== null && game.isOver === (state.round === 0);
  return (isOfThis && game.played.findLast(isIn)) || null;
}

/** A decided round with what its openings gave to tosses, as far as they were seen. */
export function withBits(round: Decided, { game }: History): Decided {
  const bits = game?.played.find(({ number }) => number === round.number)?.bits;
  return bits ? { ...round, bits } : round;
}

/** The outcome for two players who met. */
export type Clash =
  | { kind: 'struck'; winner: Side & { move: Move }; loser: Side & { move: Move } }
  /** Both had the same move, and a toss decided: of two equal bits the earlier seat goes on. */
  | { kind: 'tossed'; move: Move; winner: Side; loser: Side; isEqual: boolean }
  /** Both had the same move, and they play again. */
  | { kind: 'draw'; move: Move }
  | { kind: 'late'; late: Side[] }
  | { kind: 'bye'; one: Side };

export function clashOf({ one, other }: Pairing): Clash {
  const late = [one, other].filter((side) => side?.move === null) as Side[];
  if (late.length > 0) return { kind: 'late', late };
  if (!other || !hasMove(one) || !hasMove(other)) return { kind: 'bye', one };
  if (one.move !== other.move) {
    const [winner, loser] = beats(one.move, other.move) ? [one, other] : [other, one];
    return { kind: 'struck', winner, loser };
  }
  if (one.goesOn === other.goesOn) return { kind: 'draw', move: one.move };
  const [winner, loser] = one.goesOn ? [one, other] : [other, one];
  return { kind: 'tossed', move: one.move, winner, loser, isEqual: winner.seat < loser.seat };
}

function hasMove(side: Side): side is Side & { move: Move } {
  return side.move !== null;
}
