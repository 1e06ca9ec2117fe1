import { describe, expect, it } from 'vitest';
import { readAmount, writeAmount } from '../src/lib/amount';
import { gasLimit, needOf, needWithin, type GasNeed } from '../src/chain/gas';
import { affordable, withRoom } from '../src/chain/estimate';
import { spendable, type Context } from '../src/chain/program';
import { ChainError } from '../src/chain/failure';
import { en } from '../src/i18n/en';
import { zh } from '../src/i18n/zh';
import { formatsOf } from '../src/i18n/formats';
import { BURNED_GAS, MESSAGE_GAS, TABLE_ROOM } from '../src/rpsls/gas';
import { sharesOf } from '../src/rpsls/stop';
import { state } from './games';

const BN = 1_000_000_000n;

it('frozen money can’t be spent, unless it is also reserved', () => {
  expect(spendable(10n, 0n, 0n)).toBe(10n);
  expect(spendable(10n, 0n, 4n)).toBe(6n);
  expect(spendable(10n, 3n, 4n)).toBe(9n);
  expect(spendable(10n, 5n, 4n)).toBe(10n);
  expect(spendable(2n, 0n, 4n)).toBe(0n);
});

describe('an amount', () => {
  it.each([
    ['0', 0n],
    ['1', 10n ** 12n],
    ['12.5', 12_500_000_000_000n],
    ['0.000000000001', 1n],
    ['340282366920938463463374607.431768211455', 2n ** 128n - 1n],
  ])('%s is written as it is read', (text, value) => {
    expect(readAmount(text)).toBe(value);
    expect(writeAmount(value)).toBe(text);
  });

  it.each([
    ['0,5', '0.5'],
    ['1,5', '1.5'],
    ['0,500', '0.5'],
    ['1000,500', '1000.5'],
    ['1,0000', '1'],
    [' 2,25\u00a0', '2.25'],
    ['０．５', '0.5'],
    ['0。5', '0.5'],
    ['١٫٥', '1.5'],
    ['۱۲', '12'],
    // Marks of the direction, which phones add around what is copied.
    ['\u2068\u200e0,5\u2069', '0.5'],
    ['\u061c١٫٥', '1.5'],
    ['2\u200b', '2'],
  ])('%s is read as %s', (typed, meant) => {
    expect(readAmount(typed)).toBe(readAmount(meant));
  });

  it.each([
    '',
    '.',
    '1.',
    '.5',
    '-1',
    '1e3',
    '0x10',
    '1,000',
    '12,345',
    '1,5,0',
    '1,000.5',
    '1,',
    ',5',
    '1.0000000000001',
    'ten',
    '5¹',
    '5₁',
    '1²',
    '①0',
    '1½',
    'Ⅴ',
  ])('%j is no amount', (text) => {
    expect(readAmount(text)).toBeNull();
  });

  it('is shown to its last unit', () => {
    const { amount } = formatsOf('en', en);
    expect(amount(1_234_567_000_000_000_001n)).toBe('1,234,567.000000000001 VARA');
  });
});

it('for a payment that is not possible, amounts have at most two decimals, and the balance is below the price', () => {
  const { failure, roundedDown, roundedUp } = formatsOf('en', en);
  expect(failure({ kind: 'funds', has: 2_678_630_292_000n, needs: 3_665_968_422_700n })).toBe(
    'Nothing was sent: the account has 2.67 VARA, and this takes 3.67 VARA. Send it some first.',
  );
  expect([roundedDown(3_664_999_999_999n), roundedUp(3_661_000_000_000n)]).toEqual(['3.66 VARA', '3.67 VARA']);
  expect([roundedDown(3_660_000_000_000n), roundedUp(3_660_000_000_000n)]).toEqual(['3.66 VARA', '3.66 VARA']);
});

it.each([en, zh])('money has the chain’s unit in $language', (m) => {
  const { failure } = formatsOf('en', m, 'TVARA');
  const said = [failure({ kind: 'funds', has: 1n, needs: 2n }), failure({ kind: 'funds', has: 0n, needs: 0n })];
  for (const text of [...said, m.config.problems.notAmount]) expect(text).not.toMatch(/\bVARA/);
});

/** The gas limit for an account with no other payments to make. */
const limitOf = (need: GasNeed, most: bigint) => gasLimit(need, { most, comfortable: most }, 250n * BN);

