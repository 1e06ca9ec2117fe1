import { describe, expect, it } from 'vitest';
import code from '@artifacts/rpsls.opt.wasm?url&inline';
import { fetchProgram } from '../src/chain/code';
import { RPSLS } from '../src/rpsls/artifacts';
import { blake2AsHex, stringToU8a } from '../src/lib/bytes';
import type { ActorId } from '../src/lib/hex';
import { MOVES, winningMove, type Move } from '../src/rpsls/moves';
import { bitOf, boundCommitmentOf, openingOf, randomPassword } from '../src/rpsls/opening';
import { clashOf, pairingsOf, withBits } from '../src/rpsls/pairing';
import { lastRoundOf } from '../src/rpsls/round';
import { CLASSIC, fullBracket, FORMATS, USUAL, type GameRules } from '../src/rpsls/rules';
import { statusOf } from '../src/rpsls/state';
import { botAct } from '../src/practice/bot';
import { BLOCK_TIME } from '../src/chain/clock';
import { PracticeSeat } from '../src/practice/seat';
import { ProgramPanic } from '../src/practice/syscalls';
import { PracticeTable } from '../src/practice/table';

const bytes = await fetchProgram(code);
const module = await WebAssembly.compile(bytes.slice());

const id = (name: string): ActorId => blake2AsHex(stringToU8a(name));
const PROGRAM = id('table');
const [ADA, BOB] = [id('Ada'), id('Bob')];
const BET = 10n;
const CONFIG = { betSize: BET, seats: 2, entryTimeout: 60_000, moveTimeout: 60_000, revealTimeout: 60_000 };

const EARLY: GameRules = { format: 'points', startWhenFull: true };

/** A table at which these sit, and a clock that only the test moves. */
async function sit(names: ActorId[], rules: GameRules = EARLY) {
  const clock = { time: 1_700_000_000_000 };
  const config = { ...CONFIG, seats: names.length };
  const table = await PracticeTable.deploy({
    module,
    program: PROGRAM,
    owner: id('owner'),
    config,
    rules,
    now: () => clock.time,
  });
  for (const name of names) table.chain.fund(name, 100n);
  return { table, clock, seats: names.map((name) => new PracticeSeat(table, name)) };
}

const open = (move: Move): string => openingOf(move, randomPassword());

it('runs the same code that the page deploys', () => {
  expect(blake2AsHex(bytes)).toBe(RPSLS.codes.own);
});

