import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ActorId } from '../src/lib/hex';
import type { History } from '../src/rpsls/history';
import { bracketOf, roundsOf, type Bracket } from '../src/rpsls/knockout';
import type { Move } from '../src/rpsls/moves';
import type { GameState, PlayerStatus } from '../src/rpsls/state';
import type { GameStory, PlayedRound } from '../src/rpsls/story';
import { movesOf, state } from './games';

const id = (seat: number): ActorId => `0x${String(seat).padStart(4, '0')}`;

/** A knockout of this many players in this round. These are out. */
function table(players: number, round: number, out: number[] = [], some: Partial<GameState> = {}): GameState {
  return state({
    rules: { format: 'knockout', startWhenFull: true },
    stage: 'inProgress',
    round,
    players: Array.from({ length: players }, (_, seat) => {
      const status: PlayerStatus = out.includes(seat) ? 'out' : 'toMove';
      return { id: id(seat), status };
    }),
    ...some,
  });
}

function history(game: Partial<GameStory> | null): History {
  const whole = game && { players: [], seats: [], played: [], fates: new Map(), rounds: 1, isOver: false, ...game };
  return { entries: [], game: whole, scores: new Map(), since: null };
}

function played(number: number, moves: Record<number, Move>, survivors: number[]): PlayedRound {
  const reveals = new Map<ActorId, Move>(Object.entries(moves).map(([seat, move]) => [id(Number(seat)), move]));
  return { number, reveals, survivors: survivors.map(id) };
}

function drawn(state: GameState, game: Partial<GameStory> | null = null): Bracket {
  const bracket = bracketOf(state, history(game));
  if (!bracket) throw new Error('no bracket');
  return bracket;
}

/** The seats that meet, round by round. Seats that are not decided yet are in brackets. */
function meetings({ rounds }: Bracket): string[][] {
  const seatOf = (player: ActorId): number => Number(player.slice(2));
  return rounds.map((matches) =>
    matches.map(({ entrants }) =>
      entrants.map(({ id, among }) => (id ? String(seatOf(id)) : `(${among.map(seatOf).join('|')})`)).join('-'),
    ),
  );
}

