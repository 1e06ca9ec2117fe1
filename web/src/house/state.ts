import { house, strangers } from '../generated/facts.json';
import type * as wire from '../generated/house';
import type { ActorId, Hex } from '../chain/hex';
import { fields, integer, list, text, variant, type Json } from '../chain/metadata';
import { FULL_BRACKETS, type GameConfig } from '../rpsls/config';
import { rulesOf, type GameRules } from '../rpsls/rules';
import { configOf } from '../rpsls/state';

/** A house's settings, and how many tables it lists. */
export interface Overview {
  /** The code of its tables. */
  tableCode: Hex;
  /** Whether it opens tables that are not fair, too. */
  isAnyFormat: boolean;
  listed: number;
}

/** A table on a house's list. What its games are played for now, only the table itself knows. */
export interface Listed {
  table: ActorId;
  /** Whoever has opened it. */
  opener: ActorId;
  /** Block timestamp at which it was opened, ms. */
  openedAt: number;
  /** Whatever somebody has called it. */
  title: string;
  config: GameConfig;
  rules: GameRules;
}

/** How many tables a house lists at most. */
const ROOM = house.room;

/** How many tables a question's answer holds at most. */
export const PAGE = house.page;

/** What a new table's start is given at least; it is enough, unless the chain has to prepare the table's code again. */
export const START_GAS = BigInt(house.gas.start);

/** The most gas that opening a table takes whose start is given so much; what is not burned comes back. */
export function openingGas(startGas: bigint): bigint {
  return BigInt(house.gas.open) + startGas;
}

/**
 * Whether a table is for strangers: a duel, or a knockout that starts when full. Whoever
 * chooses at random there has a fair coin's chance in each round, whatever all others agree on.
 */
export function isFair({ seats }: GameConfig, { format, startWhenFull }: GameRules): boolean {
  const isFormat = seats === 2 || format === 'knockout';
  return startWhenFull && isFormat && FULL_BRACKETS.some((full) => full === seats);
}

/**
 * Whether a table's times are such that one sits down at it unasked: whoever waits for final
 * blocks has time to act, and nobody can hold a bet for months.
 */
export function isInTime({ entryTimeout, moveTimeout, revealTimeout }: GameConfig): boolean {
  const { stage, entry } = strangers;
  const isStage = (ms: number): boolean => ms >= stage.least && ms <= stage.most;
  // No deadline comes before registration would have ended.
  return isStage(moveTimeout) && isStage(revealTimeout) && entryTimeout <= entry.most;
}

export function overviewOf(reply: Json): Overview {
  const overview = fields<wire.Overview>(contentOf(reply, 'overview'));
  const config = fields<wire.HouseInit>(overview.config);
  return {
    tableCode: text(config.tableCode) as Hex,
    isAnyFormat: config.anyFormat === true,
    // A house of unknown code may say anything, and is asked for as many.
    listed: Math.min(Number(integer(overview.listed)), ROOM),
  };
}

/** The tables of a page, newest first. */
export function tablesOf(reply: Json): Listed[] {
  return list(fields<wire.TablesPage>(contentOf(reply, 'tables')).tables).map(listedOf);
}

/** The table that was asked for, if it is listed. */
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
  if (name !== question) throw new Error('the house answered a question that was not asked');
  return content;
}
