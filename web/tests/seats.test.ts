import { beforeEach, describe, expect, it } from 'vitest';
import { NO_OUTLAY } from '../src/rpsls/costs';
import {
  isNewlyAway,
  isUntold,
  isVacated,
  lastEndOf,
  lostAt,
  othersOf,
  outlayAfter,
  seenIn,
  Seats,
  type TakenSeat,
} from '../src/rpsls/seats';
import { state, TAKEN as SEAT } from './games';
import { MemoryStorage } from './storage';

const id = (digits: string) => `0x${digits.repeat(32)}` as const;
const NOW = 900;
const TAKEN: TakenSeat = { ...SEAT, block: NOW };

let storage: MemoryStorage;
let seats: Seats;

beforeEach(() => {
  storage = new MemoryStorage();
  seats = new Seats(storage);
});

describe('seats that were taken here', () => {
  it('are there after a reload, one for each table and account', () => {
    seats.keep(TAKEN);
    seats.keep({ ...TAKEN, game: 5, seen: 'seated' });
    const other = { ...TAKEN, account: id('04') };
    seats.keep(other);
    expect(new Seats(storage).all()).toEqual([{ ...TAKEN, game: 5, seen: 'seated' }, other]);
    seats.drop(TAKEN);
    expect(new Seats(storage).all()).toEqual([other]);
  });

  it('are there after an update of the page, which notes a block since', () => {
    const { block, ...earlier } = TAKEN;
    storage.setItem(seats.keyOf(TAKEN), JSON.stringify(earlier));
    expect([block, seats.of(TAKEN)]).toEqual([NOW, { ...TAKEN, block: 0 }]);
  });

  it('are skipped if they are bad', () => {
    storage.setItem(seats.keyOf(TAKEN), '{"genesis":1}');
    storage.setItem(seats.keyOf({ ...TAKEN, account: id('04') }), '{');
    expect(seats.all()).toEqual([]);
  });
});

describe('a purse', () => {
  const seated = state({ gamesFinished: 4, players: [{ id: TAKEN.account, status: 'registered' }] });
  const paid: TakenSeat = { ...TAKEN, messages: 2 };

  it('is shared by the account’s other seats that run on the same chain', () => {
    const [here, there] = [paid, { ...paid, program: id('05') }];
    const others = [
      { ...there, account: id('04') },
      { ...there, genesis: id('06') },
      { ...there, isOver: true },
    ];
    expect(othersOf([here, ...others, there], here)).toEqual([there]);
  });

  it('pays what a seat may still take, from when it is signed for', () => {
    expect(outlayAfter(paid, { ...seated, players: [] })).toEqual({ messages: 2, hasAlarm: false });
    const out = [{ id: TAKEN.account, status: 'out' as const }];
    expect(outlayAfter(paid, { ...seated, stage: 'reveal', players: out })).toEqual(NO_OUTLAY);
    expect(outlayAfter(paid, seated).messages).toBeGreaterThan(2);
    // Somebody else pays for this one.
    expect(outlayAfter(TAKEN, seated)).toEqual(NO_OUTLAY);
  });
});

describe('a seat is forgotten', () => {
  const seated = state({ gamesFinished: 4, players: [{ id: TAKEN.account, status: 'registered' }] });
  const gone = { ...seated, players: [] };

  it('once its game is over', () => {
    expect(isVacated(TAKEN, seated, NOW + 1)).toBe(false);
    expect(isVacated(TAKEN, { ...seated, gamesFinished: 5 }, NOW + 1)).toBe(true);
  });

  it('once it is left, or once it is so late that its message never came', () => {
    // The message that takes the seat may still be on its way.
    expect(isVacated(TAKEN, gone, NOW + 200)).toBe(false);
    expect(isVacated(TAKEN, gone, NOW + 201)).toBe(true);
    expect(isVacated(TAKEN, seated, NOW + 201)).toBe(false);
    expect(isVacated({ ...TAKEN, seen: 'seated' }, gone, NOW + 1)).toBe(true);
  });

  it('but not by a block before the one that showed it, though that is the last final one', () => {
    for (const block of [NOW - 500, NOW - 1, NOW]) {
      expect(isVacated({ ...TAKEN, seen: 'seated' }, gone, block)).toBe(false);
    }
  });

  it('but not while its player is out, who wants to see the result', () => {
    const out = { ...seated, players: [{ id: TAKEN.account, status: 'out' as const }] };
    expect(isVacated(TAKEN, out, NOW + 201)).toBe(false);
  });
});

