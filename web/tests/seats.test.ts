import { beforeEach, describe, expect, it } from 'vitest';
import { isVacated, Seats, type TakenSeat } from '../src/rpsls/seats';
import { state } from './games';
import { MemoryStorage } from './storage';

const id = (digits: string) => `0x${digits.repeat(32)}` as const;
const NOW = 1_800_000_000_000;
const TAKEN: TakenSeat = { genesis: id('01'), program: id('02'), account: id('03'), game: 4, at: NOW };

let storage: MemoryStorage;
let seats: Seats;

beforeEach(() => {
  storage = new MemoryStorage();
  seats = new Seats(storage);
});

describe('the seats that were taken here', () => {
  it('are there after a reload, one for each table and account', () => {
    seats.keep(TAKEN);
    seats.keep({ ...TAKEN, game: 5 });
    const other = { ...TAKEN, account: id('04') };
    seats.keep(other);
    expect(new Seats(storage).all()).toEqual([{ ...TAKEN, game: 5 }, other]);
    seats.drop(TAKEN);
    expect(new Seats(storage).all()).toEqual([other]);
  });

  it('are passed over where they are none', () => {
    storage.setItem(seats.keyOf(TAKEN), '{"genesis":1}');
    storage.setItem(seats.keyOf({ ...TAKEN, account: id('04') }), '{');
    expect(seats.all()).toEqual([]);
  });
});

describe('a seat is of no more interest', () => {
  const seated = state({ gamesFinished: 4, players: [{ id: TAKEN.account, status: 'registered' }] });

  it('once its game is over', () => {
    expect(isVacated(TAKEN, seated, NOW)).toBe(false);
    expect(isVacated(TAKEN, { ...seated, gamesFinished: 5 }, NOW)).toBe(true);
  });

  it('once it is left, or so late that what takes it never came', () => {
    const gone = { ...seated, players: [] };
    // What takes it may be on its way.
    expect(isVacated(TAKEN, gone, NOW)).toBe(false);
    expect(isVacated(TAKEN, gone, NOW + 600_001)).toBe(true);
    expect(isVacated(TAKEN, seated, NOW + 600_001)).toBe(false);
  });

  it('not while one is out: how the game comes out is told', () => {
    const out = { ...seated, players: [{ id: TAKEN.account, status: 'out' as const }] };
    expect(isVacated(TAKEN, out, NOW + 600_001)).toBe(false);
  });
});
