import { describe, expect, it } from 'vitest';
import type { ActorId, Hex } from '../src/lib/hex';
import type { GameState, PlayerStatus } from '../src/rpsls/state';
import { Storyteller } from '../src/rpsls/story';
import type { History } from '../src/rpsls/history';
import { resultOf } from '../src/rpsls/result';
import { scenesFrom, withNews } from '../src/table/result/scenes';
import { scoreOf, showdownOf, type Showdown } from '../src/table/result/showdown';
import { CONFIG, movesOf, state, UNSEEN } from './games';

const [ADA, BOB, CY, DEE] = ['0xada', '0xb0b', '0xc1', '0xde'] as const;
const RULES = { format: 'knockout', startWhenFull: true } as const;
const DUEL = { ...CONFIG, seats: 2 };

function players(of: Record<ActorId, PlayerStatus>): GameState['players'] {
  return Object.entries(of).map(([id, status]) => ({ id: id as ActorId, status }));
}

function table(some: Partial<GameState>): GameState {
  return state({ rules: RULES, config: DUEL, ...some });
}

function seen(table: GameState, me: ActorId | null, history = UNSEEN): Showdown | null {
  return showdownOf({ state: table, history, me, scene: null, result: null });
}

const sealed = (...ids: ActorId[]): Map<ActorId, Hex> => new Map(ids.map((id) => [id, '0x00']));
const alone = table({ players: players({ [ADA]: 'registered' }), commitments: sealed(ADA) });
const showing = table({ stage: 'reveal', round: 1, players: players({ [ADA]: 'toReveal', [BOB]: 'toReveal' }) });
const half = table({
  ...showing,
  players: players({ [ADA]: 'toReveal', [BOB]: 'revealed' }),
  revealed: movesOf({ [BOB]: 'rock' }),
});
const over = table({
  gamesFinished: 1,
  lastGame: { winner: ADA, pot: 20n, rounds: 1 },
  lastRound: { game: 0, number: 1, moves: movesOf({ [ADA]: 'paper', [BOB]: 'rock' }) },
});

describe('the cards of two who meet', () => {
  it('lie from the sealed move on, beside an empty place', () => {
    expect(seen(alone, ADA)).toMatchObject({
      one: { id: ADA, held: 'held' },
      other: { id: null, held: 'none' },
      pairing: null,
    });
    const unsealed = table({
      players: players({ [ADA]: 'registered', [BOB]: 'registered' }),
      commitments: sealed(ADA),
    });
    expect(seen(unsealed, ADA)?.other).toEqual({ id: BOB, held: 'none' });
    // Whoever has yet to choose needs the room for it.
    expect(seen(unsealed, BOB)).toBeNull();
    expect(
      seen(table({ ...showing, stage: 'inProgress', players: players({ [ADA]: 'toMove', [BOB]: 'moved' }) }), ADA),
    ).toBeNull();
    expect(seen(unsealed, null)).toBeNull();
  });

  it('keep their places until the result, and turn as they are shown', () => {
    const keys = new Set([alone, showing, half].map((table) => seen(table, ADA)?.key));
    expect(seen(half, ADA)).toMatchObject({ one: { id: ADA, held: 'held' }, other: { id: BOB, held: 'rock' } });
    // Whoever looks is on the left; others see the seats in their order.
    expect(seen(half, BOB)?.one).toEqual({ id: BOB, held: 'rock' });
    expect(seen(half, null)?.one).toEqual({ id: ADA, held: 'held' });
    const scenes = withNews(
      scenesFrom({ state: half, history: UNSEEN }),
      { state: over, history: UNSEEN },
      ADA,
      () => true,
    );
    const scene = scenes.queue[0] ?? null;
    const inScene = showdownOf({ state: over, history: UNSEEN, me: ADA, scene, result: null });
    const result = resultOf(over, UNSEEN, ADA);
    const atEnd = showdownOf({ state: over, history: UNSEEN, me: ADA, scene: null, result });
    for (const met of [inScene, atEnd]) {
      expect(met).toMatchObject({ one: { id: ADA, held: 'paper' }, other: { id: BOB, held: 'rock' } });
      expect(met?.pairing).not.toBeNull();
      keys.add(met?.key);
    }
    expect([...keys]).toEqual(['0/1']);
  });

  it('are those of the own pair in a knockout', () => {
    const four = table({
      stage: 'inProgress',
      round: 1,
      config: { ...CONFIG, seats: 4 },
      players: players({ [ADA]: 'moved', [BOB]: 'moved', [CY]: 'toMove', [DEE]: 'moved' }),
    });
    expect(seen(four, ADA)?.other).toEqual({ id: CY, held: 'none' });
    expect(seen(four, CY)).toBeNull();
    expect(seen(four, null)).toBeNull();
    const waiting = table({ config: { ...CONFIG, seats: 4 }, players: alone.players, commitments: sealed(ADA) });
    expect(seen(waiting, ADA)?.other).toEqual({ id: null, held: 'none' });
    // All against all has no pairs.
    expect(seen(table({ ...four, rules: { ...RULES, format: 'points' } }), ADA)).toBeNull();
  });

  it('lie as they lay if one of the two never chose', () => {
    const story = new Storyteller();
    story.changed({ kind: 'movesStarted', players: [ADA, BOB] });
    story.changed({ kind: 'gameOver', winner: ADA });
    const history: History = { entries: [], game: story.game, scores: story.scores, since: null };
    const ended = table({ gamesFinished: 1, lastGame: { winner: ADA, pot: 20n, rounds: 1 } });
    const result = resultOf(ended, history, ADA);
    expect(result?.kind).toBe('won');
    expect(showdownOf({ state: ended, history, me: ADA, scene: null, result })).toMatchObject({
      one: { id: ADA, held: 'held' },
      other: { id: BOB, held: 'none' },
      pairing: null,
    });
  });

  it('count the games between the two, if those were all', () => {
    const met = seen(showing, ADA);
    const scores = (...entries: [ActorId, number, number][]): History => {
      return { ...UNSEEN, scores: new Map(entries.map(([id, won, played]) => [id, { won, played }])) };
    };
    expect(met && scoreOf(met, scores([ADA, 2, 3], [BOB, 1, 3]))).toEqual([2, 1]);
    expect(met && scoreOf(met, scores([ADA, 2, 4], [BOB, 1, 3]))).toBeNull();
    expect(met && scoreOf(met, UNSEEN)).toBeNull();
  });
});
