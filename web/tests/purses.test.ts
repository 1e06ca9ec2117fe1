import { beforeEach, describe, expect, it } from 'vitest';
import { exportable, isOwnedBy, namedIn, Purses, pursesIn, type Purse } from '../src/rpsls/purses';
import { Secrets } from '../src/rpsls/secrets';
import { state } from './games';
import { MemoryStorage } from './storage';

const id = (digits: string) => `0x${digits.repeat(32)}` as const;
const OWNER = { genesis: id('01'), account: id('03') };
const PURSE: Purse = { ...OWNER, id: id('04'), seed: id('05') };
const OTHER: Purse = { ...OWNER, id: id('14'), seed: id('15') };

let storage: MemoryStorage;
let purses: Purses;

beforeEach(() => {
  storage = new MemoryStorage();
  purses = new Purses(storage);
});

describe('purses', () => {
  it('belong to one account on one chain', () => {
    expect(isOwnedBy(PURSE, OWNER)).toBe(true);
    expect(isOwnedBy(PURSE, { ...OWNER, account: id('09') })).toBe(false);
    expect(isOwnedBy(PURSE, { ...OWNER, genesis: id('09') })).toBe(false);
  });

  it('are never replaced: what two tabs make at once, and what a file brings, stays', () => {
    purses.keep(PURSE);
    const file = JSON.stringify({ version: 1, entries: [], purses: [OTHER, {}, { ...OTHER, id: 'none' }] });
    for (const purse of pursesIn(file)) purses.keep(purse);
    expect(purses.all()).toEqual([PURSE, OTHER]);
  });

  it('survive one that lacks a part', () => {
    storage.setItem('rpsls/purse/strange', '{"seed":"0x12"}');
    purses.keep(PURSE);
    expect(purses.all()).toEqual([PURSE]);
  });

  it('go into the file of openings, which stays readable, and come back from it', () => {
    const secrets = new Secrets(storage);
    secrets.keep({ ...OWNER, program: id('02'), game: 7, round: 1, opening: '2pass' });
    purses.keep(PURSE);
    const text = secrets.export(secrets.all(), { purses: exportable(purses.all()) });
    const other = new MemoryStorage();
    expect(new Secrets(other).import(text)).toEqual({ count: 1, unread: 0 });
    expect(pursesIn(text)).toEqual([PURSE]);
  });

  it('are not missed in a file without any, such as one of the time before', () => {
    const old = { version: 1, entries: [], delegates: [{ ...PURSE, program: id('02'), game: 1 }] };
    expect(pursesIn(JSON.stringify(old))).toEqual([]);
  });

  it('act for a seat as its delegate only where the table names them', () => {
    const delegates = new Map([[OWNER.account, OTHER.id]]);
    expect(namedIn(state({ delegates }), [PURSE, OTHER])).toEqual([OTHER]);
    expect(namedIn(state({ delegates: new Map([[id('09'), OTHER.id]]) }), [PURSE, OTHER])).toEqual([]);
  });
});
