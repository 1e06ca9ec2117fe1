import { describe, expect, it, vi } from 'vitest';
import { strangers } from '../src/generated/facts.json';
import type { ActorId } from '../src/chain/hex';
import { bySoonest, freeSeats, fullest, hasSeat, isToWatch, type Looked, type Seen } from '../src/house/seen';
import { overviewOf, type Listed } from '../src/house/state';
import { harmless, titleProblem } from '../src/house/title';
import { usualRules } from '../src/rpsls/rules';
import { playNow, type Sat, type Ways } from '../src/lobby/playNow';
import type { GameState, Player } from '../src/rpsls/state';
import { CONFIG, state } from './games';

const ME = idOf(1);
const HOUSE = idOf(99);

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

/** A table of a house: a duel for strangers, unless the test says otherwise. */
function seen(
  number: number,
  { seats = 2, bet = 10n, players: taken = [], isKnown = true, some = {} }: Table = {},
): Seen {
  const config = { ...CONFIG, betSize: bet, seats };
  const rules = { format: seats === 2 ? ('replay' as const) : ('knockout' as const), startWhenFull: true };
  const listed: Listed = { table: idOf(number), opener: ME, openedAt: 0, title: '', config, rules };
  return {
    house: HOUSE,
    isKnown,
    listed,
    state: state({ config, rules, players: players(...taken), ...some }),
    isUnreadable: false,
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

function chosen(tables: Seen[], most = 10n, leftOut = NONE, met: ActorId[] = []): ActorId | undefined {
  return fullest([...tables].sort(bySoonest), ME, most, leftOut, met)?.listed.table;
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
  it('is never longer than the room of a house', () => {
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
    expect(chosen([empty, duel], 10n, new Set([idOf(6)]))).toBe(idOf(5));
    // Whom one has just met is the last choice.
    expect(chosen([empty, duel], 10n, NONE, [idOf(2)])).toBe(idOf(5));
    expect(chosen([duel], 10n, NONE, [idOf(2)])).toBe(idOf(6));
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

  it('goes back to the own seat, but not at a table of unknown code', () => {
    const own = seen(5, { bet: 99n, players: [1, 2], some: { stage: 'inProgress' } });
    expect(hasSeat(own, ME)).toBe(true);
    expect(chosen([seen(6, { players: [2] }), own])).toBe(idOf(5));
    expect(chosen([{ ...own, isKnown: false }])).toBeUndefined();
    const out = seen(7, { some: { players: [{ id: ME, status: 'out' }], stage: 'inProgress' } });
    expect(chosen([out, seen(6)])).toBe(idOf(6));
  });
});

/** A list that was read completely. */
function whole(tables: readonly Seen[]): Looked {
  return { tables, isPartial: false };
}

/** A table for strangers with no seat taken. */
const duel = state({ config: { ...CONFIG, seats: 2 }, rules: usualRules(2) });

/** Ways to play now, with this result for each seat. They note the calls. */
function ways(tables: Seen[] | null, sits: Record<string, Sat>, opened: ActorId | null = null): [Ways, string[]] {
  const done: string[] = [];
  const sit = (table: ActorId): Promise<Sat> => {
    done.push(`sit ${Number(table)}`);
    return Promise.resolve(sits[table] ?? 'seated');
  };
  const open = (): Promise<ActorId | null> => {
    done.push('open');
    return Promise.resolve(opened);
  };
  const read = (table: ActorId): Promise<GameState> =>
    Promise.resolve(tables?.find(({ listed }) => listed.table === table)?.state ?? duel);
  const look = (): Promise<Looked | null> => Promise.resolve(tables && whole(tables));
  const pause = (): Promise<void> => {
    done.push('pause');
    return Promise.resolve();
  };
  const { signal: lost } = new AbortController();
  return [{ look, pause, read, sit, open, onTaken: () => done.push('taken'), lost }, done];
}

describe('one press', () => {
  const two = [seen(5, { players: [2] }), seen(6)];

  it('takes the next seat if somebody else was quicker', async () => {
    const [way, done] = ways(two, { [idOf(5)]: 'taken' });
    expect(await playNow(ME, 10n, way)).toEqual({ table: idOf(6) });
    expect(done).toEqual(['sit 5', 'taken', 'sit 6']);
  });

  it('opens a table once, if there is none', async () => {
    const [way, done] = ways([], {}, idOf(7));
    expect(await playNow(ME, 10n, way)).toEqual({ table: idOf(7) });
    expect(done).toEqual(['open', 'sit 7']);
    const [unlucky, tried] = ways([], { [idOf(7)]: 'taken' }, idOf(7));
    expect(await playNow(ME, 10n, unlucky)).toBe('noSeat');
    expect(tried).toEqual(['open', 'sit 7', 'taken']);
  });

  it('opens no table without consent', async () => {
    const [way, done] = ways([seen(5, { players: [2] })], { [idOf(5)]: 'taken' });
    expect(await playNow(ME, 10n, { ...way, open: null })).toBe('noSeat');
    expect(done).toEqual(['sit 5', 'taken']);
  });

  it('sits down at the earlier table if two players open one at the same time', async () => {
    const at = (number: number, openedAt: number): Seen => {
      const one = seen(number);
      return { ...one, listed: { ...one.listed, openedAt } };
    };
    const looks = [[], [at(8, 30), at(7, 20), at(6, 20)]];
    const [way, done] = ways([], {}, idOf(8));
    const look = (): Promise<Looked> => Promise.resolve(whole(looks.shift() ?? []));
    expect(await playNow(ME, 10n, { ...way, look })).toEqual({ table: idOf(7) });
    expect(done).toEqual(['open', 'sit 7']);
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
      const [way, done] = ways(two, {});
      const read = (table: ActorId): Promise<GameState> =>
        Promise.resolve(table === idOf(5) ? { ...duel, ...changed } : duel);
      expect(await playNow(ME, 10n, { ...way, read })).toEqual({ table: idOf(6) });
      expect(done).toEqual(['taken', 'sit 6']);
    }
  });

  it.each(['look', 'read', 'open'] as const)('ends with the connection if nothing answers: %s', async (what) => {
    const connection = new AbortController();
    const [way, done] = ways(what === 'open' ? [] : two, {});
    const hung = vi.fn(() => new Promise<never>(() => undefined));
    const led = playNow(ME, 10n, { ...way, [what]: hung, lost: connection.signal });
    await vi.waitFor(() => expect(hung).toHaveBeenCalled());
    connection.abort();
    await expect(led).rejects.toMatchObject({ failure: { kind: 'lost' } });
    expect(done).toEqual([]);
  });

  it('does not sit down a second time', async () => {
    const [way, done] = ways([seen(5, { players: [1] }), seen(6)], {});
    expect(await playNow(ME, 10n, way)).toEqual({ table: idOf(5) });
    expect(done).toEqual([]);
  });

  it('takes no seat and opens no table if its own seat may be at an unreadable table', async () => {
    const unread = { ...seen(8), state: null, isUnreadable: true };
    const partial = { tables: two, isPartial: true };
    for (const looked of [whole([unread]), whole([...two, unread]), partial, { tables: [], isPartial: true }]) {
      const [way, done] = ways([], {}, idOf(7));
      expect(await playNow(ME, 10n, { ...way, look: () => Promise.resolve(looked) })).toBe('unreadable');
      expect(done).toEqual(['pause', 'pause']);
    }
    // A program that is not a game of this page keeps nobody from playing.
    const [way, done] = ways([...two, { ...unread, isKnown: false }], {});
    expect(await playNow(ME, 10n, way)).toEqual({ table: idOf(5) });
    expect(done).toEqual(['sit 5']);
  });

  it('looks again if not all can be read: for its own seat, and then for any', async () => {
    const own = seen(8, { players: [1, 2], some: { stage: 'inProgress' } });
    const unread = { ...own, state: null, isUnreadable: true };
    for (const [then, table, did] of [
      [own, idOf(8), ['pause']],
      [seen(8, { players: [3, 4] }), idOf(5), ['pause', 'sit 5']],
    ] as const) {
      const looks = [
        [...two, unread],
        [...two, then],
      ];
      const [way, done] = ways([], {});
      const look = (): Promise<Looked> => Promise.resolve(whole(looks.shift() ?? []));
      expect(await playNow(ME, 10n, { ...way, look })).toEqual({ table });
      expect(done).toEqual(did);
    }
    const [way, done] = ways([unread, seen(9, { players: [1] })], {});
    expect(await playNow(ME, 10n, way)).toEqual({ table: idOf(9) });
    expect(done).toEqual([]);
  });

  it('sits down at the table that it has opened, whatever else can be read', async () => {
    const looks = [
      [],
      [
        { ...seen(7), state: null },
        { ...seen(8), state: null },
      ],
    ];
    const [way, done] = ways([], {}, idOf(7));
    const look = (): Promise<Looked> => Promise.resolve(whole(looks.shift() ?? []));
    expect(await playNow(ME, 10n, { ...way, look })).toEqual({ table: idOf(7) });
    expect(done).toEqual(['open', 'sit 7']);
  });

  it('stops if the person or the chain refuses, or if nothing can be read', async () => {
    const [declined, done] = ways(two, { [idOf(5)]: 'stopped' });
    expect(await playNow(ME, 10n, declined)).toBe('stopped');
    expect(done).toEqual(['sit 5']);
    expect(await playNow(ME, 10n, ways(null, {})[0])).toBe('stopped');
    expect(await playNow(ME, 10n, ways([], {}, null)[0])).toBe('stopped');
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

  it('is refused if the house would refuse it', () => {
    for (const title of ['', 'é'.repeat(32), 'a\u200db', 'a\u2027\u202fb']) expect(titleProblem(title)).toBeNull();
    expect(titleProblem(`${'é'.repeat(32)}x`)).toBe('titleTooLong');
    for (const unseen of '\u0000\t\n\u001b\u007f\u009f\u061c\u200e\u200f\u2028\u202e\u2066\u2069')
      expect(titleProblem(`a${unseen}`), unseen).toBe('badTitle');
  });
});
