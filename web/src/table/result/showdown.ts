import type { ActorId } from '../../lib/hex';
import type { History } from '../../rpsls/history';
import {
  forLooker,
  lastPlayedBy,
  opponentOf,
  pairingsOf,
  seatsIn,
  withBits,
  type Decided,
  type Duo,
} from '../../rpsls/pairing';
import type { Result } from '../../rpsls/result';
import { lastRoundOf } from '../../rpsls/round';
import { hasFullBracket, placesOf, type Format } from '../../rpsls/rules';
import { heldBy, isUnrevealed, statusOf, stillIn, type GameState, type Held } from '../../rpsls/state';
import type { Scene } from './scenes';

/** A player's card. */
export interface Lying {
  /** Null while nobody is there. */
  id: ActorId | null;
  held: Held;
}

/** The cards of two players who meet: from the first sealed move to the result they lie in the same place. */
export interface Showdown {
  /** Changes with the round. */
  key: string;
  /** The viewer's, if it is one of them. */
  one: Lying;
  other: Lying;
  /** How it came out. Null until it is decided, and if somebody never chose. */
  pairing: Duo | null;
}

interface Looked {
  state: GameState;
  history: History;
  me: ActorId | null;
  scene: Scene | null;
  /** The result on the screen. */
  result: Result | null;
}

/** The two whose cards are to be seen: the viewer's own pair, or the only one. Null if there is none. */
export function showdownOf({ state, history, me, scene, result }: Looked): Showdown | null {
  if (scene) {
    const { round, seats, before } = scene;
    return decided(round.game, withBits(round, history), before.state.rules.format, seats, me);
  }
  switch (result?.kind) {
    case 'sentAway':
    case 'stopped':
      return null;
    case 'won':
    case 'lost':
    case 'watched':
      return ofLast(state, history, me) ?? (result.kind === 'watched' ? null : ofSilent(state, history, me));
    default:
      return ofRunning(state, me);
  }
}

function decided(
  game: number,
  round: Decided,
  format: Format,
  seats: readonly ActorId[],
  me: ActorId | null,
): Showdown | null {
  const pairing = forLooker(pairingsOf(round, format, seats) ?? [], me).own;
  if (!pairing) return null;
  const [one, other] = [pairing.one, pairing.other].map(({ id, move }): Lying => ({ id, held: move ?? 'held' }));
  return one && other ? { key: keyOf(game, round.number), one, other, pairing } : null;
}

/** The viewer's last round, or that which decided the game. */
function ofLast(state: GameState, history: History, me: ActorId | null): Showdown | null {
  const round = (me && lastPlayedBy(me, state, history)) ?? lastRoundOf(state);
  if (!round) return null;
  return decided(gameOf(state), withBits(round, history), state.rules.format, seatsIn(state, history), me);
}

/** A duel that ended since one of the two did not choose. */
function ofSilent(state: GameState, { game }: History, me: ActorId | null): Showdown | null {
  if (!me || !game?.isOver || game.players.length !== 2 || !game.players.includes(me)) return null;
  const lying = (id: ActorId | null): Lying => {
    return { id, held: id && game.fates.get(id)?.kind === 'lateMove' ? 'none' : 'held' };
  };
  const other = game.players.find((id) => id !== me) ?? null;
  return { key: keyOf(gameOf(state), 1), one: lying(me), other: lying(other), pairing: null };
}

function ofRunning(state: GameState, me: ActorId | null): Showdown | null {
  const { gamesFinished, round, stage, players } = state;
  const key = keyOf(gamesFinished, Math.max(1, round));
  const lying = (id: ActorId): Lying => {
    const player = players.find((player) => player.id === id);
    if (!player) return { id: null, held: 'none' };
    const isOpen = stage === 'preparation' && !state.commitments.has(id);
    return { id, held: isOpen ? 'none' : heldBy(state, player) };
  };
  const empty: Lying = { id: null, held: 'none' };
  if (me && (isUnrevealed(state, me) || statusOf(state, me) === 'revealed')) {
    if (stage !== 'preparation') {
      const opponent = opponentOf(me, state);
      return opponent ? { key, one: lying(me), other: lying(opponent), pairing: null } : null;
    }
    const isDuel = placesOf(state.rules, state.config) === 2;
    if (!isDuel && !hasFullBracket(state.rules)) return null;
    // Who meets whom in a larger bracket is known once it is full.
    const opponent = isDuel ? players.find(({ id }) => id !== me) : undefined;
    return { key, one: lying(me), other: opponent ? lying(opponent.id) : empty, pairing: null };
  }
  const [one, other, third] = stillIn(state);
  const isPlaying = statusOf(state, me) === 'toMove';
  if (stage === 'preparation' || isPlaying || !one || !other || third) return null;
  return { key, one: lying(one.id), other: lying(other.id), pairing: null };
}

/** The number of the game that runs, or else of the last one. */
function gameOf({ stage, gamesFinished }: GameState): number {
  return stage === 'preparation' ? gamesFinished - 1 : gamesFinished;
}

function keyOf(game: number, round: number): string {
  return `${game}/${round}`;
}

/** How many games each of the two has won, if they have only met each other. Null if that is not known. */
export function scoreOf({ one, other }: Showdown, { scores }: History): [one: number, other: number] | null {
  const [own, theirs] = [one, other].map(({ id }) => id && scores.get(id));
  if (!own || !theirs || own.played !== theirs.played || own.won + theirs.won !== own.played) return null;
  return [own.won, theirs.won];
}
