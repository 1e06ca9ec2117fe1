import type { ActorId } from '../lib/hex';
import { MOVES, type Move } from './moves';
import type { PlayedGame } from './playedGame';

/** One account's record in the games that are kept. */
export interface Tally {
  games: number;
  won: number;
  /** Games won in a row: the current streak, and the longest. */
  streak: number;
  bestStreak: number;
  free: { games: number; won: number };
  /** What was won and lost in games with a bet, in the chain's smallest unit. */
  gained: bigint;
  lost: bigint;
  /** How often each move was revealed, the favourite first. */
  moves: { move: Move; count: number }[];
  /** The account's opponents, the most frequent first. */
  rivals: Rival[];
}

export interface Rival {
  id: ActorId;
  games: number;
  /** How many of those games the account won. */
  won: number;
}

/** @param games of one account on one chain */
export function tallyOf(games: readonly PlayedGame[]): Tally {
  // A stopped game has no winner.
  const decided = games.filter(({ outcome }) => outcome !== 'stopped');
  const { streak, best } = streaksOf(decided);
  const nets = games.filter(({ bet }) => bet !== '0').map(({ paid, bet }) => BigInt(paid) - BigInt(bet));
  const free = decided.filter(({ bet }) => bet === '0');
  return {
    games: decided.length,
    won: wonIn(decided),
    streak,
    bestStreak: best,
    free: { games: free.length, won: wonIn(free) },
    gained: sum(nets.filter((net) => net > 0n)),
    lost: -sum(nets.filter((net) => net < 0n)),
    moves: movesOf(games),
    rivals: rivalsOf(decided),
  };
}

function wonIn(games: readonly PlayedGame[]): number {
  return games.filter(({ outcome }) => outcome === 'won').length;
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((all, value) => all + value, 0n);
}

function streaksOf(games: readonly PlayedGame[]): { streak: number; best: number } {
  let [streak, best] = [0, 0];
  for (const { outcome } of [...games].sort((one, other) => one.time - other.time)) {
    streak = outcome === 'won' ? streak + 1 : 0;
    best = Math.max(best, streak);
  }
  return { streak, best };
}

function movesOf(games: readonly PlayedGame[]): Tally['moves'] {
  const shown = games.flatMap(({ rounds, account }) => rounds.flatMap((round) => round[account] ?? []));
  return MOVES.map((move) => ({ move, count: shown.filter((one) => one === move).length }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count);
}

function rivalsOf(games: readonly PlayedGame[]): Rival[] {
  const rivals = new Map<ActorId, Rival>();
  for (const { opponents, outcome } of games) {
    for (const id of opponents) {
      const { games, won } = rivals.get(id) ?? { games: 0, won: 0 };
      rivals.set(id, { id, games: games + 1, won: won + (outcome === 'won' ? 1 : 0) });
    }
  }
  return [...rivals.values()].sort((one, other) => other.games - one.games || other.won - one.won);
}
