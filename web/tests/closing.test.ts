import { describe, expect, it } from 'vitest';
import { closingOf } from '../src/tictactoe/closing';
import type { Game, GameStage } from '../src/tictactoe/state';

const [HOST, CHALLENGER, OTHER] = ['0x01', '0x02', '0x03'] as const;

function game(stage: GameStage, closeAskedBy: Game['closeAskedBy'] = null): Game {
  return {
    id: { host: HOST, challenger: CHALLENGER, place: 0 },
    referee: OTHER,
    stake: 5n,
    pot: 10n,
    stage,
    cells: [],
    restartAskedBy: null,
    closeAskedBy,
    expires: 0,
  };
}

describe('closing a game', () => {
  it('has another meaning in each stage', () => {
    expect(closingOf(game({ kind: 'invited' }), HOST, false)).toBe('withdraw');
    expect(closingOf(game({ kind: 'invited' }), CHALLENGER, false)).toBe('decline');
    expect(closingOf(game({ kind: 'finished', outcome: 'draw' }), CHALLENGER, false)).toBe('putAway');
    const absent = game({ kind: 'toMove', player: CHALLENGER, deadline: null });
    expect(closingOf(absent, HOST, false)).toBe('annul');
    expect(closingOf(absent, CHALLENGER, false)).toBe('offer');
  });

  it('needs both players during a game', () => {
    const stage: GameStage = { kind: 'toMove', player: HOST, deadline: 9 };
    expect(closingOf(game(stage), CHALLENGER, false)).toBe('offer');
    expect(closingOf(game(stage, HOST), HOST, false)).toBeNull();
    expect(closingOf(game(stage, HOST), CHALLENGER, false)).toBe('agree');
  });

  it('is possible for anybody once the game has expired', () => {
    const stage: GameStage = { kind: 'toMove', player: HOST, deadline: 9 };
    for (const account of [HOST, CHALLENGER, OTHER])
      expect(closingOf(game(stage, HOST), account, true)).toBe('expired');
    expect(closingOf(game({ kind: 'invited' }), HOST, true)).toBe('withdraw');
    expect(closingOf(game({ kind: 'invited' }), OTHER, true)).toBe('expired');
    expect(closingOf(game({ kind: 'finished', outcome: 'draw' }), OTHER, true)).toBe('expired');
  });

  it('is not possible for a spectator before that', () => {
    expect(closingOf(game({ kind: 'invited' }), OTHER, false)).toBeNull();
  });
});
