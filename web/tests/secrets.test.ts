import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { ChainError } from '../src/chain/failure';
import { boundCommitmentOf, commitmentOf, openingOf } from '../src/rpsls/opening';
import { isTooLong, MAX_LENGTH } from '../src/rpsls/password';
import { ImportError, openingAmong, Secrets, type Secret } from '../src/rpsls/secrets';
import { textIn } from '../src/lib/textIn';
import { MemoryStorage } from './storage';

const id = (digits: string) => `0x${digits.repeat(32)}` as const;
const SEAT = { genesis: id('01'), program: id('02'), account: id('03') };

function secret(game: number, round: number, opening: string): Secret {
  return { ...SEAT, game, round, opening };
}

let storage: MemoryStorage;
let secrets: Secrets;

beforeEach(() => {
  storage = new MemoryStorage();
  secrets = new Secrets(storage);
});

describe('secrets', () => {
  it('are found by their commitment, but only for their own seat', () => {
    secrets.keep(secret(0, 1, '2pass'));
    expect(openingAmong(secrets.all(), SEAT, commitmentOf('2pass'))).toEqual({
      kind: 'here',
      secret: secret(0, 1, '2pass'),
    });
    expect(openingAmong(secrets.all(), SEAT, commitmentOf('3pass'))).toEqual({ kind: 'absent' });
    expect(openingAmong(secrets.all(), { ...SEAT, account: id('04') }, commitmentOf('2pass'))).toEqual({
      kind: 'absent',
    });
  });

  it('are found by a bound commitment too, but not by another player’s', () => {
    secrets.keep(secret(0, 1, '2pass'));
    const { program, account } = SEAT;
    expect(openingAmong(secrets.all(), SEAT, boundCommitmentOf(program, account, '2pass'))).toEqual({
      kind: 'here',
      secret: secret(0, 1, '2pass'),
    });
    expect(openingAmong(secrets.all(), SEAT, boundCommitmentOf(program, id('04'), '2pass'))).toEqual({
      kind: 'absent',
    });
  });

  it.each([
    ['one piece', 'two pieces', 'NFC', 'NFD'],
    ['two pieces', 'one piece', 'NFD', 'NFC'],
  ] as const)(
    'that were sealed with letters in %s are found in a file with %s, and left as they are',
    (_, __, sealed, carried) => {
      const opening = '2crème brûlée';
      secrets.import(secrets.export([secret(0, 1, opening.normalize(carried))]));
      expect(openingAmong(secrets.all(), SEAT, commitmentOf(opening.normalize(sealed)))).toEqual({
        kind: 'here',
        secret: secret(0, 1, opening.normalize(sealed)),
      });
      expect(secrets.all()).toEqual([secret(0, 1, opening.normalize(carried))]);
    },
  );

  it.each([
    ['UTF-8 with a mark', '\ufeff', 'utf8'],
    ['UTF-16 with a mark', '\ufeff', 'utf16le'],
    ['UTF-16 without one', '', 'utf16le'],
    ['UTF-16 of the other order', '\ufeff', 'utf16be'],
    ['UTF-8', '', 'utf8'],
  ] as const)('are read from a file in %s, with its lines ended as on Windows', async (_, mark, encoding) => {
    const text = mark + secrets.export([secret(0, 1, '2crème')]).replace(/\n/g, '\r\n');
    const bytes = Buffer.from(text, encoding === 'utf8' ? 'utf8' : 'utf16le');
    if (encoding === 'utf16be') bytes.swap16();
    expect(secrets.import(await textIn(new Blob([new Uint8Array(bytes)])))).toEqual({ count: 1, unread: 0 });
    expect(secrets.all()).toEqual([secret(0, 1, '2crème')]);
  });

  it('do not count as missing if nothing is committed, or if their player is unknown', () => {
    expect(openingAmong([], SEAT, undefined)).toEqual({ kind: 'none' });
    expect(openingAmong([], null, commitmentOf('2pass'))).toEqual({ kind: 'unknown' });
  });

  it('of a second try in a round leave those of the first', () => {
    secrets.keep(secret(0, 1, '2first'));
    secrets.keep(secret(0, 1, '2second'));
    expect(openingAmong(secrets.all(), SEAT, commitmentOf('2first'))).toMatchObject({ kind: 'here' });
    expect(openingAmong(secrets.all(), SEAT, commitmentOf('2second'))).toMatchObject({ kind: 'here' });
  });

  it.each(['x'.repeat(MAX_LENGTH), 'é'.repeat(MAX_LENGTH / 2)])(
    'of as long a password as there may be are found',
    (password) => {
      expect(isTooLong(password)).toBe(false);
      expect(isTooLong(`${password}x`)).toBe(true);
      const opening = openingOf('spock', password);
      secrets.keep(secret(0, 1, opening));
      expect(openingAmong(secrets.all(), SEAT, commitmentOf(opening))).toMatchObject({ kind: 'here' });
    },
  );

  it('of finished games are forgotten, but no others', () => {
    for (const game of [0, 1, 2]) secrets.keep(secret(game, 1, '2pass'));
    const elsewhere = { ...secret(0, 1, '2pass'), program: id('09') };
    secrets.keep(elsewhere);
    secrets.forgetBefore(SEAT, 2);
    expect(secrets.all()).toEqual([secret(2, 1, '2pass'), elsewhere]);
  });

  it('leave other data in the storage alone, and survive a broken entry', () => {
    storage.setItem('other', 'thing');
    storage.setItem('rpsls/secret/broken', '{');
    secrets.keep(secret(0, 1, '2pass'));
    expect(secrets.all()).toHaveLength(1);
    secrets.forgetBefore(SEAT, 9);
    expect(storage.getItem('other')).toBe('thing');
  });

  it.each(['isFull', 'isForgetful'] as const)('do not count as kept if the browser’s storage %s', (fault) => {
    storage[fault] = true;
    expect(() => secrets.keep(secret(0, 1, '2pass'))).toThrow(ChainError);
  });
});

