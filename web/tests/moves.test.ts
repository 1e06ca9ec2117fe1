import { describe, expect, it } from 'vitest';
import { beats, MOVES, scoresOf, victories, winningMove } from '../src/rpsls/moves';

describe('the five moves', () => {
  it('each beat two others and are beaten by two', () => {
    const table = MOVES.map((one) => MOVES.map((other) => Number(beats(one, other))));
    expect(table).toEqual([
      [0, 0, 1, 1, 0],
      [1, 0, 0, 0, 1],
      [0, 1, 0, 1, 0],
      [0, 1, 0, 0, 1],
      [1, 0, 1, 0, 0],
    ]);
  });
});

describe('a round', () => {
  it('is won by the move that beats every other', () => {
    expect(winningMove(['lizard', 'paper', 'spock', 'spock'])).toBe('lizard');
  });

  it('is a draw if all are the same, or none beats all', () => {
    expect(winningMove(['rock', 'rock'])).toBeNull();
    expect(winningMove(['rock', 'paper', 'scissors'])).toBeNull();
    expect(winningMove([...MOVES])).toBeNull();
    expect(winningMove([])).toBeNull();
  });

  it('scores each move with the players whom it beats, less those who beat it', () => {
    expect(scoresOf(['rock', 'rock', 'paper', 'scissors'])).toEqual(
      new Map([
        ['rock', 0],
        ['paper', 1],
        ['scissors', -1],
      ]),
    );
    expect(new Set(scoresOf([...MOVES]).values())).toEqual(new Set([0]));
  });

  it('lists who beat whom once for each pair of moves', () => {
    expect(victories(['rock', 'rock', 'scissors'])).toEqual([['rock', 'scissors']]);
    expect(victories([...MOVES])).toHaveLength(10);
  });
});