describe('a game of two', () => {
  it('goes through a draw to a payout', async () => {
    const { table, seats } = await sit([ADA, BOB]);
    const [ada, bob] = seats as [PracticeSeat, PracticeSeat];
    const [first, second] = [open('rock'), open('rock')];
    expect(await ada.join(await table.state(), first)).toEqual({ event: { kind: 'playerRegistered' } });
    expect(await bob.join(await table.state(), second)).toEqual({ event: { kind: 'playerRegistered' } });
    expect((await table.state()).stage).toBe('reveal');
    expect((await table.state()).pot).toBe(2n * BET);
    expect(await ada.reveal(first)).toEqual({ event: { kind: 'successfulReveal', result: { kind: 'continue' } } });
    expect(await bob.reveal(second)).toEqual({
      event: { kind: 'successfulReveal', result: { kind: 'nextRoundStarted', players: [ADA, BOB].sort() } },
    });
    expect((await table.state()).round).toBe(2);

    const [third, fourth] = [open('paper'), open('rock')];
    expect(await ada.commit(third)).toEqual({ event: { kind: 'successfulMove', player: ADA } });
    await bob.commit(fourth);
    await ada.reveal(third);
    expect(await bob.reveal(fourth)).toEqual({
      event: { kind: 'successfulReveal', result: { kind: 'gameOver', winner: ADA } },
    });
    expect([ADA, BOB, PROGRAM].map((who) => table.chain.balanceOf(who))).toEqual([100n + BET, 100n - BET, 0n]);
    const { lastGame } = await table.state();
    expect(lastGame).toEqual({ winner: ADA, pot: 2n * BET, rounds: 2 });
    const { game } = table.history;
    expect(lastRoundOf(await table.state())?.reveals).toEqual(
      new Map([ADA, BOB].map((who, index) => [who, index === 0 ? 'paper' : 'rock'])),
    );
    expect(game?.fates.get(BOB)).toEqual({ kind: 'beaten', move: 'rock', by: ['paper'], points: null });
  });

  it('is over with the second move shown: a draw is tossed', async () => {
    for (const [one, other, winner] of [
      ['0a', '0c', ADA],
      ['0a', '0b', BOB],
    ] as const) {
      const { table, seats } = await sit([ADA, BOB], USUAL);
      const [ada, bob] = seats as [PracticeSeat, PracticeSeat];
      await ada.join(await table.state(), one);
      await bob.join(await table.state(), other);
      await bob.reveal(other);
      expect(await ada.reveal(one)).toMatchObject({ event: { result: { kind: 'gameOver', winner } } });
      const state = await table.state();
      expect(state.lastGame).toEqual({ winner, pot: 2n * BET, rounds: 1 });
      const round = lastRoundOf(state);
      const [pairing] = (round && pairingsOf(withBits(round, table.history), 'knockout', [ADA, BOB])) ?? [];
      expect(pairing && clashOf(pairing)).toMatchObject({ kind: 'tossed', isEqual: winner === ADA });
      expect([pairing?.one.bit, pairing?.other?.bit]).toEqual([bitOf(one), bitOf(other)]);
    }
  });

  it('may be shown by anybody, and what is shown already is no mistake', async () => {
    const { table, seats } = await sit([ADA, BOB], USUAL);
    const [ada, bob] = seats as [PracticeSeat, PracticeSeat];
    await ada.join(await table.state(), '0a');
    await bob.join(await table.state(), '1a');
    expect(await table.act(id('stranger'), { RevealFor: { player: ADA, opening: '0a', next: null } })).toEqual({
      event: { kind: 'successfulReveal', result: { kind: 'continue' } },
    });
    expect(await ada.reveal('0a')).toEqual({ event: { kind: 'successfulReveal', result: { kind: 'continue' } } });
    expect(await bob.reveal('1a')).toMatchObject({ event: { result: { kind: 'gameOver', winner: BOB } } });
    expect(table.history.game?.fates.get(ADA)).toMatchObject({ kind: 'beaten', move: 'rock' });
  });

  it('gives the value of a refused action back', async () => {
    const { table, seats } = await sit([ADA, BOB]);
    const [ada] = seats as [PracticeSeat, PracticeSeat];
    const opening = open('rock');
    await ada.join(await table.state(), opening);
    expect(await ada.join(await table.state(), opening)).toEqual({ error: { kind: 'alreadyRegistered' } });
    expect(table.chain.balanceOf(ADA)).toBe(100n - BET);
    expect(table.chain.balanceOf(PROGRAM)).toBe(BET);
  });

  it('is not changed by a bad message', async () => {
    const { table } = await sit([ADA, BOB]);
    const before = await table.state();
    expect(await table.chain.send(ADA, '0xff', 5n)).toEqual({ panic: expect.stringContaining('Action') as string });
    expect(await table.state()).toEqual(before);
    expect(table.chain.balanceOf(ADA)).toBe(100n);
    await expect(
      PracticeTable.deploy({
        module,
        program: PROGRAM,
        owner: ADA,
        config: { ...CONFIG, seats: 1 },
        rules: EARLY,
        now: Date.now,
      }),
    ).rejects.toThrow(ProgramPanic);
  });

  it('is ended by its own alarm once a player is silent for too long', async () => {
    const { table, clock, seats } = await sit([ADA, BOB]);
    const [ada, bob] = seats as [PracticeSeat, PracticeSeat];
    const opening = open('rock');
    await ada.join(await table.state(), opening);
    await bob.join(await table.state(), open('paper'));
    await ada.reveal(opening);
    // The first round of a table that started early lasts until registration would have ended, and its own
    // time.
    clock.time += CONFIG.entryTimeout + CONFIG.revealTimeout;
    await table.chain.wake();
    expect(table.chain.balanceOf(ADA)).toBe(100n - BET);
    clock.time += 2 * BLOCK_TIME;
    await table.chain.wake();
    expect(table.chain.balanceOf(ADA)).toBe(100n + BET);
    expect(table.history.game?.fates.get(BOB)).toEqual({ kind: 'lateReveal' });
  });
});

