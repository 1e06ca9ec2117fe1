import type { ActorId } from '../src/lib/hex';
import type { GameConfig } from '../src/rpsls/config';
import type { History } from '../src/rpsls/history';
import type { Move } from '../src/rpsls/moves';
import { CLASSIC } from '../src/rpsls/rules';
import type { TakenSeat } from '../src/rpsls/seats';
import type { GameState } from '../src/rpsls/state';

export const CONFIG: GameConfig = {
  betSize: 10n,
  seats: 5,
  entryTimeout: 60_000,
  moveTimeout: 60_000,
  revealTimeout: 60_000,
};

/** What a visitor knows who has seen nothing of a table. */
export const UNSEEN: History = { entries: [], game: null, scores: new Map(), since: null };

export const TAKEN: TakenSeat = {
  genesis: `0x${'01'.repeat(32)}`,
  program: `0x${'02'.repeat(32)}`,
  account: `0x${'03'.repeat(32)}`,
  game: 4,
  seen: null,
  block: 0,
  round: 0,
  bet: '10',
  before: '',
  messages: 0,
  hasAlarm: false,
  isOver: false,
};

/** The moves of these players, in this order. */
export function movesOf<M extends Move | null>(moves: Record<ActorId, M>): Map<ActorId, M> {
  return new Map(Object.entries(moves) as [ActorId, M][]);
}

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
