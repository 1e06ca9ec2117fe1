import type { ActorId } from '../lib/hex';
import { fields, integer, list, noOther, text, variant, variantOf, type Json } from '../chain/metadata';
import type * as wire from '../generated/ticTacToe';

export type Cell = 'empty' | 'host' | 'challenger';

export interface GameId {
  host: ActorId;
  challenger: ActorId;
  /** The program's place for the game. Another game may get it later. */
  place: number;
}

/** Reads a game's id from the wire. */
export function gameIdOf(json: Json | undefined): GameId {
  const { host, challenger, place } = fields<wire.GameId>(json);
  return { host: text(host) as ActorId, challenger: text(challenger) as ActorId, place: Number(integer(place)) };
}

export type Outcome = 'open' | 'hostWon' | 'challengerWon' | 'draw';

export type GameStage =
  | { kind: 'invited' }
  /** `deadline` is null until the player has come back after a restart. */
  | { kind: 'toMove'; player: ActorId; deadline: number | null }
  | { kind: 'toPlace'; row: number; column: number; deadline: number }
  | { kind: 'finished'; outcome: Outcome };

export interface Game {
  id: GameId;
  referee: ActorId | null;
  stake: bigint;
  pot: bigint;
  stage: GameStage;
  cells: Cell[];
  restartAskedBy: ActorId | null;
  closeAskedBy: ActorId | null;
  /** The block timestamp, ms, from which anybody may close it. */
  expires: number;
}

export interface Trophy {
  won: boolean;
  cells: Cell[];
  turns: number;
  other: ActorId;
}

export interface Config {
  turnTimeout: number;
  pass: { price: bigint; supply: number } | null;
}

export interface Overview {
  config: Config;
  games: number;
  passes: number;
}

export function isPlayerOf({ host, challenger }: GameId, account: ActorId | null): boolean {
  return account === host || account === challenger;
}

/** Whether the account plays in a game, or referees it. */
export function takesPart({ id, referee }: Game, account: ActorId | null): boolean {
  return account !== null && (isPlayerOf(id, account) || account === referee);
}

/** A part of a list, and the start of the next part. */
export interface Page<T> {
  items: T[];
  next: number | null;
}

export function overviewOf(reply: Json): Overview {
  const overview = fields<wire.Overview>(content(reply, 'overview'));
  const config = fields<wire.InitConfig>(overview.config);
  const { pass } = config;
  return {
    config: {
      turnTimeout: Number(integer(config.turnTimeout)),
      pass: pass === null ? null : passOf(pass),
    },
    games: Number(integer(overview.games)),
    passes: Number(integer(overview.passes)),
  };
}

function passOf(json: Json): { price: bigint; supply: number } {
  const { price, supply } = fields(json);
  return { price: integer(price), supply: Number(integer(supply)) };
}

/** The game in the answer about one game. Null if there is none. */
export function gameIn(reply: Json): Game | null {
  const game = content(reply, 'game');
  return game === null ? null : gameOf(game);
}

export function gamesOf(reply: Json): Page<Game> {
  return pageOf(content(reply, 'games'), 'games', gameOf);
}

export function trophiesOf(reply: Json): Page<Trophy> {
  return pageOf(content(reply, 'trophies'), 'trophies', trophyOf);
}

export function passesOf(reply: Json): Page<{ id: number; holder: ActorId }> {
  return pageOf(content(reply, 'passes'), 'passes', (json) => {
    const { id, holder } = fields(json);
    return { id: Number(integer(id)), holder: text(holder) as ActorId };
  });
}

function content(reply: Json, expected: keyof wire.StateReply): Json {
  const [name, json] = variant(reply);
  if (name !== expected) throw new Error('the program answered a question that was not asked');
  return json;
}

function pageOf<T>(json: Json, name: string, itemOf: (json: Json) => T): Page<T> {
  const page = fields(json);
  const next = page['next'] ?? null;
  return { items: list(page[name]).map(itemOf), next: next === null ? null : Number(integer(next)) };
}

function gameOf(json: Json): Game {
  const game = fields<wire.GameState>(json);
  return {
    id: gameIdOf(game.id),
    referee: account(game.referee),
    stake: integer(game.stake),
    pot: integer(game.pot),
    stage: stageOf(game.stage),
    cells: list(game.cells).map((cell) => variant(cell)[0] as Cell),
    restartAskedBy: account(game.restartAskedBy),
    closeAskedBy: account(game.closeAskedBy),
    expires: Number(integer(game.expires)),
  };
}

function stageOf(json: Json): GameStage {
  const [kind, content] = variantOf<wire.GameStage>(json);
  switch (kind) {
    case 'invited':
      return { kind };
    case 'toMove': {
      const { player, deadline } = content;
      return { kind, player, deadline: deadline === null ? null : Number(integer(deadline)) };
    }
    case 'toPlace': {
      const { row, column, deadline } = content;
      return {
        kind,
        row: Number(integer(row)),
        column: Number(integer(column)),
        deadline: Number(integer(deadline)),
      };
    }
    case 'finished':
      return { kind, outcome: variantOf<wire.Outcome>(content.outcome)[0] };
    default:
      return noOther(kind);
  }
}

function trophyOf(json: Json): Trophy {
  const trophy = fields<wire.Trophy>(json);
  return {
    won: trophy.won === true,
    cells: unpack(Number(integer(trophy.board))),
    turns: Number(integer(trophy.turns)),
    other: text(trophy.other) as ActorId,
  };
}

const CELLS = 9;

/** The cells of a packed board: two bits each, the first cell lowest. */
export function unpack(board: number): Cell[] {
  const kinds: Cell[] = ['empty', 'host', 'challenger'];
  return Array.from({ length: CELLS }, (_, cell) => kinds[(board >> (2 * cell)) & 0b11] ?? 'empty');
}

function account(json: Json | undefined): ActorId | null {
  return json === null || json === undefined ? null : (text(json) as ActorId);
}