it('a next move that comes after a rival has shown and ended the round is a move, and no second round', async () => {
  const names = ['Ada', 'Bob', 'Cy', 'Dot'].map(id);
  const { table, seats } = await sit(names, USUAL);
  const openings = ['0a', '0b', '2a', '2b'];
  for (const [at, seat] of seats.entries()) await seat.join(await table.state(), openings[at] ?? '');
  for (const at of [1, 2, 3]) await seats[at]?.reveal(openings[at] ?? '');
  const [ada = ADA, bob = BOB] = names;
  await table.act(bob, { RevealFor: { player: ada, opening: '0a', next: null } });
  expect((await table.state()).round).toBe(2);
  const next = boundCommitmentOf(PROGRAM, ada, '4z');
  await table.act(ada, { RevealFor: { player: ada, opening: '0a', next } });
  const state = await table.state();
  expect([state.commitments.get(ada), statusOf(state, ada)]).toEqual([next, 'moved']);
  const { game, entries } = table.history;
  expect([game?.rounds, game?.played.length]).toEqual([2, 1]);
  expect(entries[0]?.what).toMatchObject({ kind: 'did', who: ada, event: { kind: 'successfulMove' } });
});

const GAMES = 24;

it.each(Array.from({ length: GAMES }, (_, game) => game))(
  'a game of bots ends with one winner, who has the pot, and no coin is made or lost (%i)',
  async (game) => {
    const format = FORMATS[(game >> 2) % 3] ?? 'points';
    const most = 2 + (game % 4);
    const count = format === 'knockout' ? fullBracket(most) : most;
    const names = ['Ada', 'Bob', 'Cy', 'Dot', 'Eve'].slice(0, count).map(id);
    // Five players replay ties for too long.
    const rules = format === 'replay' ? (names.length > 3 ? EARLY : CLASSIC) : { format, startWhenFull: true };
    const { table, clock, seats } = await sit(names, rules);
    const { total } = table.chain;
    // All begin with a draw.
    for (const seat of seats) await seat.join(await table.state(), open(MOVES[game % 5] ?? 'rock'));
    if (!rules.startWhenFull) clock.time += CONFIG.entryTimeout + 2 * BLOCK_TIME;
    for (let state = await table.state(); state.gamesFinished === 0; state = await table.state()) {
      for (const seat of seats) {
        const act = botAct(seat, await table.state());
        if (!act || (await table.state()).gamesFinished > 0) continue;
        expect(await act()).toHaveProperty('event');
        expect(table.chain.total).toBe(total);
      }
    }
    const { lastGame } = await table.state();
    const pot = BET * BigInt(names.length);
    expect(lastGame?.pot).toBe(pot);
    const gains = names.map((name) => table.chain.balanceOf(name) - 100n);
    expect(gains.filter((gain) => gain === pot - BET)).toHaveLength(1);
    expect(gains.filter((gain) => gain === -BET)).toHaveLength(names.length - 1);
    const lastRound = lastRoundOf(await table.state());
    const played = [...(lastRound?.reveals.values() ?? [])];
    const won = lastRound?.reveals.get(lastGame?.winner ?? '0x');
    expect([lastRound?.isGameOver, lastRound?.survivors]).toEqual([true, [lastGame?.winner]]);
    expect(won).toBeDefined();
    expect(winningMove(played) ?? won).toBe(won);
  },
);