describe('a bracket', () => {
  it('has the fewest rounds that leave one player', () => {
    expect([2, 3, 4, 5, 8, 9, 128, 129, 255].map(roundsOf)).toEqual([1, 2, 2, 3, 3, 4, 7, 8, 8]);
  });

  it('pairs five players as the protocol says', () => {
    const page = readFileSync(new URL('../../docs/protocol.md', import.meta.url), 'utf8');
    expect(page).toContain('| 1 | 4 | seats 0 and 4 | 1, 2, 3 |');
    expect(page).toContain('| 2 | 2 | 1 and 3; 2 and whoever is left of 0 and 4 | |');
    expect(meetings(drawn(table(5, 1)))).toEqual([['0-4', '2', '1', '3'], ['(0|4)-(2)', '(1)-(3)'], ['(0|2|4)-(1|3)']]);
  });

  it('gives nobody two rivals at once, for any number of players', () => {
    for (let players = 2; players <= 255; players += 1) {
      const { rounds } = drawn(table(players, 1));
      const [first = []] = rounds;
      const met = first.flatMap(({ entrants }) => entrants.map((entrant) => entrant.id));
      expect(new Set(met).size, `${players}`).toBe(players);
      expect(first.every(({ entrants }) => entrants.length === 1 || entrants.length === 2)).toBe(true);
      expect(rounds.at(-1)).toHaveLength(1);
      // Matches whose winners meet stand next to each other.
      rounds.slice(1).forEach((matches, index) =>
        matches.forEach(({ remainder }, at) => {
          const before = rounds[index] ?? [];
          const from = [before[2 * at], before[2 * at + 1]].map((match) => (match?.remainder ?? -1) % matches.length);
          expect(from).toEqual([remainder, remainder]);
        }),
      );
    }
  });

  it('shows opened moves, and who goes on by them', () => {
    const revealed = movesOf({ [id(0)]: 'rock', [id(2)]: 'paper', [id(1)]: 'rock' });
    const bracket = drawn(table(4, 1, [], { stage: 'reveal', revealed }));
    const { rounds } = bracket;
    // A beaten player goes no further, even before the round is over.
    expect(meetings(bracket)[1]).toEqual(['(2)-(1|3)']);
    expect(rounds[0]?.map(({ entrants }) => entrants.map(({ held, goesOn }) => [held, goesOn]))).toEqual([
      [
        ['rock', false],
        ['paper', true],
      ],
      [
        ['rock', null],
        ['none', null],
      ],
    ]);
  });

  it('removes a player who is late', () => {
    const revealed = movesOf({ [id(1)]: 'rock' });
    const { rounds } = drawn(table(2, 1, [0], { stage: 'reveal', revealed }));
    expect(rounds[0]?.[0]?.entrants.map(({ goesOn }) => goesOn)).toEqual([false, true]);
  });

  it('shows the rounds that are over, with tossed draws and walk-overs', () => {
    const first = played(1, { 0: 'rock', 4: 'rock', 1: 'paper', 2: 'lizard' }, [4, 1, 2]);
    const bracket = drawn(table(5, 2, [0, 3]), { played: [first] });
    expect(meetings(bracket)).toEqual([['0-4', '2', '1', '3'], ['4-2', '1'], ['(2|4)-(1)']]);
    const [zero, , , three] = bracket.rounds[0] ?? [];
    expect(zero?.isTossed).toBe(true);
    expect(zero?.entrants.map(({ held, goesOn }) => [held, goesOn])).toEqual([
      ['rock', false],
      ['rock', true],
    ]);
    expect(three?.entrants).toMatchObject([{ held: null, goesOn: false }]);
    expect(bracket.current).toBe(2);
  });

  it('shows from the state alone who has come how far', () => {
    // Nobody saw the first two rounds. Seats 0 and 3 play the last one.
    const bracket = drawn(table(8, 3, [1, 2, 4, 5, 6, 7]));
    expect(meetings(bracket)).toEqual([['0-4', '2-6', '1-5', '3-7'], ['0-()', '()-3'], ['0-3']]);
    const outcomes = bracket.rounds[0]?.map(({ entrants }) => entrants.map(({ goesOn }) => goesOn));
    expect(outcomes).toEqual([
      [true, false],
      [null, null],
      [null, null],
      [true, false],
    ]);
  });

  it('shows from the state the round that was played last', () => {
    const moves = movesOf({ [id(0)]: 'rock', [id(1)]: 'rock', [id(2)]: 'scissors', [id(3)]: 'scissors' });
    const some = { lastRound: { game: 0, number: 1, moves } };
    const { rounds } = drawn(table(4, 2, [2, 3], some));
    const held = rounds[0]?.map(({ entrants }) => entrants.map((entrant) => [entrant.held, entrant.goesOn]));
    const pair = [
      ['rock', true],
      ['scissors', false],
    ];
    expect(held).toEqual([pair, pair]);
    // During reveals, a player may already have been late in the next round.
    expect(drawn(table(4, 2, [2, 3], { ...some, stage: 'reveal' })).rounds[0]?.[0]?.entrants[0]?.held).toBeNull();
  });

  it('ends a duel with its only round, by a toss if it is a draw', () => {
    const over = drawn(table(0, 0, [], { stage: 'preparation' }), {
      seats: [id(0), id(1)],
      played: [played(1, { 0: 'rock', 1: 'rock' }, [1])],
      fates: new Map([[id(1), { kind: 'won' }]]),
      isOver: true,
    });
    expect(over.winner).toBe(id(1));
    expect(over.rounds).toHaveLength(1);
    expect(over.rounds[0]?.[0]).toMatchObject({
      isTossed: true,
      entrants: [
        { held: 'rock', goesOn: false },
        { held: 'rock', goesOn: true },
      ],
    });
  });

  it('leads a player without rivals through the remaining rounds', () => {
    const over = drawn(table(0, 0, [], { stage: 'preparation' }), {
      seats: [0, 1, 2, 3].map(id),
      played: [played(1, {}, [2])],
      fates: new Map([[id(2), { kind: 'won' }]]),
      isOver: true,
    });
    expect(meetings(over)).toEqual([['0-2', '1-3'], ['2']]);
    expect(over.rounds[1]?.[0]?.entrants[0]?.goesOn).toBe(true);
  });

  it('does not exist if all play against all, nobody plays yet, or the last game differs', () => {
    const replay = state({ stage: 'inProgress', round: 1 });
    expect(bracketOf(replay, history(null))).toBeNull();
    const lobby = table(3, 0, [], { stage: 'preparation' });
    expect(bracketOf(lobby, history(null))).toBeNull();
    const fates = new Map([[id(0), { kind: 'won' as const }]]);
    const byPoints = [played(1, {}, [0, 2]), played(2, {}, [0])];
    expect(
      bracketOf(lobby, history({ seats: [0, 1, 2, 3].map(id), played: byPoints, fates, isOver: true })),
    ).toBeNull();
    // One player was not seen taking a seat.
    expect(bracketOf(lobby, history({ seats: [], played: [played(1, {}, [0])], fates, isOver: true }))).toBeNull();
  });
});
