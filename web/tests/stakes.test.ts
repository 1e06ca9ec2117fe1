import { expect, it } from 'vitest';
import { tip } from '../src/generated/facts.json';
import { NEW_TABLE } from '../src/rpsls/config';
import { restOf } from '../src/rpsls/endowment';
import { CLASSIC, isSlow, usualRules } from '../src/rpsls/rules';
import { risksOf, tipAt } from '../src/rpsls/stakes';

const VARA = 1_000_000_000_000n;
const DUEL = { ...NEW_TABLE, betSize: VARA, seats: 2 };

it('warns of a table for money if one person may hold several seats', () => {
  expect(risksOf(DUEL, CLASSIC)).toEqual([]);
  expect(risksOf({ ...DUEL, seats: 3 }, CLASSIC)).toEqual(['three']);
  expect(risksOf({ ...DUEL, seats: 4 }, CLASSIC)).toEqual(['group']);
  expect(risksOf({ ...DUEL, seats: 3, betSize: 0n }, CLASSIC)).toEqual([]);
  expect(risksOf({ ...DUEL, seats: 3 }, usualRules(3))).toEqual([]);
});

it('warns of a knockout that the clock starts, in which some have a round less to win', () => {
  const byTheClock = { format: 'knockout', startWhenFull: false } as const;
  expect(risksOf({ ...DUEL, seats: 4 }, byTheClock)).toEqual(['uneven']);
  expect(risksOf({ ...DUEL, seats: 4, betSize: 0n }, byTheClock)).toEqual([]);
  expect(risksOf(DUEL, byTheClock)).toEqual([]);
});

it('warns of a replayed game with so many players that it may never end', () => {
  expect([8, 9].map((seats) => isSlow(CLASSIC, seats))).toEqual([false, true]);
  expect(isSlow(usualRules(20), 20)).toBe(false);
});

it('warns of a table whose pot is worth filling a stage’s blocks, in spite of the tip', () => {
  const minute = { ...DUEL, moveTimeout: 60_000 };
  // With the highest tip a block costs 1.9 VARA, and the stage has twenty.
  expect(risksOf({ ...minute, betSize: 10n * VARA }, CLASSIC)).toContain('blocks');
  expect(risksOf({ ...minute, betSize: 9n * VARA }, CLASSIC)).toEqual([]);
  expect(risksOf(NEW_TABLE, usualRules(NEW_TABLE.seats))).toEqual([]);
});

it('sets a tip that makes this cost twice the pot', () => {
  expect(tipAt({ ...DUEL, betSize: 0n })).toBe(BigInt(tip.first));
  // Twice the pot is ten VARA in a hundred blocks, a tenth in each. A unit of tip makes a block 63 units
  // dearer.
  const needed = tipAt({ ...DUEL, seats: 5, moveTimeout: 300_000, revealTimeout: 300_000 });
  expect(Number(needed) / 1e12).toBeCloseTo(0.0015, 4);
  expect(tipAt({ ...DUEL, betSize: 1000n * VARA })).toBe(30_000_000_000n);
});

it('warns of a stage that ends before an action is final', () => {
  expect(risksOf({ ...DUEL, betSize: 0n, revealTimeout: 59_000 }, CLASSIC)).toEqual(['hurried']);
});

it('a game of one round leaves all of the reserve but a move and its reveal', () => {
  expect(restOf({ value: 43n, usual: 3n })).toBe(37n);
});
