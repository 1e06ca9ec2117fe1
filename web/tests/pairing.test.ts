import { describe, expect, it } from 'vitest';
import type { ActorId } from '../src/lib/hex';
import { en } from '../src/i18n/en';
import { zh } from '../src/i18n/zh';
import { BEATS, MOVES, type Move } from '../src/rpsls/moves';
import { bitOf } from '../src/rpsls/opening';
import {
  clashOf,
  forLooker,
  lastPlayedBy,
  opponentOf,
  pairingsOf,
  pairingWith,
  type Decided,
  type Pairing,
} from '../src/rpsls/pairing';
import { blowsText, clashText } from '../src/table/result/clashText';
import { CLASSIC, type Format } from '../src/rpsls/rules';
import { movesOf, state } from './games';

const ids = ['0xada', '0xb0b', '0xc1', '0xde', '0xe'] as const;
const [ADA, BOB, CY, DEE] = ids;
const NAMES: Record<string, string> = { '0xada': 'Ada', '0xb0b': 'Bob', '0xc1': 'Cy', '0xde': 'Dee' };
const nameOf = (id: ActorId): string => NAMES[id] ?? '';

function round(number: number, moves: Record<ActorId, Move>, survivors: ActorId[], late: ActorId[] = []): Decided {
  return { number, reveals: movesOf(moves), survivors, late };
}

/** The results of all pairs, as this player reads them. */
function told(played: Decided, me: ActorId | null, m = en): string[] {
  const pairings = pairingsOf(played, 'knockout', ids.slice(0, 4)) ?? [];
  return pairings.map((pairing) => clashText(pairing, { m, me, nameOf }));
}

describe('the pairs of a round', () => {
  it('are those of the bracket, whatever the order of reveals', () => {
    const first = round(1, { [DEE]: 'spock', [CY]: 'paper', [ADA]: 'rock', [BOB]: 'rock' }, [CY, DEE]);
    const pairings = pairingsOf(first, 'knockout', [ADA, BOB, CY, DEE]) ?? [];
    expect(pairings.map(({ one, other }) => [one.id, other?.id])).toEqual([
      [ADA, CY],
      [BOB, DEE],
    ]);
    expect(pairingWith(pairings, CY)?.one.id).toBe(ADA);
    expect(pairingWith(pairings, null)).toBeNull();
    expect(told(first, ADA)).toEqual(['Cy’s Paper covered your Rock.', 'Dee’s Spock vaporized Bob’s Rock.']);
  });

  it('are known before the round is', () => {
    const playing = (round: number, left: readonly ActorId[], format: Format) =>
      state({
        stage: 'inProgress',
        round,
        rules: { ...CLASSIC, format },
        players: ids.map((id) => ({ id, status: left.includes(id) ? 'toMove' : 'out' })),
      });
    // Five players: eight places, so three have no opponent in the first round.
    const first = playing(1, ids, 'knockout');
    expect(ids.map((id) => opponentOf(id, first))).toEqual(['0xe', null, null, null, ADA]);
    const second = playing(2, [ADA, BOB, CY, DEE], 'knockout');
    expect(ids.slice(0, 4).map((id) => opponentOf(id, second))).toEqual([CY, DEE, ADA, BOB]);
    expect(opponentOf(ADA, playing(3, [ADA, DEE], 'knockout'))).toBe(DEE);
    expect(opponentOf(ADA, playing(1, ids, 'points'))).toBeUndefined();
    expect(opponentOf(ADA, playing(2, [ADA, DEE], 'points'))).toBe(DEE);
  });

  it('are shown with the own pair first and large, and the own move on its left', () => {
    const side = (id: ActorId) => ({ id, move: null, goesOn: false, seat: 0, bit: null });
    const pairs = [
      { one: side(ADA), other: side(CY) },
      { one: side(BOB), other: side(DEE) },
      { one: side('0xe'), other: null },
    ];
    const [first, second, bye] = pairs as [Pairing, Pairing, Pairing];
    expect(forLooker(pairs, BOB)).toEqual({ own: second, others: [first, bye] });
    expect(forLooker(pairs, DEE)).toEqual({ own: { one: side(DEE), other: side(BOB) }, others: [first, bye] });
    // A spectator, or a player with a bye, has no own pair. A single pair is everybody's.
    expect(forLooker(pairs, '0xe')).toEqual({ own: null, others: pairs });
    expect(forLooker(pairs, null)).toEqual({ own: null, others: pairs });
    expect(forLooker([first], null)).toEqual({ own: first, others: [] });
  });

  it('do not exist if all meet all, or if seats are unknown', () => {
    const three = round(1, { [ADA]: 'rock', [BOB]: 'paper', [CY]: 'paper' }, [BOB, CY]);
    expect(pairingsOf(three, 'points', [ADA, BOB, CY])).toBeNull();
    expect(pairingsOf(three, 'knockout', [])).toBeNull();
    // Two players of whom no more is known have met.
    for (const format of ['replay', 'knockout'] as const)
      expect(pairingsOf(round(1, { [ADA]: 'rock', [BOB]: 'paper' }, [BOB]), format, [])).toHaveLength(1);
    expect(
      pairingsOf(round(1, { [ADA]: 'rock', [BOB]: 'rock' }, [ADA, BOB]), 'knockout', [ADA, BOB, CY, DEE]),
    ).toHaveLength(2);
  });

  it('are decided by a move, a toss, a draw, a bye, or a late player', () => {
    const final = (one: Move, other: Move, survivors: ActorId[]) => round(2, { [ADA]: one, [BOB]: other }, survivors);
    expect(told(final('spock', 'rock', [ADA]), ADA)).toEqual(['Your Spock vaporized Bob’s Rock.']);
    const [coin] = told(final('rock', 'rock', [BOB]), ADA);
    expect(coin).toBe(
      'Both chose Rock, and the toss went to Bob.\nThe coin: both sealed texts give a bit. They differ, so the later seat goes on.',
    );
    const bits = new Map([[ADA, bitOf('0a')] as const, [BOB, bitOf('0c')] as const]);
    expect(told({ ...final('rock', 'rock', [ADA]), bits }, ADA)).toEqual([
      'Both chose Rock, and the toss went to you.\nThe coin: your sealed text gives 1, Bob’s sealed text gives 1. They are equal, so the earlier seat goes on.',
    ]);
    expect(told(final('rock', 'rock', [ADA, BOB]), ADA)).toEqual(['Both chose Rock: once more.']);
    expect(told(round(1, { [ADA]: 'rock', [BOB]: 'rock' }, [ADA, BOB], [CY]), CY)).toEqual([
      'You did not show your move in time.',
      'Bob had no opponent.',
    ]);
    expect(told(round(2, {}, [], [ADA, BOB]), CY)).toEqual(['Neither showed a move in time.']);
  });

  it('have texts in both languages, with every verb', () => {
    for (const m of [en, zh]) {
      for (const move of MOVES) {
        for (const other of BEATS[move]) {
          expect(m.did[move][other], `${m.title}: ${move} ${other}`).toMatch(/\S/);
          expect(m.verbs[move][other], `${m.title}: ${move} ${other}`).toMatch(/\S/);
        }
      }
    }
    expect(told(round(2, { [ADA]: 'spock', [BOB]: 'rock' }, [ADA]), BOB, zh)).toEqual(['Ada的史波克气化了你的石头。']);
  });
});

