import { expect, it } from 'vitest';
import { NEW_TABLE } from '../src/rpsls/config';
import type { Voucher } from '../src/chain/voucher';
import { lackIn, longestGame, messagesLeft, reserveOf, type Costs, type Terms } from '../src/rpsls/costs';
import { MESSAGE_GAS } from '../src/rpsls/gas';
import { CLASSIC, USUAL } from '../src/rpsls/rules';
import type { GameState, PlayerStatus } from '../src/rpsls/state';
import { hostOf, neededToFill, neededWithout, ownPrice, type Payer } from '../src/way/price';
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

const EMPTY = { has: 0n, beside: 0n };

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

it('a duel takes one reveal of the purse, a longer game all its messages and an alarm', () => {
  expect(reserveOf(COSTS, DUEL, true, CHAIN)).toBe(COSTS.safe);
  const alarm = 1_100_000_000_000n;
  expect(reserveOf(COSTS, DUEL, false, CHAIN)).toBe(2n * COSTS.safe + alarm);
  expect(reserveOf(COSTS, FOUR, true, CHAIN)).toBe(3n * COSTS.safe + alarm);
});

it('an empty purse gets the deposit, what its seats may take, and two reveals, so that two games more fill nothing', () => {
  const reserve = reserveOf(COSTS, DUEL, true, CHAIN);
  const filled = lackIn(0n, reserve, COSTS, CHAIN);
  expect(filled).toBe(VARA + reserve + (2n * COSTS.usual * 19n) / 20n);
  expect(filled).toBeLessThanOrEqual((17n * VARA) / 10n);
  expect([1n, 2n, 3n].map((games) => lackIn(filled - games * SHOWN, reserve, COSTS, CHAIN) > 0n)).toEqual([
    false,
    false,
    true,
  ]);
  // What another seat may take is not counted twice.
  expect(lackIn(filled, 2n * reserve, COSTS, CHAIN)).toBe(0n);
  expect(lackIn(filled, 3n * reserve, COSTS, CHAIN)).toBe(2n * reserve);
});

it('dust, and a purse below its deposit, are filled up to the same', () => {
  const reserve = reserveOf(COSTS, DUEL, true, CHAIN);
  const filled = lackIn(0n, reserve, COSTS, CHAIN);
  for (const has of [1n, VARA / 2n, VARA]) expect(lackIn(has, reserve, COSTS, CHAIN)).toBe(filled - has);
});

it('a new table with a seat needs the price of both', () => {
  const opening = 1_330_000_000_000n;
  const needs = opening + neededWithout(COSTS, DUEL, 2, CHAIN);
  expect(priceOf(needs - 1n, opening)).toEqual({ kind: 'short', has: needs - 1n, needs });
  const fill = lackIn(0n, COSTS.safe, COSTS, CHAIN);
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
  const price = priceOf(100n * VARA, 0n, { has, beside: 0n });
  expect(price).toMatchObject({ kind: 'purse', fill: 0n, fees: COSTS.seat, stays: has - COSTS.usual });
  expect(priceOf(100n * VARA, 0n, { has, beside: VARA })).toMatchObject({ kind: 'purse', fees: COSTS.seatAndTransfer });
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
