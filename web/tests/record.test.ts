import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { describe, expect, it } from 'vitest';
import type { ActorId } from '../src/lib/hex';
import { playedGameOf, readPlayedGame, type PlayedGame } from '../src/rpsls/playedGame';
import type { TakenSeat } from '../src/rpsls/seats';
import { Storyteller } from '../src/rpsls/story';
import { tallyOf } from '../src/rpsls/tally';
import { Games } from '../src/table/games';
import { movesOf, state, TAKEN as SEAT, UNSEEN } from './games';

const id = (digits: string): ActorId => `0x${digits.repeat(32)}`;
const [ADA, GRACE, ALAN] = [id('0a'), id('0b'), id('0c')];
const PLACE = { node: 'wss://node.example', title: 'A duel', symbol: 'TVARA' };
const TAKEN: TakenSeat = { ...SEAT, account: ADA, game: 3, seen: 'playing', round: 1 };

const LAST_ROUND = {
  game: 3,
  number: 1,
  moves: movesOf({ [ADA]: 'rock', [GRACE]: 'scissors' }),
};

function over(winner: ActorId, change: Parameters<typeof state>[0] = {}) {
  return state({ gamesFinished: 4, stageStarted: 99, lastGame: { winner, pot: 20n, rounds: 1 }, ...change });
}

function played(change: Partial<PlayedGame> = {}): PlayedGame {
  return {
    genesis: TAKEN.genesis,
    program: TAKEN.program,
    account: ADA,
    game: 3,
    time: 99,
    outcome: 'won',
    bet: '10',
    paid: '20',
    opponents: [GRACE],
    rounds: [{ [ADA]: 'rock', [GRACE]: 'scissors' }],
    ...PLACE,
    ...change,
  };
}

describe('a game in the record', () => {
  it('comes from the table’s last game, also during the next game', () => {
    const seated = [ADA, GRACE].map((account) => ({ id: account, status: 'registered' as const }));
    for (const players of [[], seated]) {
      const table = over(ADA, { lastRound: LAST_ROUND, players });
      expect(playedGameOf(TAKEN, table, UNSEEN, PLACE)).toEqual(played());
    }
    const lost = playedGameOf(TAKEN, over(GRACE), UNSEEN, PLACE);
    expect(lost).toEqual(played({ outcome: 'lost', paid: '0', rounds: [] }));
  });

  it('has all rounds and players that were seen', () => {
    const story = new Storyteller();
    story.changed({ kind: 'movesStarted', players: [ADA, GRACE, ALAN] });
    for (const who of [ADA, GRACE, ALAN])
      story.did(who, { kind: 'successfulReveal', result: { kind: 'continue' } }, '0pass');
    story.changed({ kind: 'nextRoundStarted', players: [ADA, GRACE, ALAN] });
    story.did(ADA, { kind: 'successfulReveal', result: { kind: 'continue' } }, '1pass');
    story.changed({ kind: 'gameOver', winner: ADA });
    const table = over(ADA, { lastGame: { winner: ADA, pot: 30n, rounds: 2 } });
    expect(playedGameOf(TAKEN, table, { ...UNSEEN, game: story.game }, PLACE)).toEqual(
      played({
        paid: '30',
        opponents: [GRACE, ALAN],
        rounds: [{ [ADA]: 'rock', [GRACE]: 'rock', [ALAN]: 'rock' }, { [ADA]: 'paper' }],
      }),
    );
  });

  it('says that it was stopped, with the payout, once that is made', () => {
    const story = new Storyteller();
    story.changed({ kind: 'movesStarted', players: [ADA, GRACE] });
    const table = state({ gamesFinished: 4, stageStarted: 99 });
    story.stopped([ADA, GRACE]);
    expect(playedGameOf(TAKEN, { ...table, pot: 14n }, { ...UNSEEN, game: story.game }, PLACE)).toBeNull();
    story.paid(ADA, { kind: 'gameWasStopped', players: [ADA, GRACE] }, 7n);
    expect(playedGameOf(TAKEN, table, { ...UNSEEN, game: story.game }, PLACE)).toEqual(
      played({ outcome: 'stopped', paid: '7', rounds: [] }),
    );
  });

  it('does not exist if its end is unknown, or that of another game', () => {
    // Somebody has won the game before this one, which may have been stopped.
    const before = `${ADA}/20/1`;
    expect(playedGameOf({ ...TAKEN, before }, over(ADA), UNSEEN, PLACE)).toBeNull();
    expect(playedGameOf(TAKEN, over(ADA, { gamesFinished: 5 }), UNSEEN, PLACE)).toBeNull();
    expect(playedGameOf(TAKEN, over(ADA, { gamesFinished: 3 }), UNSEEN, PLACE)).toBeNull();
    expect(playedGameOf({ ...TAKEN, seen: 'sentAway' }, over(ADA), UNSEEN, PLACE)).toBeNull();
    expect(playedGameOf({ ...TAKEN, seen: 'seated' }, over(GRACE), UNSEEN, PLACE)).toBeNull();
  });

  it('is not that of the game before, which was seen before a gap', () => {
    const won = new Storyteller();
    won.changed({ kind: 'movesStarted', players: [ADA, GRACE] });
    won.changed({ kind: 'gameOver', winner: ADA });
    const stopped = new Storyteller();
    stopped.changed({ kind: 'movesStarted', players: [ADA, GRACE] });
    stopped.paid(ADA, { kind: 'gameWasStopped', players: [ADA, GRACE] }, 7n);
    const before = `${ADA}/20/1`;
    const last = { winner: ADA, pot: 20n, rounds: 1 };
    // The seat's game was stopped unseen.
    const taken = { ...TAKEN, before };
    const table = over(ADA, { lastGame: last });
    expect(playedGameOf(taken, table, { ...UNSEEN, game: won.game }, PLACE)).toMatchObject({ outcome: 'won' });
    won.miss();
    expect(playedGameOf(taken, table, { ...UNSEEN, game: won.game }, PLACE)).toBeNull();
    // Somebody else has won the seat's game unseen.
    stopped.miss();
    const lost = over(GRACE, { lastGame: { ...last, winner: GRACE } });
    const history = { ...UNSEEN, game: stopped.game };
    expect(playedGameOf({ ...taken, seen: 'playing' }, lost, history, PLACE)).toMatchObject({ outcome: 'lost' });
    expect(playedGameOf(taken, table, history, PLACE)).toBeNull();
  });

  it('is the same after export and import, and refused if any part is bad', () => {
    expect(readPlayedGame(JSON.parse(JSON.stringify(played())))).toEqual(played());
    const broken: object[] = [
      { outcome: 'drawn' },
      { bet: 10 },
      { paid: '-1' },
      { opponents: ['Grace'] },
      { rounds: [{ [ADA]: 'well' }] },
      { rounds: {} },
      { account: '0x12' },
      { game: -1 },
      { title: null },
    ];
    for (const change of broken) expect(readPlayedGame({ ...played(), ...change }), JSON.stringify(change)).toBeNull();
    expect(readPlayedGame(null)).toBeNull();
  });
});

