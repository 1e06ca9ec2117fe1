import type { ActorId, Hex } from '../lib/hex';
import type { Integer } from '../chain/metadata';

/** The index of the reply to each query, by the query's index. */
export const ANSWERS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

export interface TableInit {
  config: GameConfig;
  rules: GameRules;
  owner: ActorId | null;
}

export interface GameConfig {
  betSize: Integer;
  playersCountLimit: Integer;
  entryTimeout: Integer;
  moveTimeout: Integer;
  revealTimeout: Integer;
}

export interface GameRules {
  format: Format;
  startWhenFull: boolean;
}

export interface Format {
  replay: null;
  points: null;
  knockout: null;
}

export interface Action {
  register: null;
  makeMove: Hex;
  reveal: string;
  changeNextGameConfig: GameConfig;
  stopGame: null;
  advance: null;
  leave: null;
  changeNextGameRules: GameRules;
  join: Entry;
  commit: Hex;
  revealAndCommit: { opening: string; next: Hex };
  commitFor: { player: ActorId; hash: Hex };
  revealFor: { player: ActorId; opening: string; next: Hex | null };
}

export interface Entry {
  game: Integer | null;
  commitment: Hex | null;
  delegate: ActorId | null;
}

export interface Event {
  playerRegistered: null;
  successfulMove: ActorId;
  successfulReveal: RevealResult;
  gameConfigChanged: null;
  gameWasStopped: ActorId[];
  stageAdvanced: StageChange;
  playerLeft: null;
  gameRulesChanged: null;
  stopScheduled: null;
  sharesPaid: ActorId[];
  sentAway: ActorId[];
}

export interface RevealResult {
  continue: null;
  nextRoundStarted: { players: ActorId[] };
  gameOver: { winner: ActorId };
}

export interface StageChange {
  extended: null;
  movesStarted: { players: ActorId[] };
  revealsStarted: { players: ActorId[] };
  nextRoundStarted: { players: ActorId[] };
  gameOver: { winner: ActorId };
}

export interface GameError {
  gameUnderWay: null;
  betTooSmall: { betSize: Integer; attached: Integer };
  alreadyRegistered: null;
  lobbyFull: { playersCountLimit: Integer };
  notRegistered: null;
  notMoveStage: null;
  notRevealStage: null;
  notInRound: null;
  alreadyMoved: null;
  commitmentTaken: null;
  alreadyRevealed: null;
  openingMismatch: null;
  invalidMove: null;
  notOwner: null;
  badConfig: ConfigError;
  stageNotOver: { deadline: Integer };
  otherGame: { game: Integer };
  badDelegate: null;
  sharesDue: { players: Integer };
  notDelegate: null;
  playerNotNamed: null;
}

export interface ConfigError {
  playersCountLimitTooLow: null;
  timeoutTooShort: null;
  timeoutTooLong: null;
  potOverflow: null;
}

export interface StateQuery {
  config: null;
  lobbyList: null;
  gameStage: null;
  currentStageTimestamp: null;
  deadline: null;
  round: null;
  player: ActorId;
  all: null;
  rules: null;
  sharesDue: null;
  closableFrom: null;
}

export interface StateReply {
  config: GameConfig;
  lobbyList: ActorId[];
  gameStage: GameStage;
  currentStageTimestamp: Integer;
  deadline: Integer;
  round: Integer;
  player: PlayerStatus;
  all: GameState;
  rules: GameRules;
  sharesDue: [ActorId, Integer][];
  closableFrom: Integer | null;
}

export interface GameStage {
  preparation: null;
  inProgress: StageDescription;
  reveal: StageDescription;
}

export interface StageDescription {
  anticipatedPlayers: ActorId[];
  finishedPlayers: ActorId[];
}

export interface PlayerStatus {
  notRegistered: null;
  registered: null;
  toMove: null;
  moved: null;
  toReveal: null;
  revealed: null;
  out: null;
}

export interface GameState {
  config: GameConfig;
  lobbyList: ActorId[];
  gameStage: GameStage;
  currentStageTimestamp: Integer;
  deadline: Integer;
  round: Integer;
  players: [ActorId, PlayerStatus][];
  owner: ActorId;
  pot: Integer;
  nextConfig: GameConfig | null;
  commitments: [ActorId, Hex][];
  revealedMoves: [ActorId, Move][];
  gamesFinished: Integer;
  lastGame: GameResult | null;
  rules: GameRules;
  nextRules: GameRules | null;
  delegates: [ActorId, ActorId][];
  stopScheduled: boolean;
  lastRound: RoundResult | null;
}

export interface Move {
  rock: null;
  paper: null;
  scissors: null;
  lizard: null;
  spock: null;
}

export interface GameResult {
  winner: ActorId;
  pot: Integer;
  rounds: Integer;
}

export interface RoundResult {
  game: Integer;
  round: Integer;
  moves: [ActorId, Move | null][];
}