it('if all play against all, the winner sees each beaten move, and a loser who won', () => {
  const played = round(1, { [ADA]: 'paper', [BOB]: 'rock', [CY]: 'rock', [DEE]: 'spock' }, [ADA]);
  expect(blowsText(played, ADA, { m: en, me: ADA, nameOf })).toEqual([
    'Your Paper covered Bob and Cy’s Rock.',
    'Your Paper disproved Dee’s Spock.',
  ]);
  expect(blowsText(played, BOB, { m: en, me: BOB, nameOf })).toEqual(['Ada’s Paper covered your Rock.']);
  expect(blowsText(played, ADA, { m: en, me: null, nameOf })[1]).toBe('Ada’s Paper disproved Dee’s Spock.');
});

it('the log has a player’s last round once the state has a later one', () => {
  const first = round(1, { [ADA]: 'rock', [CY]: 'paper' }, [CY, BOB]);
  const game = { players: [], seats: [ADA, BOB, CY], played: [first], fates: new Map(), rounds: 2, isOver: true };
  const history = { entries: [], game, scores: new Map(), since: null };
  const lastRound = { game: 0, number: 2, moves: movesOf({ [BOB]: 'rock', [CY]: 'paper' }) };
  const over = state({ gamesFinished: 1, lastGame: { winner: CY, pot: 30n, rounds: 2 }, lastRound });
  expect(lastPlayedBy(ADA, over, history)).toBe(first);
  expect(lastPlayedBy(BOB, over, history)?.number).toBe(2);
  expect(lastPlayedBy(DEE, over, history)).toBeNull();
  // A running game is another one.
  expect(lastPlayedBy(ADA, state({ stage: 'inProgress', round: 1 }), history)).toBeNull();
  expect(clashOf({ one: { id: ADA, move: 'rock', goesOn: true, seat: 0, bit: null }, other: null }).kind).toBe('bye');
});
