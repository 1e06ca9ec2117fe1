import type { ActorId, Hex } from '../lib/hex';
import { fields, integer, list, text, variant, type Json } from '../chain/metadata';
import type * as wire from '../generated/rpsls';
import { MOST_PROMISED, type GameConfig } from './config';
import { MOVES, type Move } from './moves';
import { rulesOf, type GameRules } from './rules';
import type { Secret } from './secrets';

export type Stage = 'preparation' | 'inProgress' | 'reveal';

export type PlayerStatus = 'notRegistered' | 'registered' | 'toMove' | 'moved' | 'toReveal' | 'revealed' | 'out';

export interface Player {
  id: ActorId;
  status: PlayerStatus;
}

export interface GameResult {
  winner: ActorId;
  pot: bigint;
  rounds: number;
}

/** A decided round. The state tells it until somebody reveals again. */
export interface DecidedRound {
  /** The number of its game, from 0. */
  game: number;
  /** From 1. */
  number: number;
  /** The players who committed, in order of registration, and their moves if they revealed. */
  moves: ReadonlyMap<ActorId, Move | null>;
}

/** Everything that the program knows, as of a block. */
export interface GameState {
  config: GameConfig;
  stage: Stage;
  /** Block timestamp at which the stage began, ms. */
  stageStarted: number;
  /** The stage is over once the block timestamp is greater, ms. */
  deadline: number;
  /** From 1; 0 in preparation. */
  round: number;
  /** In order of registration. */
  players: Player[];
  owner: ActorId;
  pot: bigint;
  nextConfig: GameConfig | null;
  commitments: Map<ActorId, Hex>;
  revealed: Map<ActorId, Move>;
  /** The number of the running game, from 0. */
  gamesFinished: number;
  lastGame: GameResult | null;
  rules: GameRules;
  nextRules: GameRules | null;
  /** The delegates who may also move and reveal, by player. */
  delegates: Map<ActorId, ActorId>;
  /** Whether the game stops when this round is decided. */
  isStopScheduled: boolean;
  lastRound: DecidedRound | null;
}

/** Whether showing this opening helps nobody: all moves of its round are made, or the round is over. */
export function mayShow({ game, round }: Secret, state: GameState): boolean {
  if (state.gamesFinished !== game) return state.gamesFinished > game;
  return state.round > round || (state.round === round && state.stage === 'reveal');
}

/** Reads the answer to the query for everything. */
export function stateOf(reply: Json): GameState {
  const [name, content] = variant(reply);
  if (name !== 'all') throw new Error('the table answered a question that was not asked');
  const state = fields<wire.GameState>(content);
  const { nextConfig, lastGame, nextRules, lastRound } = state;
  return {
    config: configOf(state.config),
    stage: variant(state.gameStage)[0] as Stage,
    stageStarted: Number(integer(state.currentStageTimestamp)),
    deadline: Number(integer(state.deadline)),
    round: Number(integer(state.round)),
    players: list(state.players).map((entry) => {
      const [id, status] = pair(entry);
      return { id: text(id) as ActorId, status: variant(status)[0] as PlayerStatus };
    }),
    owner: text(state.owner) as ActorId,
    pot: integer(state.pot),
    nextConfig: nextConfig === null ? null : configOf(nextConfig),
    commitments: new Map(list(state.commitments).map((entry) => pair(entry).map(text) as [ActorId, Hex])),
    revealed: new Map(
      list(state.revealedMoves).map((entry) => {
        const [id, move] = pair(entry);
        return [text(id) as ActorId, moveOf(move)];
      }),
    ),
    gamesFinished: Number(integer(state.gamesFinished)),
    lastGame: lastGame === null ? null : resultOf(lastGame),
    rules: rulesOf(state.rules),
    nextRules: nextRules === null ? null : rulesOf(nextRules),
    delegates: new Map(list(state.delegates).map((entry) => pair(entry).map(text) as [ActorId, ActorId])),
    isStopScheduled: state.stopScheduled === true,
    lastRound: lastRound === null ? null : roundOf(lastRound),
  };
}

/** The same for a program that may answer anything. Null if the page can't understand it. */
export function stateIn(reply: Json | null): GameState | null {
  try {
    return reply === null ? null : stateOf(reply);
  } catch (error) {
    console.info("A table's state can't be understood:", error);
    return null;
  }
}

