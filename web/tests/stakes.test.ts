import { expect, it } from 'vitest';
import { NEW_TABLE } from '../src/rpsls/config';
import { restOf } from '../src/rpsls/endowment';
import { CLASSIC, usualRules } from '../src/rpsls/rules';
import { risksOf } from '../src/rpsls/stakes';

const VARA = 1_000_000_000_000n;
const DUEL = { ...NEW_TABLE, betSize: VARA, seats: 2 };

it('a table for money is warned of where one person may hold several seats', () => {
  expect(risksOf(DUEL, CLASSIC)).toEqual([]);
  expect(risksOf({ ...DUEL, seats: 3 }, CLASSIC)).toEqual(['seats']);
  expect(risksOf({ ...DUEL, seats: 3, betSize: 0n }, CLASSIC)).toEqual([]);
  expect(risksOf({ ...DUEL, seats: 3 }, usualRules(3))).toEqual([]);
});

it('so is one whose pot is worth filling the blocks of a stage', () => {
  // Twenty blocks, some 2 VARA.
  const minute = { ...DUEL, moveTimeout: 60_000 };
  expect(risksOf({ ...minute, betSize: VARA / 2n }, CLASSIC)).toContain('blocks');
  expect(risksOf({ ...minute, betSize: VARA / 4n }, CLASSIC)).toEqual([]);
});

it('and one that is over before an action is final', () => {
  expect(risksOf({ ...DUEL, betSize: 0n, revealTimeout: 59_000 }, CLASSIC)).toEqual(['hurried']);
});

it('of what is laid aside a game of one round leaves all but a move and its reveal', () => {
  expect(restOf({ value: 43n, duration: 1, message: 3n })).toBe(37n);
});
