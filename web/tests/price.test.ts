import { expect, it } from 'vitest';
import { NEW_TABLE } from '../src/rpsls/config';
import type { Voucher } from '../src/chain/voucher';
import {
  lackIn,
  longestGame,
  messagesLeft,
  NO_OUTLAY,
  outlayIn,
  outlayOf,
  reserveOf,
  shortIn,
  type Costs,
  type Outlay,
  type Terms,
} from '../src/rpsls/costs';
import { MESSAGE_GAS } from '../src/rpsls/gas';
import { CLASSIC, USUAL } from '../src/rpsls/rules';
import type { GameState, PlayerStatus } from '../src/rpsls/state';
import { hostOf, isStayPaid, neededToFill, neededWithout, ownPrice, type Payer } from '../src/way/price';
import { state } from './games';

const VARA = 10n ** 12n;
/** Figures of Vara. */
const CHAIN = { existentialDeposit: VARA, valuePerGas: 100n };
const COSTS: Costs = {
  message: 280_000_000_000n,
  usual: 210_000_000_000n,
  safe: 250_000_000_000n,
  seat: 250_000_000_000n,
  seatAndTransfer: 285_000_000_000n,
};
const DUEL = { config: { ...NEW_TABLE, betSize: 2n * VARA, seats: 2 }, rules: USUAL };
const FOUR = { config: { ...DUEL.config, seats: 4 }, rules: USUAL };

/** What a reveal takes in fact. */
const SHOWN = 199_000_000_000n;

const EMPTY = { has: 0n, others: [] };
const ALARM = 1_100_000_000_000n;
/** What settles a game. */
const LAST = (COSTS.usual * 19n) / 20n;
/** What a duel takes from a purse. */
const RESERVE = COSTS.safe + LAST;

const priceOf = (balance: bigint, before = 0n, purse: Payer['purse'] = EMPTY, terms: Terms = DUEL, hasMove = true) =>
  ownPrice(COSTS, terms, { balance, purse, hasMove, chain: CHAIN }, before);

it('a duel is two messages, its seat with the move and the reveal, and three if the move comes later', () => {
  // The messages, the bet, and the existential deposit.
  const needs = 2n * VARA + 2n * COSTS.message + VARA;
  expect(neededWithout(COSTS, DUEL, 2, CHAIN)).toBe(needs);
  expect(priceOf(needs)).toMatchObject({ kind: 'each', fees: 2n * COSTS.usual, rounds: 1, isPoor: true });
  expect(priceOf(needs, 0n, EMPTY, DUEL, false)).toEqual({ kind: 'short', has: needs, needs: needs + COSTS.message });
  expect(priceOf(needs - 1n)).toEqual({ kind: 'short', has: needs - 1n, needs });
});

it('a duel takes a reveal of the purse and what settles it, a longer game all its messages and an alarm', () => {
  const reserve = (terms: Terms, hasMove: boolean) => reserveOf([outlayOf(terms, hasMove)], COSTS, CHAIN);
  expect(reserve(DUEL, true)).toBe(RESERVE);
  expect(reserve(DUEL, false)).toBe(2n * COSTS.safe + ALARM);
  expect(reserve(FOUR, true)).toBe(3n * COSTS.safe + ALARM);
  expect(reserveOf([NO_OUTLAY], COSTS, CHAIN)).toBe(0n);
});

it('an empty purse gets the deposit, what its seats may take, and a message more, so that each second duel fills nothing', () => {
  const filled = lackIn(0n, RESERVE, COSTS, CHAIN);
  expect(filled).toBe(VARA + RESERVE + LAST);
  expect(filled).toBeLessThanOrEqual((17n * VARA) / 10n);
  expect([1n, 2n].map((games) => lackIn(filled - games * SHOWN, RESERVE, COSTS, CHAIN) > 0n)).toEqual([false, true]);
  // Whenever it fills nothing, there is money for the reveal, and then for what settles the game.
  const least = VARA + RESERVE;
  expect(lackIn(least, RESERVE, COSTS, CHAIN)).toBe(0n);
  expect(least - COSTS.usual - SHOWN).toBeGreaterThanOrEqual(VARA);
});

