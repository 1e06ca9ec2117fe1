import { club, strangers } from '../generated/facts.json';
import type * as wire from '../generated/club';
import type { ActorId, Hex } from '../lib/hex';
import { fields, integer, list, text, variant, type Json } from '../chain/metadata';
import { FULL_BRACKETS, type GameConfig } from '../rpsls/config';
import { hasFullBracket, rulesOf, type GameRules } from '../rpsls/rules';
import { configOf } from '../rpsls/state';

/** A club's settings, and how many tables it lists. */
export interface Overview {
  /** The code of its tables. */
  tableCode: Hex;
  /** Whether it also opens tables that are not fair. */
  isAnyFormat: boolean;
  listed: number;
}

/** A table on a club's list. Only the table itself knows the terms of its games now. */
export interface Listed {
  table: ActorId;
  /** The account that opened it. */
  opener: ActorId;
  /** Block timestamp at which it was opened, ms. */
  openedAt: number;
  /** The name that the opener gave it. */
  title: string;
  config: GameConfig;
  rules: GameRules;
}

/** How many tables a club lists at most. */
const ROOM = club.room;

/** How many tables an answer holds at most. */
export const PAGE = club.page;

/** The least gas for a new table's start. It is enough, unless the chain has to prepare the table's code again. */
export const START_GAS = BigInt(club.gas.start);

/** The most gas that opening a table takes if its start gets this much. Gas that is not burned comes back. */
export function openingGas(startGas: bigint): bigint {
  return BigInt(club.gas.open) + startGas;
}

/**
 * Whether a table suits strangers: it is a knockout that starts when full. A player who chooses at
 * random there has a fair coin's chance in each round, whatever all others agree on.
 */
export function isFair({ seats }: GameConfig, rules: GameRules): boolean {
  return hasFullBracket(rules) && FULL_BRACKETS.some((full) => full === seats);
}

/**
 * Whether a table's times let a stranger sit down without asking: a player who waits for final
 * blocks has time to act, and nobody can hold a bet for months.
 */
export function isInTime({ entryTimeout, moveTimeout, revealTimeout }: GameConfig): boolean {
  const { stage, entry } = strangers;
  const isStage = (ms: number): boolean => ms >= stage.least && ms <= stage.most;
  // No deadline comes before the time for registration would have ended.
  return isStage(moveTimeout) && isStage(revealTimeout) && entryTimeout <= entry.most;
}

/** Whether a stranger sits down unasked beside a player who has waited for so long, ms: a round may take as long. */
export function isSoon(waited: number | null): boolean {
  return (waited ?? 0) < strangers.entry.most;
}

export function overviewOf(reply: Json): Overview {
  const overview = fields<wire.Overview>(contentOf(reply, 'overview'));
  const config = fields<wire.ClubInit>(overview.config);
  return {
    tableCode: text(config.tableCode) as Hex,
    isAnyFormat: config.anyFormat === true,
    // A club of unknown code may claim any number, and the page asks for that many.
    listed: Math.min(Number(integer(overview.listed)), ROOM),
  };
}

/** The tables of a page, newest first. */
export function tablesOf(reply: Json): Listed[] {
  return list(fields<wire.TablesPage>(contentOf(reply, 'tables')).tables).map(listedOf);
}

/** The listing of the table that was asked about. Null if it is not listed. */
export function listingOf(reply: Json): Listed | null {
  const listed = contentOf(reply, 'table');
  return listed === null ? null : listedOf(listed);
}

function listedOf(json: Json): Listed {
  const listed = fields<wire.Listed>(json);
  return {
    table: text(listed.table) as ActorId,
    opener: text(listed.opener) as ActorId,
    openedAt: Number(integer(listed.openedAt)),
    title: text(listed.title),
    config: configOf(listed.config),
    rules: rulesOf(listed.rules),
  };
}

function contentOf(reply: Json, question: keyof wire.StateReply): Json {
  const [name, content] = variant(reply);
  if (name !== question) throw new Error('the club answered a question that was not asked');
  return content;
}
