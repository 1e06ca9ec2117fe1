import { describe, expect, it, vi } from 'vitest';
import { strangers } from '../src/generated/facts.json';
import type { ActorId } from '../src/lib/hex';
import {
  bySoonest,
  freeSeats,
  fullest,
  hasSeat,
  isToWatch,
  lackingAfter,
  type Looked,
  type Leaning,
  suits,
  type Seen,
} from '../src/club/seen';
import { overviewOf, type Listed } from '../src/club/state';
import { harmless, titleProblem } from '../src/club/title';
import { NEW_DUEL } from '../src/rpsls/config';
import { USUAL } from '../src/rpsls/rules';
import { seek, type Sat, type Ways } from '../src/lobby/seek';
import type { GameState, Player } from '../src/rpsls/state';
import { CONFIG, state } from './games';

const ME = idOf(1);
const CLUB = idOf(99);

function idOf(number: number): ActorId {
  return `0x${String(number).padStart(64, '0')}`;
}

function players(...numbers: number[]): Player[] {
  return numbers.map((number) => ({ id: idOf(number), status: 'registered' }));
}

interface Table {
  seats?: number;
  bet?: bigint;
  players?: number[];
  isKnown?: boolean;
  some?: Partial<GameState>;
}

/** A table of a club: a duel for strangers, unless the test says otherwise. */
function seen(
  number: number,
  { seats = 2, bet = 10n, players: taken = [], isKnown = true, some = {} }: Table = {},
): Seen {
  const config = { ...CONFIG, betSize: bet, seats };
  const rules = USUAL;
  const listed: Listed = { table: idOf(number), opener: ME, openedAt: 0, title: '', config, rules };
  return {
    club: CLUB,
    isKnown,
    listed,
    state: state({ config, rules, players: players(...taken), ...some }),
    isUnreadable: false,
    waited: null,
  };
}

it('a running game without an own seat can be watched', () => {
  const running = { some: { stage: 'reveal' as const } };
  expect(isToWatch(seen(5, { players: [2, 3], ...running }), ME)).toBe(true);
  expect(isToWatch(seen(5, { players: [1, 3], ...running }), ME)).toBe(false);
  expect(isToWatch(seen(5, { players: [1, 3], ...running }), null)).toBe(true);
  expect(isToWatch(seen(5, { players: [2] }), ME)).toBe(false);
  expect(isToWatch({ ...seen(5), state: null }, ME)).toBe(false);
});

const NONE: ReadonlySet<ActorId> = new Set();

function chosen(tables: Seen[], leftOut = NONE, leaning: Partial<Leaning> = {}): ActorId | undefined {
  return fullest([...tables].sort(bySoonest), ME, 10n, { begun: [], met: [], ...leaning }, leftOut)?.listed.table;
}

it('a seat is free before the game, unless all are taken or shares are still due', () => {
  expect(freeSeats(seen(5))).toBe(2);
  expect(freeSeats(seen(5, { players: [2] }))).toBe(1);
  expect(freeSeats(seen(5, { players: [2, 3] }))).toBeNull();
  expect(freeSeats(seen(5, { players: [2], some: { stage: 'reveal' } }))).toBeNull();
  expect(freeSeats(seen(5, { some: { pot: 1n } }))).toBeNull();
  expect(freeSeats({ ...seen(5), state: null })).toBeNull();
  // A full bracket has no place for the last two of six.
  const rules = { format: 'knockout', startWhenFull: true } as const;
  expect(freeSeats(seen(5, { seats: 6, players: [2, 3, 4], some: { rules } }))).toBe(1);
  expect(freeSeats(seen(5, { seats: 6, players: [2, 3, 4, 5], some: { rules } }))).toBeNull();
  const byTheClock = { ...rules, startWhenFull: false };
  expect(freeSeats(seen(5, { seats: 6, players: [2, 3, 4], some: { rules: byTheClock } }))).toBe(3);
});

describe('the list', () => {
  it('is never longer than the room of a club', () => {
    const listedOf = (listed: number): number => {
      const config = { tableCode: '0x', anyFormat: false };
      return overviewOf({ overview: { config, listed, opened: 0, room: listed } }).listed;
    };
    expect([0, 4_096, 4_097, 2 ** 32 - 1].map(listedOf)).toEqual([0, 4_096, 4_096, 4_096]);
  });

  it('puts tables that start sooner first', () => {
    const ticking = (number: number, deadline: number): Seen =>
      seen(number, { seats: 4, players: [2, 3], some: { deadline } });
    const empty = seen(10);
    const waiting = seen(11, { players: [2] });
    const waitingForThree = seen(12, { seats: 4, players: [2] });
    const underWay = seen(13, { players: [2, 3], some: { stage: 'inProgress', deadline: 1 } });
    const unread = { ...seen(14), state: null };
    const [late, soon] = [ticking(15, 9_000), ticking(16, 5_000)];
    const tables = [unread, underWay, empty, waitingForThree, late, waiting, soon];
    expect([...tables].sort(bySoonest)).toEqual([soon, late, waiting, waitingForThree, empty, underWay, unread]);
  });
});

