import type { ActorId } from '../lib/hex';
import { beats, MOVES, scoresOf, winningMove, type Move } from './moves';
import type { Format } from './rules';
import { stillIn, type GameState } from './state';

export type Reveals = ReadonlyMap<ActorId, Move>;

/** A decided round in which somebody revealed. */
export interface RoundResult {
  /** The number of its game, from 0. */
  game: number;
  /** From 1. */
  number: number;
  reveals: Reveals;
  /** The players who committed but did not reveal. */
  late: ActorId[];
  survivors: ActorId[];
  isGameOver: boolean;
  /** When the next stage began, ms. */
  time: number;
}

/** Why a player is out. */
export type Lost =
  /** The player's move, the moves of those who went on, and both scores if no move beat all others. */
  | { kind: 'beaten'; move: Move; by: Move[]; points: [own: number, most: number] | null }
  | { kind: 'lateMove' | 'lateReveal' };

/**
 * The round that was decided last, read from the state. In a running game, players who were late
 * since then are not among the survivors. Between games, it is the last round of the game before,
 * if somebody won that.
 */
export function lastRoundOf(state: GameState): RoundResult | null {
  const { lastRound, lastGame, stage, stageStarted, round, gamesFinished, rules } = state;
  if (!lastRound) return null;
  const { game, number, moves } = lastRound;
  const reveals = new Map([...moves].flatMap(([id, move]) => (move ? [[id, move] as const] : [])));
  const late = [...moves.keys()].filter((id) => !reveals.has(id));
  const told = { game, number, reveals, late, time: stageStarted };
  if (stage !== 'preparation') {
    const isBefore = game === gamesFinished && number === round - 1;
    return isBefore ? { ...told, survivors: stillIn(state).map(({ id }) => id), isGameOver: false } : null;
  }
  if (game !== gamesFinished - 1 || lastGame?.rounds !== number || !leaves(lastGame.winner, reveals, rules.format))
    return null;
  return { ...told, survivors: [lastGame.winner], isGameOver: true };
}

/**
 * Whether a round with these reveals leaves only this player. If the owner stopped the game after
 * it, several were left.
 */
function leaves(winner: ActorId, reveals: Reveals, format: Format): boolean {
  const move = reveals.get(winner);
  const others = [...reveals].flatMap(([id, other]) => (id === winner ? [] : [other]));
  if (!move) return false;
  // A toss settles the draws of a knockout.
  if (format === 'knockout') return others.length < 2 && others.every((other) => !beats(other, move));
  if (others.includes(move)) return false;
  if (others.length < 2) return others.every((other) => beats(move, other));
  const played = [move, ...others];
  const best = winningMove(played);
  if (format !== 'points' || best !== null) return best === move;
  const scores = scoresOf(played);
  return others.every((other) => (scores.get(other) ?? 0) < (scores.get(move) ?? 0));
}

/** Why a player who had committed in a round is out since. */
export function lostIn({ reveals, late, survivors }: RoundResult, id: ActorId): Lost | null {
  if (survivors.includes(id)) return null;
  const move = reveals.get(id);
  if (move) return beatenBy(move, survivors, reveals);
  return late.includes(id) ? { kind: 'lateReveal' } : null;
}

export function beatenBy(move: Move, survivors: readonly ActorId[], reveals: Reveals): Lost {
  const by = MOVES.filter((other) => survivors.some((id) => reveals.get(id) === other));
  return { kind: 'beaten', move, by, points: pointsOf(move, by, reveals) };
}

/** The scores of a move and of the best one, if points decided. */
function pointsOf(move: Move, by: Move[], reveals: Reveals): [own: number, most: number] | null {
  const played = [...reveals.values()];
  if (winningMove(played) !== null) return null;
  const scores = scoresOf(played);
  return [scores.get(move) ?? 0, Math.max(...by.map((other) => scores.get(other) ?? 0))];
}
