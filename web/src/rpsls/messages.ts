import type { ActorId, Hex } from '../chain/hex';
import { fields, integer, list, text, variant, type Json } from '../chain/metadata';
import type { ConfigProblem } from './config';

/** What the clock, and nobody's action, brought about. */
export type StageChange =
  | { kind: 'extended' }
  | { kind: 'movesStarted' | 'revealsStarted' | 'nextRoundStarted'; players: ActorId[] }
  /** A full bracket has no place for these: each is told so by a payout, too, of the bet. */
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

export type GameError =
  | {
      kind:
        | 'gameUnderWay'
        | 'alreadyRegistered'
        | 'notRegistered'
        | 'notMoveStage'
        | 'notRevealStage'
        | 'notInRound'
        | 'alreadyMoved'
        | 'commitmentTaken'
        | 'alreadyRevealed'
        | 'openingMismatch'
        | 'invalidMove'
        | 'notOwner'
        | 'badDelegate'
        | 'notDelegate'
        | 'playerNotNamed';
    }
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
  const [kind, content] = variant(json);
  switch (kind) {
    case 'playerRegistered':
    case 'gameConfigChanged':
    case 'playerLeft':
    case 'gameRulesChanged':
    case 'stopScheduled':
      return { kind };
    case 'successfulMove':
      return { kind, player: text(content) as ActorId };
    case 'successfulReveal':
      return { kind, result: changeOf(content) as RevealResult };
    case 'gameWasStopped':
    case 'sharesPaid':
      return { kind, players: ids(content) };
    case 'sentAway':
      return { kind: 'stageAdvanced', change: { kind, players: ids(content) } };
    case 'stageAdvanced':
      return { kind, change: changeOf(content) as StageChange };
    default:
      throw new Error(`the unknown event ${kind}`);
  }
}

function changeOf(json: Json): StageChange | RevealResult {
  const [kind, content] = variant(json);
  switch (kind) {
    case 'continue':
    case 'extended':
      return { kind };
    case 'movesStarted':
    case 'revealsStarted':
    case 'nextRoundStarted':
      return { kind, players: ids(fields(content)['players']) };
    case 'gameOver':
      return { kind, winner: text(fields(content)['winner']) as ActorId };
    default:
      throw new Error(`the unknown change ${kind}`);
  }
}

/** Whether whoever is told this is sent away. */
export function isSentAway(event: GameEvent): boolean {
  return event.kind === 'stageAdvanced' && event.change.kind === 'sentAway';
}

export function errorOf(json: Json): GameError {
  const [kind, content] = variant(json);
  switch (kind) {
    case 'betTooSmall': {
      const { betSize, attached } = fields(content);
      return { kind, betSize: integer(betSize), attached: integer(attached) };
    }
    case 'lobbyFull':
      return { kind, seats: Number(integer(fields(content)['playersCountLimit'])) };
    case 'sharesDue':
      return { kind, players: Number(integer(fields(content)['players'])) };
    case 'badConfig':
      return { kind, problem: variant(content)[0] as ConfigProblem };
    case 'stageNotOver':
      return { kind, deadline: Number(integer(fields(content)['deadline'])) };
    case 'otherGame':
      return { kind, game: Number(integer(fields(content)['game'])) };
    default:
      return { kind } as GameError;
  }
}

export function actionOf(json: Json): Action {
  const [kind, content] = variant(json);
  switch (kind) {
    case 'makeMove':
    case 'commit':
      return { kind, commitment: text(content) as Hex };
    case 'reveal':
      return { kind, opening: text(content) };
    case 'revealAndCommit':
      return { kind, opening: text(fields(content)['opening']) };
    case 'commitFor': {
      const { player, hash } = fields(content);
      return { kind, player: text(player) as ActorId, commitment: text(hash) as Hex };
    }
    case 'revealFor': {
      const { player, opening } = fields(content);
      return { kind, player: text(player) as ActorId, opening: text(opening) };
    }
    case 'join': {
      const delegate = fields(content)['delegate'] ?? null;
      return { kind, delegate: delegate === null ? null : (text(delegate) as ActorId) };
    }
    case 'register':
    case 'leave':
    case 'advance':
    case 'stopGame':
    case 'changeNextGameConfig':
    case 'changeNextGameRules':
      return { kind };
    default:
      throw new Error(`the unknown action ${kind}`);
  }
}

function ids(json: Json | undefined): ActorId[] {
  return list(json).map((id) => text(id) as ActorId);
}
