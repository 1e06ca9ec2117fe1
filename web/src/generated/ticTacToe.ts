import type { ActorId, Hex } from '../lib/hex';
import type { Integer } from '../chain/metadata';

/** The index of the reply to each query, by the query's index. */
export const ANSWERS = [0, 1, 2, 3, 4, 1, 1, 2, 3, 5];

export interface InitConfig {
  turnTimeout: Integer;
  pass: PassConfig | null;
  owner: ActorId | null;
}

export interface PassConfig {
  price: Integer;
  supply: Integer;
}

export interface Action {
  mintPass: null;
  create: { challenger: ActorId; referee: ActorId | null };
  accept: { game: GameId; terms: Terms };
  move: { game: GameId; row: Integer; column: Integer };
  placeMark: { game: GameId };
  restart: { game: GameId };
  close: { game: GameId };
  claimTimeout: { game: GameId };
}

export interface GameId {
  host: ActorId;
  challenger: ActorId;
  place: Integer;
}

export interface Terms {
  referee: ActorId | null;
  stake: Integer;
}

export interface Event {
  passMinted: { id: Integer };
  created: { game: GameId };
  accepted: { game: GameId };
  markSent: { game: GameId; row: Integer; column: Integer };
  markPlaced: { game: GameId; row: Integer; column: Integer; outcome: Outcome };
  restartAsked: { game: GameId };
  restarted: { game: GameId };
  closeAsked: { game: GameId };
  closed: { game: GameId };
  timedOut: { game: GameId; outcome: Outcome };
}

export interface Outcome {
  open: null;
  hostWon: null;
  challengerWon: null;
  draw: null;
}

export interface GameError {
  noPasses: null;
  passHeld: { id: Integer };
  passesSoldOut: { supply: Integer };
  priceNotMet: { price: Integer; attached: Integer };
  passNeeded: null;
  refereeNeedsPass: null;
  selfPlay: null;
  refereePlays: null;
  noSuchReferee: null;
  stakeTooHigh: null;
  noRoom: null;
  noSuchGame: null;
  notYourGame: null;
  alreadyAccepted: null;
  notAccepted: null;
  stakeNotMatched: { stake: Integer; attached: Integer };
  gameOver: null;
  notYourTurn: null;
  markWaits: null;
  noSuchCell: { row: Integer; column: Integer };
  cellTaken: { row: Integer; column: Integer };
  notReferee: null;
  noMarkSent: null;
  alreadyAsked: null;
  ownTurn: null;
  opponentAbsent: null;
  turnNotOver: { deadline: Integer };
  notExpired: { expires: Integer };
  otherTerms: { terms: Terms };
}

export interface StateQuery {
  game: GameId;
  gamesOf: ActorId;
  trophies: ActorId;
  passes: null;
  config: null;
  allGames: { from: Integer; limit: Integer };
  gamesOfFrom: { host: ActorId; from: Integer; limit: Integer };
  trophiesFrom: { owner: ActorId; from: Integer; limit: Integer };
  passesFrom: { from: Integer; limit: Integer };
  overview: null;
}

export interface StateReply {
  game: GameState | null;
  games: GamesPage;
  trophies: TrophiesPage;
  passes: PassesPage;
  config: InitConfig;
  overview: Overview;
}

export interface GameState {
  id: GameId;
  referee: ActorId | null;
  stake: Integer;
  pot: Integer;
  stage: GameStage;
  board: Integer;
  cells: Hex;
  turns: Integer;
  restartAskedBy: ActorId | null;
  closeAskedBy: ActorId | null;
  expires: Integer;
}

export interface GameStage {
  invited: null;
  toMove: { player: ActorId; deadline: Integer | null };
  toPlace: { row: Integer; column: Integer; deadline: Integer };
  finished: { outcome: Outcome };
}

export interface Cell {
  empty: null;
  host: null;
  challenger: null;
}

export interface GamesPage {
  games: GameState[];
  next: Integer | null;
}

export interface TrophiesPage {
  trophies: Trophy[];
  next: Integer | null;
}

export interface Trophy {
  won: boolean;
  board: Integer;
  turns: Integer;
  other: ActorId;
}

export interface PassesPage {
  passes: Pass[];
  next: Integer | null;
}

export interface Pass {
  id: Integer;
  holder: ActorId;
}

export interface Overview {
  config: InitConfig;
  games: Integer;
  passes: Integer;
  trophies: Integer;
}