describe('a file of secrets', () => {
  it('has the format of the command-line client, whose tests read the same file', () => {
    const text = readFileSync(new URL('openings.json', import.meta.url), 'utf8');
    expect(secrets.import(text)).toEqual({ count: 3, unread: 0 });
    expect(secrets.all()[1]).toEqual(secret(7, 2, '0密码 “é”'));
    // The longest possible password.
    expect(secrets.all()[2]).toEqual(secret(7, 3, `1${'x'.repeat(MAX_LENGTH)}`));
    expect(secrets.export()).toBe(text);
  });

  it('brings back all that was exported', () => {
    secrets.keep(secret(0, 1, '2pass'));
    secrets.keep(secret(0, 2, '4密码'));
    const other = new Secrets(new MemoryStorage());
    expect(other.import(secrets.export())).toEqual({ count: 2, unread: 0 });
    expect(other.all()).toEqual(secrets.all());
  });

  it.each([
    ['', 'notSecrets'],
    ['{}', 'notSecrets'],
    ['{"version":2,"entries":[]}', 'otherVersion'],
    ['2hunter2', 'notSecrets'],
  ])('%s is refused, and the error repeats nothing of it', (text, problem) => {
    try {
      secrets.import(text);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(ImportError);
      expect((error as ImportError).problem).toBe(problem);
      expect(String(error)).not.toContain('hunter');
    }
    expect(secrets.all()).toEqual([]);
  });

  it.each<[what: string, broken: unknown]>([
    ['nothing', null],
    ['no fields', {}],
    ['none of the five moves', secret(0, 1, '7hunter2')],
    ['a password that is too long', secret(0, 1, `2hunter${'x'.repeat(MAX_LENGTH)}`)],
    // This has few letters, but too many bytes.
    ['too many bytes', secret(0, 1, `2hunter${'é'.repeat(MAX_LENGTH / 2)}`)],
    ['a wrong number', { ...secret(0, 1, '2hunter2'), game: -1 }],
    ['a wrong id', { ...secret(0, 1, '2hunter2'), program: '0x12' }],
  ])('brings what can be read beside an entry with %s', (_, broken) => {
    const text = JSON.stringify({ version: 1, entries: [broken, secret(0, 2, '2pass')] });
    expect(secrets.import(text)).toEqual({ count: 1, unread: 1 });
    expect(secrets.all()).toEqual([secret(0, 2, '2pass')]);
  });
});
