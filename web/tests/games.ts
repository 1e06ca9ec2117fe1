import type { GameConfig } from '../src/rpsls/config';
import { CLASSIC } from '../src/rpsls/rules';
import type { GameState } from '../src/rpsls/state';

export const CONFIG: GameConfig = {
  betSize: 10n,
  seats: 5,
  entryTimeout: 60_000,
  moveTimeout: 60_000,
  revealTimeout: 60_000,
};

/** A table with default fields except for these. */
export function state(some: Partial<GameState>): GameState {
  return {
    config: CONFIG,
    stage: 'preparation',
    stageStarted: 0,
    deadline: 60_000,
    round: 0,
    players: [],
    owner: '0xaa',
    pot: 0n,
    nextConfig: null,
    commitments: new Map(),
    revealed: new Map(),
    gamesFinished: 0,
    lastGame: null,
    rules: CLASSIC,
    nextRules: null,
    delegates: new Map(),
    isStopScheduled: false,
    lastRound: null,
    ...some,
  };
}