describe('play now', () => {
  it('goes to the fullest open table that fits, or the larger one if two lack the same number', () => {
    const [empty, duel, four] = [seen(5), seen(6, { players: [2] }), seen(7, { seats: 4, players: [2, 3, 4] })];
    expect(chosen([empty, duel, four])).toBe(idOf(7));
    expect(chosen([empty, duel])).toBe(idOf(6));
    expect(chosen([empty])).toBe(idOf(5));
    expect(chosen([empty, duel], new Set([idOf(6)]))).toBe(idOf(5));
    // Whom one has just met is the last choice.
    expect(chosen([empty, duel], NONE, { met: [idOf(2)] })).toBe(idOf(5));
    expect(chosen([duel], NONE, { met: [idOf(2)] })).toBe(idOf(6));
    // A bet on its way is refused a second time, and no bet goes to another table.
    expect(chosen([empty, duel, four], NONE, { begun: [idOf(5)], met: [idOf(2)] })).toBe(idOf(5));
  });

  it('goes to no longer game than the price was of', () => {
    const [duel, four] = [seen(6, { players: [2] }), seen(7, { seats: 4, players: [2, 3, 4] })];
    expect(chosen([duel, four], NONE, { mostRounds: 1 })).toBe(idOf(6));
    expect(chosen([four], NONE, { mostRounds: 1 })).toBeUndefined();
    expect(chosen([four], NONE, { mostRounds: 2 })).toBe(idOf(7));
  });

  it('leaves an empty table for more than two to those who want it', () => {
    const [four, two] = [seen(5, { seats: 4 }), seen(6)];
    expect(chosen([four])).toBeUndefined();
    expect(chosen([four, two])).toBe(idOf(6));
    expect(chosen([seen(7, { seats: 4, players: [2] })])).toBe(idOf(7));
    expect(lackingAfter(seen(7, { seats: 4, players: [2] }))).toBe(2);
    expect(lackingAfter(two)).toBe(1);
  });

  it('opens a duel that suits strangers, and for which nobody sits around', () => {
    const { entryTimeout, moveTimeout, revealTimeout } = NEW_DUEL;
    expect([entryTimeout, moveTimeout, revealTimeout]).toEqual([180_000, 120_000, 120_000]);
    expect(suits({ config: NEW_DUEL, rules: USUAL }, NEW_DUEL.betSize)).toBe(true);
  });

  it('goes to no table that is too dear, full, under way, unread, unfair or of unknown code', () => {
    const tables = [
      seen(5, { bet: 11n }),
      seen(6, { players: [2, 3] }),
      seen(7, { players: [2, 3], some: { stage: 'inProgress' } }),
      { ...seen(8), state: null },
      seen(9, { seats: 3 }),
      seen(10, { isKnown: false, players: [2] }),
      // It was listed as fair, and its owner has changed it since.
      seen(11, { some: { rules: { format: 'points', startWhenFull: true }, config: { ...CONFIG, seats: 4 } } }),
      seen(12, { some: { config: { ...CONFIG, seats: 2, moveTimeout: strangers.stage.least - 1 } } }),
    ];
    expect(chosen(tables)).toBeUndefined();
  });

  it('goes to nobody who has waited for a day: the game may take as long', () => {
    const gone = { ...seen(5, { players: [2] }), waited: strangers.entry.most };
    expect(chosen([gone])).toBeUndefined();
    expect(chosen([gone, seen(6)])).toBe(idOf(6));
    expect(chosen([{ ...gone, waited: strangers.entry.most - 1 }, seen(6)])).toBe(idOf(5));
    // The own seat is one's own, however long it has waited.
    expect(chosen([{ ...gone, ...seen(7, { players: [1] }), waited: strangers.entry.most }])).toBe(idOf(7));
  });

  it('goes back to the own seat, but not at a table of unknown code', () => {
    const own = seen(5, { bet: 99n, players: [1, 2], some: { stage: 'inProgress' } });
    expect(hasSeat(own, ME)).toBe(true);
    expect(chosen([seen(6, { players: [2] }), own])).toBe(idOf(5));
    expect(chosen([{ ...own, isKnown: false }])).toBeUndefined();
    const out = seen(7, { some: { players: [{ id: ME, status: 'out' }], stage: 'inProgress' } });
    expect(chosen([out, seen(6)])).toBe(idOf(6));
  });
});

