import { describe, expect, it } from 'vitest';
import { beats, MOVES, moveOfKey, victories, winningMove } from '../src/rpsls/moves';

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

it.each([
  ['3', 'Digit3', false, 'lizard'],
  ['é', 'Digit2', false, 'scissors'],
  ['à', 'Digit0', false, 'rock'],
  ['2', 'Digit2', true, 'scissors'],
  ['ě', 'Digit2', false, 'scissors'],
  ['Insert', 'Numpad0', false, 'rock'],
  ['1', 'KeyQ', false, 'paper'],
  ['@', 'Digit2', true, null],
  ['5', 'Digit5', false, null],
  ['a', 'KeyA', false, null],
])('the key %s at %s, with shift %s, picks %s', (key, code, shiftKey, move) => {
  expect(moveOfKey({ key, code, shiftKey })).toBe(move);
});