describe('the gas limit', () => {
  const estimated = (burned: bigint, minLimit = burned) => needOf({ burned, minLimit }, TABLE_ROOM);
  const limit = (minLimit: bigint) => limitOf(estimated(BN, minLimit), 100n * BN);

  it('has room for an alarm, whether the estimate has one or not', () => {
    expect(limit(BN)).toBe(12n * BN + BN / 4n);
    expect(limit(11n * BN)).toBe(12n * BN + BN / 4n);
    expect(limit(21n * BN)).toBe(21n * BN + BN / 4n);
  });

  it('drops that room before it drops the action', () => {
    expect(limitOf(estimated(BN, 11n * BN), 2n * BN)).toBe(BURNED_GAS);
    // Sending an alarm is in the estimate.
    expect(limitOf(estimated(BN, 11n * BN), BN)).toBe(BN);
    expect(limitOf(estimated(BN), BN)).toBeNull();
    expect(limitOf(estimated(246n * BN), 900n * BN)).toBe(246n * BN + (15n * BN) / 4n);
  });

  it('drops that room before the messages that follow', () => {
    const can = { most: 100n * BN, comfortable: 12n * BN };
    expect(gasLimit(estimated(BN), can, 250n * BN)).toBe((BN * 5n) / 4n);
    expect(gasLimit(estimated(BN), { ...can, comfortable: 13n * BN }, 250n * BN)).toBe(12n * BN + BN / 4n);
  });

  it('does not exist if the account can’t pay what the message burns', () => {
    expect(limitOf(estimated(2n * BN), 2n * BN)).toBeNull();
  });
});

it('the gas limit without an estimate is the published bound, or that without the alarm, or none', () => {
  const published = needWithin(MESSAGE_GAS, TABLE_ROOM);
  expect(limitOf(published, 100n * BN)).toBe(15n * BN);
  expect(limitOf(published, 5n * BN)).toBe(4n * BN);
  expect(limitOf(published, 3n * BN)).toBeNull();
});

describe('the balance that an account needs', () => {
  const [FEE, PER_GAS, DEPOSIT] = [140n * BN, 100n, 1_000n * BN];
  const context = {
    chain: { valuePerGas: PER_GAS, existentialDeposit: DEPOSIT, blockGasLimit: 250n * BN },
  } as unknown as Context;
  const need = needOf({ burned: BN, minLimit: BN }, TABLE_ROOM);
  const message = FEE + need.needed * PER_GAS;
  const kept = withRoom(FEE) + DEPOSIT;

  it.each([
    ['of a seat is enough for a move and its reveal, too', { needed: 2, kept: 6 }, 3n],
    ['of a move is enough for itself', { needed: 0, kept: 6 }, 1n],
  ])('%s', (_, following, messages) => {
    const value = 10_000n * BN;
    const least = value + kept + need.needed * PER_GAS + (messages - 1n) * message;
    const purse = { balance: least, value, fee: FEE, following };
    expect(affordable(context, need, purse)).toBeGreaterThanOrEqual(need.needed);
    expect(() => affordable(context, need, { ...purse, balance: least - 1n })).toThrow(ChainError);
  });

  it('covers what follows before an alarm', () => {
    const enough = kept + 6n * message + need.wanted * PER_GAS;
    const purse = { value: 0n, fee: FEE, following: { needed: 0, kept: 6 } };
    expect(affordable(context, need, { ...purse, balance: enough })).toBe(need.wanted);
    expect(affordable(context, need, { ...purse, balance: enough - 1n })).toBe(need.safe);
  });

  it('covers what other tables may take before an alarm, and never keeps what is due from being sent', () => {
    const following = { needed: 0, kept: 2, beside: { messages: 2, gas: TABLE_ROOM.alarm } };
    const purse = { value: 0n, fee: FEE, following };
    const enough = kept + 4n * message + (need.wanted + TABLE_ROOM.alarm) * PER_GAS;
    expect(affordable(context, need, { ...purse, balance: enough })).toBe(need.wanted);
    expect(affordable(context, need, { ...purse, balance: enough - 1n })).toBe(need.safe);
    const least = kept + need.needed * PER_GAS;
    expect(affordable(context, need, { ...purse, balance: least })).toBe(need.needed);
    // What is tried again leaves nothing for a rise of its fee.
    const patient = { ...purse, following: { ...following, isPatient: true } };
    expect(affordable(context, need, { ...patient, balance: least - withRoom(FEE) + FEE })).toBe(need.needed);
  });
});

describe('the shares of a stopped game', () => {
  it('are equal for all players still in, with the rest by order of ids', () => {
    const stopped = state({
      pot: 10n,
      stage: 'reveal',
      players: [
        { id: '0x03', status: 'toReveal' },
        { id: '0x01', status: 'revealed' },
        { id: '0x04', status: 'out' },
        { id: '0x02', status: 'toReveal' },
      ],
    });
    expect(sharesOf(stopped)).toEqual([
      { player: '0x01', value: 4n },
      { player: '0x02', value: 3n },
      { player: '0x03', value: 3n },
    ]);
  });

  it('do not exist if nobody plays', () => {
    expect(sharesOf(state({}))).toEqual([]);
  });
});
