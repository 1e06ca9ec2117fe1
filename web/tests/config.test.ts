import { describe, expect, it } from 'vitest';
import { MAX_TIMEOUT, MIN_TIMEOUT, NEW_DUEL, NEW_TABLE, problemsOf, TIMEOUTS, USUAL_BETS } from '../src/rpsls/config';
import { toldMessages } from '../src/rpsls/costs';
import { USUAL } from '../src/rpsls/rules';
import { typedBet } from '../src/way/dialogs';
import { readAmount } from '../src/lib/amount';
import { program as facts } from '../src/generated/facts.json';
import { en } from '../src/i18n/en';
import { zh } from '../src/i18n/zh';
import { draftOf, readDraft } from '../src/table/draft';
import { durationOf, splitDuration } from '../src/lib/duration';
import { CONFIG } from './games';

/** What a message takes on Vara: docs/cli.md. */
const MESSAGE = 210_000_000_000n;

it('a bet that nobody has typed is free, or ten times the fees of its game', () => {
  const typed = [...USUAL_BETS, typedBet.get()].map((text) => ({ ...NEW_DUEL, betSize: readAmount(text) ?? -1n }));
  for (const config of [...typed, NEW_DUEL, NEW_TABLE]) {
    const fees = BigInt(toldMessages({ config, rules: USUAL }, true)) * MESSAGE;
    expect(config.betSize === 0n || config.betSize >= 10n * fees, String(config.betSize)).toBe(true);
  }
});

describe('a config', () => {
  it('is sound at its limits', () => {
    expect(problemsOf(CONFIG)).toEqual({});
    expect(problemsOf({ ...CONFIG, seats: 255, betSize: 0n })).toEqual({});
    for (const timeout of TIMEOUTS) {
      for (const limit of [MIN_TIMEOUT, MAX_TIMEOUT]) {
        expect(problemsOf({ ...CONFIG, [timeout]: limit })).toEqual({});
      }
    }
  });

  it('is unsound beyond its limits, each field by itself', () => {
    expect(problemsOf({ ...CONFIG, seats: 1 })).toEqual({ seats: 'playersCountLimitTooLow' });
    for (const timeout of TIMEOUTS) {
      expect(problemsOf({ ...CONFIG, [timeout]: MIN_TIMEOUT - 1 })).toEqual({ [timeout]: 'timeoutTooShort' });
      expect(problemsOf({ ...CONFIG, [timeout]: MAX_TIMEOUT + 1 })).toEqual({ [timeout]: 'timeoutTooLong' });
    }
    const betSize = 2n ** 127n;
    expect(problemsOf({ ...CONFIG, seats: 2, betSize })).toEqual({ betSize: 'potOverflow' });
    expect(problemsOf({ ...CONFIG, seats: 2, betSize: betSize - 1n })).toEqual({});
  });
});

it.each([en, zh])('the texts in $language name the limits of a config', (m) => {
  const { players, timeout } = facts;
  const [least, most] = [timeout.least / 1_000, timeout.most / (24 * 3_600_000)].map(String);
  const { problems } = m.config;
  expect(m.config.timeoutHint.match(/\d+/g)).toEqual([least, most]);
  expect(m.config.seatsHint.match(/\d+/g)).toEqual([String(players.least), String(players.most)]);
  expect(problems.timeoutTooShort).toContain(` ${least} `);
  expect(problems.timeoutTooLong).toContain(` ${most} `);
  expect(problems.tooManySeats).toContain(` ${players.most} `);
});

describe('a duration', () => {
  it.each([
    [5_000, '5', 's'],
    [60_000, '1', 'min'],
    [90_000, '90', 's'],
    [5_001, '5001', 'ms'],
    [MAX_TIMEOUT, '365', 'd'],
  ])('of %d ms is %s %s', (ms, amount, unit) => {
    expect(splitDuration(ms)).toEqual({ amount, unit });
    expect(durationOf(splitDuration(ms))).toBe(ms);
  });

  it.each(['', '1.5', '-1', 'x', '9'.repeat(20)])('%j is not a duration', (amount) => {
    expect(durationOf({ amount, unit: 's' })).toBeNull();
  });
});

describe('a typed config', () => {
  it('is a config if every field can be read', () => {
    expect(readDraft(draftOf(CONFIG), en)).toEqual({ config: CONFIG, problems: {} });
  });

  it('has an error for each bad field, whatever is wrong with the others', () => {
    const draft = { ...draftOf(CONFIG), bet: 'ten', seats: '1' };
    draft.durations.moveTimeout = { amount: '4', unit: 's' };
    const { config, problems } = readDraft(draft, en);
    expect(config).toBeNull();
    expect(problems).toEqual({
      betSize: en.config.problems.notAmount,
      seats: en.config.problems.playersCountLimitTooLow,
      moveTimeout: en.config.problems.timeoutTooShort,
    });
  });
});