/** A table for strangers with no seat taken. */
const duel = state({ config: { ...CONFIG, seats: 2 }, rules: USUAL });

/** What each look at the tables finds. The last is found again and again. */
type Looks = (readonly Seen[] | Looked | null)[];

interface Press extends Partial<Ways> {
  /** What comes of sitting down at a table, if not a seat. */
  sits?: Record<ActorId, Sat>;
  opened?: ActorId;
  begun?: ActorId[];
}

/** What one press does, and in the end comes to. */
async function press(looks: Looks, { sits = {}, opened, begun = [], ...others }: Press = {}): Promise<string[]> {
  const done: string[] = [];
  const doing = <T>(what: string, answer: T): Promise<T> => {
    done.push(what);
    return Promise.resolve(answer);
  };
  let states: Seen[] = [];
  const look = (): Promise<Looked | null> => {
    const found = (looks.length > 1 ? looks.shift() : looks[0]) ?? null;
    const looked = found && ('tables' in found ? found : { tables: found, isPartial: false });
    states = [...(looked?.tables ?? [])];
    return Promise.resolve(looked);
  };
  const ways: Ways = {
    look,
    pause: () => doing('pause', undefined),
    read: (table) => Promise.resolve(states.find(({ listed }) => listed.table === table)?.state ?? duel),
    sit: (table) => doing(`sit ${Number(table)}`, sits[table] ?? 'seated'),
    untilTaken: () => Promise.resolve(),
    open: () => doing('open', opened ?? null),
    onTaken: () => done.push('taken'),
    lost: new AbortController().signal,
    ...others,
  };
  const came = await seek(ME, 10n, ways, { begun, met: [] });
  return [...done, typeof came === 'string' ? came : `at ${Number(came.table)}`];
}

