import type { ActorId, Hex } from '../lib/hex';
import { integer, noOther, variantOf, type Json } from '../chain/metadata';
import type * as wire from '../generated/rpsls';
import type { ConfigProblem } from './config';

/** A change that the clock brought about, and not anybody's action. */
export type StageChange =
  | { kind: 'extended' }
  | { kind: 'movesStarted' | 'revealsStarted' | 'nextRoundStarted'; players: ActorId[] }
  /** A full bracket has no place for these players. Each is also told by a payout of the bet. */
  | { kind: 'sentAway'; players: ActorId[] }
  | { kind: 'gameOver'; winner: ActorId };

export type GameEvent =
  | { kind: 'playerRegistered' | 'gameConfigChanged' | 'playerLeft' | 'gameRulesChanged' | 'stopScheduled' }
  | { kind: 'successfulMove'; player: ActorId }
  | { kind: 'successfulReveal'; result: RevealResult }
  | { kind: 'gameWasStopped' | 'sharesPaid'; players: ActorId[] }
  | { kind: 'stageAdvanced'; change: StageChange };

export type RevealResult =
  { kind: 'continue' } | { kind: 'nextRoundStarted'; players: ActorId[] } | { kind: 'gameOver'; winner: ActorId };

/** Refusals without content. */
type PlainError = {
  [Kind in keyof wire.GameError]: wire.GameError[Kind] extends null ? Kind : never;
}[keyof wire.GameError];

export type GameError =
  | { kind: PlainError }
  | { kind: 'betTooSmall'; betSize: bigint; attached: bigint }
  | { kind: 'lobbyFull'; seats: number }
  | { kind: 'sharesDue'; players: number }
  | { kind: 'badConfig'; problem: ConfigProblem }
  | { kind: 'stageNotOver'; deadline: number }
  | { kind: 'otherGame'; game: number };

export type Action =
  | {
      kind: 'register' | 'leave' | 'advance' | 'stopGame' | 'changeNextGameConfig' | 'changeNextGameRules';
    }
  | { kind: 'join'; delegate: ActorId | null }
  | { kind: 'makeMove' | 'commit'; commitment: Hex }
  | { kind: 'reveal' | 'revealAndCommit'; opening: string }
  | { kind: 'commitFor'; player: ActorId; commitment: Hex }
  | { kind: 'revealFor'; player: ActorId; opening: string };

export function eventOf(json: Json): GameEvent {
  const [kind, content] = variantOf<wire.Event>(json);
  switch (kind) {
    case 'playerRegistered':
    case 'gameConfigChanged':
    case 'playerLeft':
    case 'gameRulesChanged':
    case 'stopScheduled':
      return { kind };
    case 'successfulMove':
      return { kind, player: content };
    case 'successfulReveal':
      return { kind, result: revealOf(content) };
    case 'gameWasStopped':
    case 'sharesPaid':
      return { kind, players: content };
    case 'sentAway':
      return { kind: 'stageAdvanced', change: { kind, players: content } };
    case 'stageAdvanced':
      return { kind, change: changeOf(content) };
    default:
      return noOther(kind);
  }
}

function revealOf(json: unknown): RevealResult {
  const [kind, content] = variantOf<wire.RevealResult>(json);
  switch (kind) {
    case 'continue':
      return { kind };
    case 'nextRoundStarted':
    case 'gameOver':
      return { kind, ...content } as RevealResult;
    default:
      return noOther(kind);
  }
}

function changeOf(json: unknown): StageChange {
  const [kind, content] = variantOf<wire.StageChange>(json);
  switch (kind) {
    case 'extended':
      return { kind };
    case 'movesStarted':
    case 'revealsStarted':
    case 'nextRoundStarted':
      return { kind, players: content.players };
    case 'gameOver':
      return { kind, winner: content.winner };
    default:
      return noOther(kind);
  }
}

/** Whether the event tells a player that they are sent away. */
export function isSentAway(event: GameEvent): boolean {
  return event.kind === 'stageAdvanced' && event.change.kind === 'sentAway';
}

export function errorOf(json: Json): GameError {
  const [kind, content] = variantOf<wire.GameError>(json);
  switch (kind) {
    case 'betTooSmall':
      return { kind, betSize: integer(content.betSize), attached: integer(content.attached) };
    case 'lobbyFull':
      return { kind, seats: Number(integer(content.playersCountLimit)) };
    case 'sharesDue':
      return { kind, players: Number(integer(content.players)) };
    case 'badConfig':
      return { kind, problem: variantOf<wire.ConfigError>(content)[0] };
    case 'stageNotOver':
      return { kind, deadline: Number(integer(content.deadline)) };
    case 'otherGame':
      return { kind, game: Number(integer(content.game)) };
    default:
      return { kind };
  }
}

export function actionOf(json: Json): Action {
  const [kind, content] = variantOf<wire.Action>(json);
  switch (kind) {
    case 'makeMove':
    case 'commit':
      return { kind, commitment: content };
    case 'reveal':
      return { kind, opening: content };
    case 'revealAndCommit':
      return { kind, opening: content.opening };
    case 'commitFor':
      return { kind, player: content.player, commitment: content.hash };
    case 'revealFor':
      return { kind, player: content.player, opening: content.opening };
    case 'join':
      return { kind, delegate: content.delegate };
    case 'register':
    case 'leave':
    case 'advance':
    case 'stopGame':
    case 'changeNextGameConfig':
    case 'changeNextGameRules':
      return { kind };
    default:
      return noOther(kind);
  }
}
