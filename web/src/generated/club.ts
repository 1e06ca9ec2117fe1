import type { ActorId, Hex } from '../lib/hex';
import type { Integer } from '../chain/metadata';

/** The index of the reply to each query, by the query's index. */
export const ANSWERS = [0, 1, 2];

export interface ClubInit {
  tableCode: Hex;
  anyFormat: boolean;
}

export interface Action {
  open: { config: GameConfig; rules: GameRules; startGas: Integer; title: string };
  unlist: { table: ActorId; place: Integer };
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

export interface Event {
  opened: { table: ActorId };
  unlisted: { table: ActorId };
  openFailed: { table: ActorId };
}

export interface ClubError {
  badConfig: ConfigError;
  notFair: null;
  titleTooLong: { bytes: Integer };
  badTitle: null;
  depositMissing: { needed: Integer; attached: Integer };
  startGasTooLow: { least: Integer };
  notListed: null;
  notYours: null;
  outOfGas: { needed: Integer };
}

export interface ConfigError {
  playersCountLimitTooLow: null;
  timeoutTooShort: null;
  timeoutTooLong: null;
  potOverflow: null;
}

export interface StateQuery {
  tables: { from: Integer; limit: Integer };
  table: ActorId;
  overview: null;
}

export interface StateReply {
  tables: TablesPage;
  table: Listed | null;
  overview: Overview;
}

export interface TablesPage {
  tables: Listed[];
  next: Integer | null;
}

export interface Listed {
  table: ActorId;
  place: Integer;
  opener: ActorId;
  openedAt: Integer;
  title: string;
  config: GameConfig;
  rules: GameRules;
  isFair: boolean;
}

export interface Overview {
  config: ClubInit;
  listed: Integer;
  opened: Integer;
  room: Integer;
}