it('what another seat may still take is not counted twice', () => {
  const [duel, four] = [outlayOf(DUEL, true), outlayOf(FOUR, true)];
  const filled = lackIn(0n, RESERVE, COSTS, CHAIN);
  expect(priceOf(100n * VARA, 0n, { has: filled, others: [] })).toMatchObject({ fill: 0n });
  const price = priceOf(100n * VARA, 0n, { has: filled, others: [duel] });
  expect(price).toMatchObject({ kind: 'purse', fill: VARA + 2n * RESERVE + LAST - filled });
  // A bracket's money is not a duel's, and a seat that takes nothing more leaves all.
  const rich = VARA + RESERVE + 3n * COSTS.safe + ALARM;
  expect(priceOf(100n * VARA, 0n, { has: rich, others: [four] })).toMatchObject({ fill: 0n });
  expect(priceOf(100n * VARA, 0n, { has: rich - 1n, others: [four] })).toMatchObject({ fill: LAST + 1n });
  expect(priceOf(100n * VARA, 0n, { has: filled, others: [NO_OUTLAY] })).toMatchObject({ fill: 0n });
});

it('a purse is short of what its seats surely send, and not of what they have on its way', () => {
  const [duel, four] = [outlayOf(DUEL, true), outlayOf(FOUR, true)];
  const short = (has: bigint, left: number, ...others: Outlay[]) => shortIn(has, left, others, COSTS, CHAIN);
  expect(short(VARA + COSTS.safe, 1)).toBe(0n);
  expect(short(VARA + COSTS.safe - 1n, 1)).toBe(RESERVE + LAST - COSTS.safe + 1n);
  // Of two seats each needs its own.
  expect(short(VARA + COSTS.safe, 1, duel)).toBe(2n * RESERVE + LAST - COSTS.safe);
  const both = VARA + 2n * RESERVE;
  for (const message of [SHOWN, COSTS.message]) expect(short(both - message, 1, duel)).toBe(0n);
  const bracket = VARA + RESERVE + reserveOf([four], COSTS, CHAIN);
  expect(short(bracket - ALARM - SHOWN, 1, { messages: 3, hasAlarm: false })).toBe(0n);
  // Whoever has nothing left to send is not bothered.
  expect(short(0n, 0, duel)).toBe(0n);
});

it('what a seat may still take shrinks with its game', () => {
  const [you, ...others] = ['0x11', '0x12', '0x13', '0x14'] as const;
  const at = (status: PlayerStatus, some: Partial<GameState> = {}): Outlay => {
    const players = [{ id: you, status }, ...others.map((id) => ({ id, status: 'toReveal' as const }))];
    return outlayIn(state({ ...FOUR, players, stage: 'reveal', round: 1, ...some }), you);
  };
  const commitments = new Map([[you, '0x01' as const]]);
  expect(at('registered', { stage: 'preparation', round: 0, commitments })).toEqual(outlayOf(FOUR, true));
  expect(at('registered', { stage: 'preparation', round: 0 })).toEqual(outlayOf(FOUR, false));
  expect(at('toReveal', { commitments })).toEqual({ messages: 4, hasAlarm: false });
  expect(at('revealed')).toEqual({ messages: 3, hasAlarm: false });
  expect(at('revealed', { round: 2 })).toEqual({ messages: 1, hasAlarm: false });
  expect(at('out')).toEqual(NO_OUTLAY);
  // A draw may be played again and again: the purse was filled for three rounds.
  expect([1, 2, 3, 4].map((round) => at('toReveal', { commitments, round, rules: CLASSIC }).messages)).toEqual([
    6, 4, 2, 2,
  ]);
});

it('dust, and a purse below its deposit, are filled up to the same', () => {
  const filled = lackIn(0n, RESERVE, COSTS, CHAIN);
  for (const has of [1n, VARA / 2n, VARA]) expect(lackIn(has, RESERVE, COSTS, CHAIN)).toBe(filled - has);
});

