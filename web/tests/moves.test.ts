import { describe, expect, it } from 'vitest';
import { beats, MOVES, victories, winningMove } from '../src/rpsls/moves';

it('the five moves each beat two others and are beaten by two', () => {
  const table = MOVES.map((one) => MOVES.map((other) => Number(beats(one, other))));
  expect(table).toEqual([
    [0, 0, 1, 1, 0],
    [1, 0, 0, 0, 1],
    [0, 1, 0, 1, 0],
    [0, 1, 0, 0, 1],
    [1, 0, 1, 0, 0],
  ]);
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

  it('lists who beat whom once for each pair of moves', () => {
    expect(victories(['rock', 'rock', 'scissors'])).toEqual([['rock', 'scissors']]);
    expect(victories([...MOVES])).toHaveLength(10);
  });
});
