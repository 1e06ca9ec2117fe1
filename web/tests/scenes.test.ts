import { describe, expect, it } from 'vitest';
import type { ActorId } from '../src/lib/hex';
import type { Move } from '../src/rpsls/moves';
import type { GameState } from '../src/rpsls/state';
import { scenesFrom, withNews, type Known, type Scenes } from '../src/table/result/scenes';
import { movesOf, state, UNSEEN } from './games';

const [ADA, BOB, CY, DEE] = ['0xada', '0xb0b', '0xc1', '0xde'] as const;
const RULES = { format: 'knockout', startWhenFull: true } as const;

function known(some: Partial<GameState>): Known {
  return { state: state({ rules: RULES, ...some }), history: UNSEEN };
}

function players(out: readonly ActorId[] = []): GameState['players'] {
  return [ADA, BOB, CY, DEE].map((id) => ({ id, status: out.includes(id) ? 'out' : 'toMove' }));
}

function decided(number: number, moves: Record<ActorId, Move>): GameState['lastRound'] {
  return { game: 0, number, moves: movesOf(moves) };
}

const revealing = known({ stage: 'reveal', round: 1, players: players() });
const ROUND_1: Record<ActorId, Move> = { [ADA]: 'rock', [CY]: 'paper', [BOB]: 'spock', [DEE]: 'rock' };
const second = known({ stage: 'inProgress', round: 2, players: players([ADA, DEE]), lastRound: decided(1, ROUND_1) });
const over = known({
  gamesFinished: 1,
  lastGame: { winner: CY, pot: 40n, rounds: 2 },
  lastRound: decided(2, { [BOB]: 'rock', [CY]: 'paper' }),
});

function play(me: ActorId | null, ...news: Known[]): Scenes {
  return news.reduce((scenes, now) => withNews(scenes, now, me, () => true), scenesFrom(revealing));
}

describe('the scenes of rounds', () => {
  it('wait for each other, and each begins before its end is known', () => {
    const { queue } = play(null, second, over);
    expect(queue.map(({ round }) => round.number)).toEqual([1, 2]);
    expect(queue.map(({ before }) => before)).toEqual([revealing, second]);
    expect(queue.map(({ seats }) => seats)).toEqual([
      [ADA, BOB, CY, DEE],
      [ADA, BOB, CY, DEE],
    ]);
  });

  it('are shown once, and not if they were decided before the visitor came', () => {
    expect(play(null, second, { ...second }).queue).toHaveLength(1);
    expect(withNews(scenesFrom(second), { ...second }, null, () => true).queue).toHaveLength(0);
    expect(withNews(scenesFrom(revealing), second, null, () => false).queue).toHaveLength(0);
  });

  it('of other players do not come between a lost round and its result', () => {
    expect(play(ADA, second, over).queue.map(({ round }) => round.number)).toEqual([1]);
    expect(play(BOB, second, over).queue.map(({ round }) => round.number)).toEqual([1, 2]);
    // Later there is nothing that they would interrupt.
    const later = { ...play(ADA, second), queue: [] };
    expect(withNews(later, over, ADA, () => true).queue).toHaveLength(1);
  });
});
