import { expect, it } from 'vitest';
import { tip } from '../src/generated/facts.json';
import { NEW_TABLE } from '../src/rpsls/config';
import { afterMove, afterSeat, isLastRound, outlayOf, roundsAt, toldMessages } from '../src/rpsls/costs';
import { TABLE_ROOM } from '../src/rpsls/gas';
import { mayGoOn } from '../src/rpsls/knockout';
import { CLASSIC, isSlow, USUAL, type Format } from '../src/rpsls/rules';
import { risksOf, tipAt } from '../src/rpsls/stakes';
import { state } from './games';

const VARA = 1_000_000_000_000n;
const DUEL = { ...NEW_TABLE, betSize: VARA, seats: 2 };

it('warns of a table for money if one person may hold several seats', () => {
  expect(risksOf(DUEL, CLASSIC)).toEqual([]);
  expect(risksOf({ ...DUEL, seats: 3 }, CLASSIC)).toEqual(['three']);
  expect(risksOf({ ...DUEL, seats: 4 }, CLASSIC)).toEqual(['group']);
  expect(risksOf({ ...DUEL, seats: 3, betSize: 0n }, CLASSIC)).toEqual([]);
  expect(risksOf({ ...DUEL, seats: 3 }, USUAL)).toEqual([]);
});

it('warns of a knockout that the clock starts, in which some have a round less to win', () => {
  const byTheClock = { format: 'knockout', startWhenFull: false } as const;
  expect(risksOf({ ...DUEL, seats: 4 }, byTheClock)).toEqual(['uneven']);
  expect(risksOf({ ...DUEL, seats: 4, betSize: 0n }, byTheClock)).toEqual([]);
  expect(risksOf(DUEL, byTheClock)).toEqual([]);
});

it('warns of a replayed game with so many players that it may never end', () => {
  expect([8, 9].map((seats) => isSlow(CLASSIC, seats))).toEqual([false, true]);
  expect(isSlow(USUAL, 20)).toBe(false);
});

it('warns of a table whose pot is worth filling a stage’s blocks, in spite of the tip', () => {
  const minute = { ...DUEL, moveTimeout: 60_000 };
  // With the highest tip a block costs 1.9 VARA, and the stage has twenty.
  expect(risksOf({ ...minute, betSize: 10n * VARA }, CLASSIC)).toContain('blocks');
  expect(risksOf({ ...minute, betSize: 9n * VARA }, CLASSIC)).toEqual([]);
  expect(risksOf(NEW_TABLE, USUAL)).toEqual([]);
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

it('a knockout takes as many messages as its bracket has rounds for', () => {
  const at = (seats: number, format: Format = 'knockout') => ({
    config: { ...DUEL, seats },
    rules: { ...USUAL, format },
  });
  expect([2, 4, 5, 128].map((seats) => roundsAt(at(seats)))).toEqual([1, 2, 2, 7]);
  expect(toldMessages(at(2), true)).toBe(2);
  expect(toldMessages(at(2), false)).toBe(3);
  expect(afterSeat(at(2), true)).toEqual({ needed: 1, kept: 1 });
  expect(afterSeat(at(4), false)).toEqual({ needed: 4, kept: 4 });
  // A replayed game may last longer than its first round.
  expect(afterSeat(at(2, 'replay'), true)).toEqual({ needed: 1, kept: 5 });
  const players = [1, 2, 3, 4].map((who) => ({ id: `0x0${who}`, status: 'toMove' }) as const);
  const running = { ...at(4), players, round: 1 };
  expect(afterMove(state(running), true)).toMatchObject({ needed: 0, kept: 2, beside: { messages: 0, gas: 0n } });
  expect(afterMove(state({ ...running, round: 2 }), false)).toMatchObject({ needed: 0, kept: 1 });
  // Two other seats share the purse, and one of them has yet to send its alarm.
  const others = [outlayOf(at(2), true), outlayOf(at(4), true)];
  const beside = { messages: 6, gas: TABLE_ROOM.alarm };
  expect(afterMove(state(running), true, others)).toEqual({ needed: 0, kept: 2, beside });
  expect([1, 2].map((round) => mayGoOn(state({ ...running, round })))).toEqual([true, false]);
  expect(mayGoOn(state({ ...at(2, 'replay'), round: 9 }))).toBe(true);
  expect([1, 2].map((round) => isLastRound(state({ ...running, stage: 'inProgress', round })))).toEqual([false, true]);
  const waiting = { stage: 'preparation', round: 0, players: players.slice(0, 1) } as const;
  expect([2, 4].map((seats) => isLastRound(state({ ...at(seats), ...waiting })))).toEqual([true, false]);
  expect(isLastRound(state({ ...at(2, 'replay'), round: 1 }))).toBe(false);
});