describe('a seat for which a full bracket has no place', () => {
  const rules = { format: 'knockout', startWhenFull: true } as const;
  const lobby = state({ gamesFinished: 4, rules, players: [{ id: TAKEN.account, status: 'registered' }] });
  const running = state({ ...lobby, stage: 'inProgress', round: 1, players: [{ id: id('07'), status: 'toMove' }] });
  const seated: TakenSeat = { ...TAKEN, seen: 'seated' };

  it('is recognized, since it existed before', () => {
    expect(seenIn(TAKEN, lobby)).toBe('seated');
    expect(seenIn(seated, running)).toBe('sentAway');
    expect(seenIn({ ...seated, seen: 'sentAway' }, { ...running, stage: 'reveal' })).toBe('sentAway');
    // The message may have come too late, or friends start with any number.
    expect(seenIn(TAKEN, running)).toBeNull();
    expect(seenIn(seated, { ...running, rules: { ...rules, startWhenFull: false } })).toBe('seated');
    expect(seenIn(seated, { ...running, players: [{ id: TAKEN.account, status: 'moved' }] })).toBe('playing');
  });

  it('is kept while the game runs, but a seat that was left is not', () => {
    expect(isVacated({ ...seated, seen: 'sentAway' }, running, NOW + 201)).toBe(false);
    expect(isVacated({ ...seated, seen: 'sentAway' }, { ...running, gamesFinished: 5 }, NOW + 1)).toBe(true);
    expect(isVacated(seated, { ...lobby, players: [] }, NOW + 1)).toBe(true);
  });

  it('is reported in each tab that saw it in the lobby, whichever noted it first', () => {
    const away: TakenSeat = { ...seated, seen: 'sentAway' };
    expect(isNewlyAway(away, lobby, running)).toBe(true);
    // The page has shown that before.
    expect(isNewlyAway(away, running, { ...running, stage: 'reveal' })).toBe(false);
    expect(isNewlyAway(away, null, running)).toBe(false);
    expect(isNewlyAway(seated, lobby, running)).toBe(false);
    expect(isNewlyAway({ ...away, game: 3 }, lobby, running)).toBe(false);
  });

  it('is reported as uncertain if nobody has seen the game begin', () => {
    const over = state({ gamesFinished: 5, rules, lastGame: { winner: id('07'), pot: 20n, rounds: 1 } });
    expect(isUntold(seated, over)).toBe(true);
    expect(isUntold(seated, running)).toBe(false);
    for (const seen of ['toMove', 'playing', 'out', 'sentAway', null] as const)
      expect(isUntold({ ...seated, seen }, over)).toBe(false);
    const moves = new Map([[TAKEN.account, null]]);
    expect(isUntold(seated, { ...over, lastRound: { game: 4, number: 1, moves } })).toBe(false);
    expect(isUntold(seated, { ...over, lastGame: { winner: TAKEN.account, pot: 20n, rounds: 1 } })).toBe(false);
  });
});

describe('a game that ended while nobody here looked', () => {
  const lastGame = { winner: id('07'), pot: 20n, rounds: 2 };
  const over = state({ gamesFinished: 5, lastGame });
  const playing: TakenSeat = { ...TAKEN, seen: 'toMove', round: 2 };

  it('counts as lost to its winner, and as late if a move was due in its last round', () => {
    expect(lostAt(playing, over)).toEqual({ stake: 10n, fate: { kind: 'lateMove' } });
    const unknown = { stake: 10n, fate: null };
    expect(lostAt({ ...playing, round: 1 }, over)).toEqual(unknown);
    expect(lostAt({ ...playing, seen: 'playing' }, over)).toEqual(unknown);
    expect(lostAt({ ...playing, seen: 'out' }, over)).toEqual(unknown);
    const moves = new Map([[TAKEN.account, 'rock' as const]]);
    expect(lostAt(playing, { ...over, lastRound: { game: 4, number: 2, moves } })).toEqual(unknown);
  });

  it('does not count as lost if it may have been stopped, was won, or was another game', () => {
    expect(lostAt({ ...playing, before: lastEndOf(over) }, over)).toBeNull();
    expect(lostAt({ ...playing, account: id('07') }, over)).toBeNull();
    expect(lostAt(playing, { ...over, gamesFinished: 6 })).toBeNull();
    for (const seen of ['seated', 'sentAway', null] as const) expect(lostAt({ ...playing, seen }, over)).toBeNull();
  });
});
