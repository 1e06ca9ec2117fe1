import { beforeEach, describe, expect, it } from 'vitest';
import { Delegates, exportable, type Delegate } from '../src/rpsls/delegates';
import { Secrets } from '../src/rpsls/secrets';
import { MemoryStorage } from './storage';

const id = (digits: string) => `0x${digits.repeat(32)}` as const;
const SEAT = { genesis: id('01'), program: id('02'), account: id('03') };
const DELEGATE: Delegate = { ...SEAT, id: id('04'), seed: id('05'), game: 7 };

let storage: MemoryStorage;
let delegates: Delegates;

beforeEach(() => {
  storage = new MemoryStorage();
  delegates = new Delegates(storage);
});

describe('delegates', () => {
  it('are one for each table and account', () => {
    delegates.keep(DELEGATE);
    const elsewhere = { ...DELEGATE, program: id('12') };
    delegates.keep(elsewhere);
    delegates.keep({ ...DELEGATE, game: 8 });
    expect(delegates.of(SEAT)).toEqual({ ...DELEGATE, game: 8 });
    expect(delegates.all()).toEqual([{ ...DELEGATE, game: 8 }, elsewhere]);
    expect(delegates.of({ ...SEAT, account: id('09') })).toBeNull();
  });

  it('are deleted, but not one that has come in the meantime', () => {
    delegates.keep(DELEGATE);
    delegates.drop({ ...DELEGATE, id: id('14') });
    expect(delegates.of(SEAT)).toEqual(DELEGATE);
    delegates.drop(DELEGATE);
    expect(delegates.of(SEAT)).toBeNull();
  });

  it('survive one that lacks a part', () => {
    storage.setItem('rpsls/delegate/strange', '{"seed":"0x12"}');
    delegates.keep(DELEGATE);
    expect(delegates.all()).toEqual([DELEGATE]);
  });

  it('go into the file of openings, which stays readable, and come back from it', () => {
    const secrets = new Secrets(storage);
    secrets.keep({ ...SEAT, game: 7, round: 1, opening: '2pass' });
    delegates.keep(DELEGATE);
    const text = secrets.export(secrets.all(), { delegates: exportable(delegates.all()) });
    const other = new MemoryStorage();
    expect(new Secrets(other).import(text)).toBe(1);
    new Delegates(other).import(text);
    expect(new Delegates(other).all()).toEqual([DELEGATE]);
  });

  it('from a file do not replace those that are here', () => {
    delegates.keep(DELEGATE);
    delegates.import(JSON.stringify({ version: 1, entries: [], delegates: [{ ...DELEGATE, id: id('14') }, {}] }));
    expect(delegates.all()).toEqual([DELEGATE]);
  });
});