it('the tally counts games, streaks, money, moves and rivals, and free games separately', () => {
  const games = [
    played({ game: 0, time: 1 }),
    played({
      game: 1,
      time: 2,
      opponents: [GRACE, ALAN],
      paid: '30',
      rounds: [{ [ADA]: 'spock' }, { [ADA]: 'rock' }],
    }),
    played({ game: 2, time: 3, outcome: 'lost', paid: '0', rounds: [{ [ALAN]: 'spock' }] }),
    played({ game: 3, time: 4, outcome: 'stopped', paid: '4', opponents: [ALAN] }),
    played({ game: 4, time: 5, bet: '0', paid: '0' }),
  ];
  const tally = tallyOf([...games].reverse());
  expect(tally).toMatchObject({ games: 4, won: 3, streak: 1, bestStreak: 2, free: { games: 1, won: 1 } });
  expect(tally.gained).toBe(10n + 20n);
  expect(tally.lost).toBe(10n + 6n);
  expect(tally.moves).toEqual([
    { move: 'rock', count: 4 },
    { move: 'spock', count: 1 },
  ]);
  expect(tally.rivals).toEqual([
    { id: GRACE, games: 4, won: 3 },
    { id: ALAN, games: 1, won: 1 },
  ]);
});

describe('the record', () => {
  it('has each game once, whichever tab adds it, with the latest first', async () => {
    const [one, other] = [await Games.open('twice'), await Games.open('twice')];
    const game = played();
    const added = await Promise.all([one.keep([game]), other.keep([game, played({ game: 4, time: 100 })])]);
    expect(added[0] + added[1]).toBe(2);
    expect(await one.keep([played({ outcome: 'lost' })])).toBe(0);
    expect(await other.all()).toEqual({ games: [played({ game: 4, time: 100 }), game], damaged: 0 });
  });

  it('reports an unreadable game, leaves it where it is, and has the others', async () => {
    const games = await Games.open('damaged');
    await games.keep([played()]);
    const database = await openDB('damaged');
    await database.put('games', { ...played({ game: 9 }), outcome: 'no such' });
    expect(await games.all()).toEqual({ games: [played()], damaged: 1 });
    expect(await database.count('games')).toBe(2);
  });
});
