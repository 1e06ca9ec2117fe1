import { describe, expect, it } from 'vitest';
import { MOVES, moveOfOpening } from '../src/rpsls/moves';
import { boundCommitmentOf, commitmentOf, openingOf, randomPassword } from '../src/rpsls/opening';
import { isWeak } from '../src/rpsls/password';
import type { Hex } from '../src/lib/hex';
import bound from './bound-vectors.json';
import vectors from './vectors.json';

// The Rust crates read the same file.
it.each(vectors)('a commitment of $opening is $commitment', ({ opening, commitment }) => {
  expect(commitmentOf(opening)).toBe(commitment);
  expect(moveOfOpening(opening)).not.toBeNull();
});

// The Rust crates read the same file.
it.each(bound)(
  'a bound commitment of $player to $opening is $commitment',
  ({ program, player, opening, commitment }) => {
    expect(boundCommitmentOf(program as Hex, player as Hex, opening)).toBe(commitment);
    expect(commitmentOf(opening)).not.toBe(commitment);
  },
);

describe('an opening', () => {
  it('begins with the digit of its move', () => {
    expect(MOVES.map((move) => openingOf(move, 'pass'))).toEqual(['0pass', '1pass', '2pass', '3pass', '4pass']);
    for (const move of MOVES) expect(moveOfOpening(openingOf(move, ''))).toBe(move);
  });

  it('names no move if it begins with anything else', () => {
    for (const bad of ['', '5pass', '/pass', 'pass0', ' 0pass', '٠pass', 'é', '\0']) {
      expect(moveOfOpening(bad)).toBeNull();
    }
  });
});

describe('a password', () => {
  it('that the page makes has 16 random bytes, and is strong', () => {
    const [first, second] = [randomPassword(), randomPassword()];
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(first).not.toBe(second);
    expect(isWeak(first)).toBe(false);
  });

  it.each(['', 'hunter2', 'correct horse', '12345678901234567890', 'abababababababababababab'])(
    '%j is weak',
    (password) => expect(isWeak(password)).toBe(true),
  );
});
