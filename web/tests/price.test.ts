import { expect, it } from 'vitest';
import type { Chain } from '../src/chain/connection';
import { NEW_TABLE } from '../src/rpsls/config';
import type { Terms } from '../src/rpsls/endowment';
import { MESSAGE_GAS } from '../src/rpsls/gas';
import { CLASSIC, USUAL } from '../src/rpsls/rules';
import { neededWith, neededWithout, ownPrice } from '../src/table/gas/price';

const VARA = 10n ** 12n;
/** Figures of Vara. */
const CHAIN = { existentialDeposit: VARA, valuePerGas: 100n } as Chain;
const ENDOWMENT = {
  value: 4_300_000_000_000n,
  duration: 1,
  message: 230_000_000_000n,
  usual: 210_000_000_000n,
  seat: 280_000_000_000n,
};
const DUEL = { config: { ...NEW_TABLE, betSize: 2n * VARA, seats: 2 }, rules: USUAL };

const priceOf = (balance: bigint, before = 0n, isByKey = true, terms: Terms = DUEL, hasMove = true) =>
  ownPrice(ENDOWMENT, terms, { balance, isByKey, hasMove, chain: CHAIN }, before);

it('a duel is two messages, its seat with the move and the reveal, and three if the move comes later', () => {
  // The messages, the bet, and the existential deposit.
  const needs = 2n * VARA + 2n * ENDOWMENT.message + VARA;
  expect(neededWithout(ENDOWMENT, DUEL, 2, CHAIN)).toBe(needs);
  expect(priceOf(needs)).toMatchObject({ kind: 'each', fees: 2n * ENDOWMENT.usual, rounds: 1, isPoor: true });
  expect(priceOf(needs, 0n, true, DUEL, false)).toEqual({
    kind: 'short',
    has: needs,
    needs: needs + ENDOWMENT.message,
  });
  expect(priceOf(needs - 1n)).toEqual({ kind: 'short', has: needs - 1n, needs });
});

it('a new table with a seat needs the price of both', () => {
  const opening = 1_330_000_000_000n;
  const needs = opening + neededWithout(ENDOWMENT, DUEL, 2, CHAIN);
  expect(priceOf(needs - 1n, opening)).toEqual({ kind: 'short', has: needs - 1n, needs });
  const comfortable = opening + neededWith(ENDOWMENT, DUEL, CHAIN);
  expect(comfortable).toBe(opening + 2n * VARA + ENDOWMENT.value + MESSAGE_GAS * 100n + 2n * VARA);
  expect(priceOf(comfortable - 1n, opening)).toMatchObject({ kind: 'each', isPoor: true });
  expect(priceOf(comfortable, opening)).toEqual({
    kind: 'aside',
    gas: ENDOWMENT.value + ENDOWMENT.seat,
    back: ENDOWMENT.value - ENDOWMENT.usual,
    held: 1_100_000_000_000n,
    rounds: 1,
  });
});

it('the price of a knockout is that of all its rounds, and of a replayed game that of the first', () => {
  const four = { config: { ...DUEL.config, seats: 4 }, rules: USUAL };
  expect(priceOf(100n * VARA, 0n, false, four)).toMatchObject({ fees: 4n * ENDOWMENT.usual, rounds: 2 });
  const replayed = { ...four, rules: CLASSIC };
  expect(priceOf(100n * VARA, 0n, false, replayed)).toMatchObject({ fees: 2n * ENDOWMENT.usual, rounds: 1 });
});

it('a player who signs each message sees nothing of a key', () => {
  expect(priceOf(100n * VARA, 0n, false)).toMatchObject({ kind: 'each', isPoor: false });
});