it('a new table with a seat needs the price of both', () => {
  const opening = 1_330_000_000_000n;
  const needs = opening + neededWithout(COSTS, DUEL, 2, CHAIN);
  expect(priceOf(needs - 1n, opening)).toEqual({ kind: 'short', has: needs - 1n, needs });
  const fill = lackIn(0n, RESERVE, COSTS, CHAIN);
  const comfortable = opening + neededToFill(fill, COSTS, DUEL, CHAIN);
  expect(comfortable).toBe(opening + 2n * VARA + fill + COSTS.seatAndTransfer + MESSAGE_GAS * 100n + VARA);
  expect(priceOf(comfortable - 1n, opening)).toMatchObject({ kind: 'each', isPoor: true });
  expect(priceOf(comfortable, opening)).toEqual({
    kind: 'purse',
    fill,
    fees: COSTS.seatAndTransfer,
    stays: fill - COSTS.usual,
    held: 1_100_000_000_000n,
    rounds: 1,
  });
});

it('a purse that has enough takes nothing more, and the seat goes alone', () => {
  const has = (16n * VARA) / 10n;
  const price = priceOf(100n * VARA, 0n, { has, others: [] });
  expect(price).toMatchObject({ kind: 'purse', fill: 0n, fees: COSTS.seat, stays: has - COSTS.usual });
});

it('what stays in a purse is said to be paid now only if it was not there before', () => {
  const isPaid = (has: bigint): boolean => {
    const price = priceOf(100n * VARA, 0n, { has, others: [] });
    if (price.kind !== 'purse') throw new Error(price.kind);
    return isStayPaid(price);
  };
  expect(isPaid(0n)).toBe(true);
  // A purse that is filled up, and one that has enough.
  const filled = lackIn(0n, RESERVE, COSTS, CHAIN);
  expect(priceOf(100n * VARA, 0n, { has: filled - 2n * SHOWN, others: [] })).toMatchObject({ fill: 2n * SHOWN });
  expect([filled - 2n * SHOWN, filled].map(isPaid)).toEqual([false, false]);
});

it('the price of a knockout is that of all its rounds, and of a replayed game that of the first', () => {
  expect(priceOf(100n * VARA, 0n, null, FOUR)).toMatchObject({ fees: 4n * COSTS.usual, rounds: 2 });
  const replayed = { ...FOUR, rules: CLASSIC };
  expect(priceOf(100n * VARA, 0n, null, replayed)).toMatchObject({ fees: 2n * COSTS.usual, rounds: 1 });
});

it('a player who signs each message sees nothing of a purse', () => {
  expect(priceOf(100n * VARA, 0n, null)).toMatchObject({ kind: 'each', isPoor: false });
});

it('a voucher is a host’s if it pays for the whole game and outlives it: anybody may issue a smaller one', () => {
  const needs = VARA + 2n * COSTS.safe;
  const blocks = longestGame(DUEL.config, 1) / 3_000;
  const voucher = (balance: bigint, expiry: number): Voucher => {
    return { id: '0x01', owner: '0x0a', spender: '0x0b', expiry, balance, held: 0n };
  };
  const hostBy = (...all: Voucher[]) => hostOf({ all, height: 100 }, COSTS, DUEL, true, CHAIN);
  const [whole, poor, short] = [
    voucher(needs, 100 + blocks),
    voucher(needs - 1n, 100 + blocks),
    voucher(9n * needs, 99 + blocks),
  ];
  expect([hostBy(whole), hostBy(poor), hostBy(short), hostBy()]).toEqual([whole, null, null, null]);
  // One that is no host's does not hide the host's.
  expect(hostBy(short, poor, whole)).toBe(whole);
});

it('the messages that a player has left are those of this round, and of a knockout’s later ones', () => {
  const [you, ...others] = ['0x11', '0x12', '0x13', '0x14'] as const;
  const four = (status: PlayerStatus, some: Partial<GameState> = {}): number => {
    const players = [{ id: you, status }, ...others.map((id) => ({ id, status: 'toReveal' as const }))];
    return messagesLeft(state({ ...FOUR, players, stage: 'reveal', round: 1, ...some }), you);
  };
  const commitments = new Map([[you, '0x01' as const]]);
  expect(four('toMove', { stage: 'inProgress' })).toBe(4);
  expect(four('toReveal', { commitments })).toBe(3);
  expect(four('revealed')).toBe(2);
  expect(four('toReveal', { commitments, round: 2 })).toBe(1);
  expect(four('out')).toBe(0);
  expect(four('registered', { stage: 'preparation', round: 0, commitments })).toBe(3);
  // Nobody knows how often draws are played again.
  expect(four('toReveal', { commitments, rules: CLASSIC })).toBe(1);
});
