import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readAmount, writeAmount } from '../src/lib/amount';
import { gasLimit, needOf, needWithin } from '../src/chain/gas';
import { en } from '../src/i18n/en';
import { zh } from '../src/i18n/zh';
import { formatsOf } from '../src/i18n/formats';
import { MESSAGE_GAS, SHARE_GAS, stopGas } from '../src/rpsls/gas';
import { sharesOf } from '../src/rpsls/stop';
import { state } from './games';

const BN = 1_000_000_000n;

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

  it.each(['', '.', '1.', '.5', '-1', '1e3', '1,5', '0x10', '1.0000000000001', 'ten'])('%j is none', (text) => {
    expect(readAmount(text)).toBeNull();
  });

  it('is shown to its last unit', () => {
    const { amount } = formatsOf('en', en);
    expect(amount(1_234_567_000_000_000_001n)).toBe('1,234,567.000000000001 VARA');
  });
});

describe.each([en, zh])('in $language', (m) => {
  it('money is called what the chain calls it', () => {
    const { failure } = formatsOf('en', m, 'TVARA');
    const said = [failure({ kind: 'funds', has: 1n, needs: 2n }), failure({ kind: 'funds', has: 0n, needs: 0n })];
    for (const text of [...said, m.config.problems.notAmount]) expect(text).not.toMatch(/\bVARA/);
  });
});

describe('the gas limit', () => {
  const limit = (minLimit: bigint) => gasLimit(needOf({ burned: BN, minLimit }), 100n * BN, 250n * BN);

  it('has room for an alarm, whether the estimate had one or not', () => {
    expect(limit(BN)).toBe(12n * BN + BN / 4n);
    expect(limit(11n * BN)).toBe(12n * BN + BN / 4n);
    expect(limit(21n * BN)).toBe(21n * BN + BN / 4n);
  });

  it('gives that room up before the action', () => {
    expect(gasLimit(needOf({ burned: BN, minLimit: 11n * BN }), 2n * BN, 250n * BN)).toBe((BN * 5n) / 4n);
    expect(gasLimit(needOf({ burned: 200n * BN, minLimit: 200n * BN }), 900n * BN, 250n * BN)).toBe(250n * BN);
  });

  it('is none if what the message burns is not there', () => {
    expect(gasLimit(needOf({ burned: 2n * BN, minLimit: 2n * BN }), 2n * BN, 250n * BN)).toBeNull();
  });
});

describe('the gas limit of a message that no node reckons', () => {
  it('is what is published, or all of it but the alarm, or none', () => {
    expect(gasLimit(needWithin(MESSAGE_GAS), 100n * BN, 250n * BN)).toBe(15n * BN);
    expect(gasLimit(needWithin(MESSAGE_GAS), 5n * BN, 250n * BN)).toBe(4n * BN);
    expect(gasLimit(needWithin(MESSAGE_GAS), 3n * BN, 250n * BN)).toBeNull();
  });

  it('of a stop grows with those who are paid', () => {
    expect(stopGas(0)).toBe(15n * BN);
    expect(stopGas(250)).toBe(80n * BN);
  });

  it('is what the game publishes', () => {
    const source = readFileSync(new URL('../../io/src/gas.rs', import.meta.url), 'utf8');
    const published = (name: string): bigint =>
      BigInt(new RegExp(`pub const ${name}: u64 = ([\\d_]+);`).exec(source)?.[1]?.replaceAll('_', '') ?? -1);
    expect(published('MESSAGE')).toBe(MESSAGE_GAS);
    expect(published('SHARE')).toBe(SHARE_GAS);
  });
});

describe('what a stopped game pays', () => {
  it('is equal parts to those still in it, and the rest by id', () => {
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

  it('is nothing where nobody plays', () => {
    expect(sharesOf(state({}))).toEqual([]);
  });
});
