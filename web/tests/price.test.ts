import { expect, it } from 'vitest';
import type { Chain } from '../src/chain/connection';
import { NEW_TABLE } from '../src/rpsls/config';
import { MESSAGE_GAS } from '../src/rpsls/gas';
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
const CONFIG = { ...NEW_TABLE, betSize: 2n * VARA };

const priceOf = (balance: bigint, before = 0n, isByKey = true) =>
  ownPrice(ENDOWMENT, CONFIG, { balance, isByKey, chain: CHAIN }, before);

it('a seat needs money for its own message, the move and the reveal', () => {
  // Its own message, the two that follow, the bet, and the existential deposit.
  const needs = 2n * VARA + 3n * ENDOWMENT.message + VARA;
  expect(neededWithout(ENDOWMENT, CONFIG, CHAIN)).toBe(needs);
  expect(priceOf(needs)).toMatchObject({ kind: 'each', fees: 3n * ENDOWMENT.usual, isPoor: true });
  expect(priceOf(needs - 1n)).toEqual({ kind: 'short', has: needs - 1n, needs });
});

it('a new table with a seat needs the price of both', () => {
  const opening = 1_330_000_000_000n;
  const needs = opening + neededWithout(ENDOWMENT, CONFIG, CHAIN);
  expect(priceOf(4n * VARA, opening)).toEqual({ kind: 'short', has: 4n * VARA, needs });
  const comfortable = opening + neededWith(ENDOWMENT, CONFIG, CHAIN);
  expect(comfortable).toBe(opening + 2n * VARA + ENDOWMENT.value + MESSAGE_GAS * 100n + 2n * VARA);
  expect(priceOf(comfortable - 1n, opening)).toMatchObject({ kind: 'each', isPoor: true });
  expect(priceOf(comfortable, opening)).toEqual({
    kind: 'aside',
    gas: ENDOWMENT.value + ENDOWMENT.seat,
    back: ENDOWMENT.value - 2n * ENDOWMENT.usual,
  });
});

it('a player who signs each message sees nothing of a key', () => {
  expect(priceOf(100n * VARA, 0n, false)).toMatchObject({ kind: 'each', isPoor: false });
});
