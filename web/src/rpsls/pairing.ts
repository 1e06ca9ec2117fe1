import type { ActorId } from '../chain/hex';
import type { History } from './history';
import { divisorOf } from './knockout';
import { beats, type Move } from './moves';
import { lastRoundOf } from './round';
import type { Format } from './rules';
import type { GameState } from './state';
import type { PlayedRound } from './story';

/** One of those who meet in a round that is decided. */
export interface Side {
  id: ActorId;
  /** None where it was not shown in time. */
  move: Move | null;
  goesOn: boolean;
}

/** Two who meet in a round, or one who meets nobody. */
export interface Pairing {
  one: Side;
  other: Side | null;
}

/** A round that is decided, with those who had moved and showed nothing, where that is known. */
export type Decided = PlayedRound & { late?: readonly ActorId[] };

/**
 * Who met whom in a round that is decided; none where more than two met, or it is not known.
 *
 * @param seats all players of the game, in order of their seats
 */
export function pairingsOf(round: Decided, format: Format, seats: readonly ActorId[]): Pairing[] | null {
  const { number, reveals, survivors, late = [] } = round;
  const ids = [...reveals.keys(), ...late];
  const sideOf = (id: ActorId): Side => ({ id, move: reveals.get(id) ?? null, goesOn: survivors.includes(id) });
  const groups = new Map<number, Side[]>();
  if (format !== 'knockout' || ids.length === 2) groups.set(0, ids.map(sideOf));
  else {
    if (!ids.every((id) => seats.includes(id))) return null;
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

/** Two who meet, whoever looks first. */
export type Duo = Pairing & { other: Side };

/** What somebody looks at: the own pair or the only one, if two met in it, and the others. */
export function forLooker(pairings: readonly Pairing[], me: ActorId | null): { own: Duo | null; others: Pairing[] } {
  const found = pairingWith(pairings, me) ?? (pairings.length === 1 ? pairings[0] : null);
  if (!found?.other) return { own: null, others: [...pairings] };
  const { one, other } = found;
  const own = other.id === me ? { one: other, other: one } : { one, other };
  return { own, others: pairings.filter((pairing) => pairing !== found) };
}

/** The players of the running game, or of the last one if that was seen, in order of their seats. */
export function seatsIn({ round, players }: GameState, { game }: History): ActorId[] {
  if (round > 0) return players.map(({ id }) => id);
  return game?.isOver ? game.seats : [];
}

/** The last round of the running game or the last one that somebody played in, as far as that is known. */
export function lastPlayedBy(id: ActorId, state: GameState, { game }: History): Decided | null {
  const isIn = ({ reveals, late = [] }: Decided): boolean => reveals.has(id) || late.includes(id);
  const last = lastRoundOf(state);
  if (last && isIn(last)) return last;
  const isOfThis = game !== null && game.isOver === (state.round === 0);
  return (isOfThis && game.played.findLast(isIn)) || null;
}

/** How two came out who met. */
export type Clash =
  | { kind: 'struck'; winner: Side & { move: Move }; loser: Side & { move: Move } }
  /** The same move, and one of them goes on. */
  | { kind: 'tossed'; move: Move; winner: Side; loser: Side }
  /** The same move, and both play it again. */
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
  return { kind: 'tossed', move: one.move, winner, loser };
}

function hasMove(side: Side): side is Side & { move: Move } {
  return side.move !== null;
}