describe('one press', () => {
  const two = [seen(5, { players: [2] }), seen(6)];
  const own = seen(8, { players: [1, 2], some: { stage: 'inProgress' } });
  const unread = { ...own, state: null, isUnreadable: true };

  it('takes the next seat if somebody else was quicker', async () => {
    expect(await press([two], { sits: { [idOf(5)]: 'taken' } })).toEqual(['sit 5', 'taken', 'sit 6', 'at 6']);
  });

  it('opens a table once, if there is none', async () => {
    const opened = idOf(7);
    expect(await press([[]], { opened })).toEqual(['open', 'sit 7', 'at 7']);
    expect(await press([[]], { opened, sits: { [opened]: 'taken' } })).toEqual(['open', 'sit 7', 'taken', 'noSeat']);
  });

  it('opens none while an earlier one may be on its way', async () => {
    const taken = vi.fn(() => Promise.resolve());
    expect(await press([[], [seen(7)]], { opened: idOf(8), untilTaken: taken })).toEqual(['sit 7', 'at 7']);
    // It waits once: what never comes must not keep anybody from playing.
    expect(await press([[]], { opened: idOf(8), untilTaken: taken })).toEqual(['open', 'sit 8', 'at 8']);
    expect(taken).toHaveBeenCalledTimes(2);
  });

  it('sits down nowhere while a bet of before may be on its way', async () => {
    const taken = vi.fn(() => Promise.resolve());
    const [free, seated] = [seen(5), seen(5, { players: [1] })];
    // It came: a second bet, there or elsewhere, would be one too many.
    expect(await press([[free], [seated]], { begun: [idOf(5)], untilTaken: taken })).toEqual(['at 5']);
    // It is void.
    expect(await press([[free]], { begun: [idOf(5)], untilTaken: taken })).toEqual(['sit 5', 'at 5']);
    // A table that fits no more is no reason to forget it.
    expect(await press([two], { begun: [idOf(9)], untilTaken: taken })).toEqual(['sit 5', 'at 5']);
    expect(taken).toHaveBeenCalledTimes(3);
    expect(await press([two], { untilTaken: taken })).toEqual(['sit 5', 'at 5']);
    expect(taken).toHaveBeenCalledTimes(3);
  });

  it('opens no table without consent', async () => {
    const taken = { sits: { [idOf(5)]: 'taken' }, open: null } as const;
    expect(await press([two.slice(0, 1)], taken)).toEqual(['sit 5', 'taken', 'noSeat']);
  });

  it('sits down at the earlier table if two players open one at the same time', async () => {
    const at = (number: number, openedAt: number): Seen => {
      const one = seen(number);
      return { ...one, listed: { ...one.listed, openedAt } };
    };
    const all = [at(8, 30), at(7, 20), at(6, 20)];
    expect(await press([[], [], all], { opened: idOf(8) })).toEqual(['open', 'sit 7', 'at 7']);
  });

  it('sits down only on terms for strangers, whatever the owner has changed since', async () => {
    const { config } = duel;
    for (const changed of [
      { config: { ...config, betSize: 11n } },
      { config: { ...config, seats: 3 } },
      { rules: { format: 'points', startWhenFull: true }, config: { ...config, seats: 4 } },
      { config: { ...config, moveTimeout: strangers.stage.least - 1 } },
      { config: { ...config, entryTimeout: strangers.entry.most + 1 } },
    ] as const) {
      const read: Ways['read'] = (table) => Promise.resolve(table === idOf(5) ? { ...duel, ...changed } : duel);
      expect(await press([two], { read })).toEqual(['taken', 'sit 6', 'at 6']);
    }
  });

  it.each(['look', 'read', 'open'] as const)('ends with the connection if nothing answers: %s', async (what) => {
    const connection = new AbortController();
    const hung = vi.fn(() => new Promise<never>(() => undefined));
    const sit = vi.fn<Ways['sit']>();
    const led = press([what === 'open' ? [] : two], { [what]: hung, sit, lost: connection.signal });
    await vi.waitFor(() => expect(hung).toHaveBeenCalled());
    connection.abort();
    await expect(led).rejects.toMatchObject({ failure: { kind: 'lost' } });
    expect(sit).not.toHaveBeenCalled();
  });

  it('does not sit down a second time', async () => {
    expect(await press([[seen(5, { players: [1] }), seen(6)]])).toEqual(['at 5']);
    expect(await press([[unread, seen(9, { players: [1] })]])).toEqual(['at 9']);
  });

  it('takes no seat and opens no table if its own seat may be at an unreadable table', async () => {
    for (const looks of [[unread], [...two, unread], { tables: two, isPartial: true }, { tables: [], isPartial: true }])
      expect(await press([looks], { opened: idOf(7) })).toEqual(['pause', 'pause', 'unreadable']);
    // A program that is not a game of this page keeps nobody from playing.
    expect(await press([[...two, { ...unread, isKnown: false }]])).toEqual(['sit 5', 'at 5']);
  });

  it('looks again if not all can be read: for its own seat, and then for any', async () => {
    const others = seen(8, { players: [3, 4] });
    expect(
      await press([
        [...two, unread],
        [...two, own],
      ]),
    ).toEqual(['pause', 'at 8']);
    expect(
      await press([
        [...two, unread],
        [...two, others],
      ]),
    ).toEqual(['pause', 'sit 5', 'at 5']);
  });

  it('sits down at the table that it has opened, whatever else can be read', async () => {
    const unread = [seen(7), seen(8)].map((one) => ({ ...one, state: null }));
    expect(await press([[], [], unread], { opened: idOf(7) })).toEqual(['open', 'sit 7', 'at 7']);
  });

  it('stops if the person or the chain refuses, or if nothing can be read', async () => {
    expect(await press([two], { sits: { [idOf(5)]: 'stopped' } })).toEqual(['sit 5', 'stopped']);
    expect(await press([null])).toEqual(['stopped']);
    expect(await press([[]])).toEqual(['open', 'stopped']);
  });
});

describe('a title', () => {
  it('is shown with its invisible characters written out', () => {
    expect(harmless('Ada’s table ✂ 石头 <b>')).toBe('Ada’s table ✂ 石头 <b>');
    expect(harmless('a\u202eb\u0007\u2028')).toBe('a\\u{202e}b\\u{7}\\u{2028}');
    expect(harmless('👩\u200d🚀')).toBe('👩\u200d🚀');
    expect(harmless('\u200d\u200d')).toBe('\\u{200d}\\u{200d}');
    expect(harmless('x'.repeat(1_000))).toHaveLength(64);
  });

  it('is refused if the club would refuse it', () => {
    for (const title of ['', 'é'.repeat(32), 'a\u200db', 'a\u2027\u202fb']) expect(titleProblem(title)).toBeNull();
    expect(titleProblem(`${'é'.repeat(32)}x`)).toBe('titleTooLong');
    for (const unseen of '\u0000\t\n\u001b\u007f\u009f\u061c\u200e\u200f\u2028\u202e\u2066\u2069')
      expect(titleProblem(`a${unseen}`), unseen).toBe('badTitle');
  });
});
