import { describe, expect, it } from 'vitest';
import type { ActorId } from '../src/lib/hex';
import type { Move } from '../src/rpsls/moves';
import { lastRoundOf, lostIn } from '../src/rpsls/round';
import type { Format } from '../src/rpsls/rules';
import type { GameState } from '../src/rpsls/state';
import { movesOf, state } from './games';

const [ADA, GRACE, ALAN] = ['0xada', '0x9ace', '0xa1a'] as const;

type Moves = Record<ActorId, Move | null>;

/** A table whose third game Ada has won in its second round, with these moves. */
function won(moves: Moves, format: Format = 'replay', some: Partial<GameState> = {}): GameState {
  return state({
    gamesFinished: 3,
    rules: { format, startWhenFull: true },
    lastGame: { winner: ADA, pot: 30n, rounds: 2 },
    lastRound: { game: 2, number: 2, moves: movesOf(moves) },
    ...some,
  });
}

const MOVES: Moves = { [ADA]: 'rock', [GRACE]: 'lizard', [ALAN]: null };

describe('the round that was decided last', () => {
  it('names the winner of the game that it decided', () => {
    expect(lastRoundOf(won(MOVES))).toEqual({
      game: 2,
      number: 2,
      reveals: movesOf({ [ADA]: 'rock', [GRACE]: 'lizard' }),
      late: [ALAN],
      survivors: [ADA],
      isGameOver: true,
      time: 0,
    });
    expect(lastRoundOf(won({ [ADA]: 'rock' }))?.isGameOver).toBe(true);
    expect(lastRoundOf(won({ [ADA]: 'rock', [GRACE]: 'lizard' }, 'knockout'))?.isGameOver).toBe(true);
    // A toss decided.
    expect(lastRoundOf(won({ [ADA]: 'rock', [GRACE]: 'rock' }, 'knockout'))?.survivors).toEqual([ADA]);
    const byPoints: Moves = { [ADA]: 'rock', [GRACE]: 'scissors', [ALAN]: 'paper', '0xeee': 'scissors' };
    expect(lastRoundOf(won(byPoints, 'points'))?.survivors).toEqual([ADA]);
  });

  it('does not belong to the last game if that ended otherwise, as by a stop', () => {
    const lastGame = { winner: ADA, pot: 30n, rounds: 2 };
    expect(lastRoundOf(won(MOVES, 'replay', { gamesFinished: 4 }))).toBeNull();
    expect(lastRoundOf(won(MOVES, 'replay', { lastGame: { ...lastGame, rounds: 3 } }))).toBeNull();
    expect(lastRoundOf(won(MOVES, 'replay', { lastGame: { ...lastGame, winner: ALAN } }))).toBeNull();
    expect(lastRoundOf(won(MOVES, 'replay', { lastRound: null }))).toBeNull();
    // These rounds leave several players.
    const draws: [Moves, Format][] = [
      [{ [ADA]: 'rock', [GRACE]: 'paper' }, 'knockout'],
      [{ [ADA]: 'rock', [GRACE]: 'paper', [ALAN]: 'scissors' }, 'replay'],
      [{ [ADA]: 'rock', [GRACE]: 'paper', [ALAN]: 'scissors' }, 'points'],
      [{ [ADA]: 'rock', [GRACE]: 'rock', [ALAN]: 'scissors' }, 'replay'],
      [{ [ADA]: 'rock', [GRACE]: 'lizard', [ALAN]: 'scissors', '0xeee': 'lizard' }, 'knockout'],
    ];
    for (const [moves, format] of draws) expect(lastRoundOf(won(moves, format)), format).toBeNull();
  });

  it('names those who play on in a running game, until the next round is decided', () => {
    const running = state({
      gamesFinished: 2,
      stage: 'inProgress',
      round: 2,
      stageStarted: 7,
      players: [
        { id: ADA, status: 'toMove' },
        { id: GRACE, status: 'out' },
        { id: ALAN, status: 'out' },
      ],
      lastRound: { game: 2, number: 1, moves: movesOf(MOVES) },
    });
    const round = lastRoundOf(running);
    expect(round).toMatchObject({ survivors: [ADA], isGameOver: false, time: 7 });
    expect(lastRoundOf({ ...running, round: 3 })).toBeNull();
    expect(lastRoundOf({ ...running, gamesFinished: 3 })).toBeNull();
    expect(round && [ADA, GRACE, ALAN, '0xeee' as const].map((id) => lostIn(round, id)?.kind)).toEqual([
      undefined,
      'beaten',
      'lateReveal',
      undefined,
    ]);
  });
});