/** The time, ms, from which anybody may close a game whose players are silent. Null if there is none. */
export function closableFromOf(reply: Json): number | null {
  const [name, from] = variant(reply);
  if (name !== 'closableFrom') throw new Error('the table answered a question that was not asked');
  return from === null ? null : Number(integer(from));
}

/** The same for a program that may answer anything. */
export function closableFromIn(reply: Json | null): number | null {
  try {
    return reply === null ? null : closableFromOf(reply);
  } catch (error) {
    console.info("How long a player waits can't be understood:", error);
    return null;
  }
}

export function configOf(json: Json | undefined): GameConfig {
  const config = fields<wire.GameConfig>(json);
  return {
    betSize: integer(config.betSize),
    seats: Number(integer(config.playersCountLimit)),
    entryTimeout: Number(integer(config.entryTimeout)),
    moveTimeout: Number(integer(config.moveTimeout)),
    revealTimeout: Number(integer(config.revealTimeout)),
  };
}

function resultOf(json: Json): GameResult {
  const result = fields<wire.GameResult>(json);
  return {
    winner: text(result.winner) as ActorId,
    pot: integer(result.pot),
    rounds: Number(integer(result.rounds)),
  };
}

function roundOf(json: Json): DecidedRound {
  const round = fields<wire.RoundResult>(json);
  return {
    game: Number(integer(round.game)),
    number: Number(integer(round.round)),
    moves: new Map(
      list(round.moves).map((entry) => {
        const [id, move] = pair(entry);
        return [text(id) as ActorId, move === null ? null : moveOf(move)];
      }),
    ),
  };
}

function moveOf(json: Json): Move {
  const name = variant(json)[0];
  const move = MOVES.find((known) => known === name);
  if (!move) throw new Error(`the unknown move ${name}`);
  return move;
}

function pair(json: Json): [Json, Json] {
  const [first, second] = list(json);
  return [first ?? null, second ?? null];
}

export function statusOf(state: GameState, account: ActorId | null): PlayerStatus {
  return state.players.find(({ id }) => id === account)?.status ?? 'notRegistered';
}

/** Whether the player has a seat, and no move for the round that runs or comes. */
export function isUncommitted(state: GameState, account: ActorId): boolean {
  const status = statusOf(state, account);
  return status === 'toMove' || (status === 'registered' && !state.commitments.has(account));
}

/** Whether the player has committed to a move and not revealed it. */
export function isUnrevealed(state: GameState, account: ActorId): boolean {
  const status = statusOf(state, account);
  return status === 'moved' || status === 'toReveal' || (status === 'registered' && state.commitments.has(account));
}

/** What a player holds: nothing yet, a hidden move, or a revealed one. */
export type Held = Move | 'none' | 'held';

export function heldBy(state: GameState, { id, status }: Player): Held {
  return state.revealed.get(id) ?? (status === 'toMove' ? 'none' : 'held');
}

/**
 * The latest time, ms, at which a player of the next game has to be back. No stage of any round
 * ends before registration would have ended, or before a player who has waited alone for longer had
 * as long again, plus the stage's own time. Null if nobody has a seat: then registration is extended.
 */
export function actBy({ stage, players, deadline, config }: GameState, waited: Waited | null = null): number | null {
  if (stage !== 'preparation' || players.length === 0) return null;
  const promised = waited ? waited.now + Math.min(waited.time, MOST_PROMISED) : 0;
  return Math.max(deadline, promised) + Math.min(config.moveTimeout, config.revealTimeout);
}

/** How long, ms, a player has waited alone, as of now. */
export interface Waited {
  time: number;
  now: number;
}

/**
 * Until when, ms, a stage lasts that is longer than its timeout, because its players were told when to be back. Null if
 * the timeout alone counts.
 */
export function promisedUntil({ stage, stageStarted, deadline, config }: GameState): number | null {
  const usual = stage === 'reveal' ? config.revealTimeout : config.moveTimeout;
  return stage !== 'preparation' && deadline > stageStarted + usual ? deadline : null;
}

/** Whether the player has a seat, and can still win. */
export function isIn(state: GameState, account: ActorId): boolean {
  return !['notRegistered', 'out'].includes(statusOf(state, account));
}

/** The players who can still win. */
export function stillIn(state: GameState): Player[] {
  return state.players.filter(({ status }) => status !== 'out');
}

/** Whether only two can still win. */
export function isDuel(state: GameState): boolean {
  return stillIn(state).length === 2;
}
