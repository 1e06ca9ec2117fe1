import type { ActorId } from '../lib/hex';
import { fields, variant, type Json } from '../chain/metadata';
import type * as wire from '../generated/rpsls';
import { encodable, type GameConfig } from './config';

/** The rule for who goes on after a round. */
export type Format = 'knockout' | 'points' | 'replay';

/** In the order in which the page offers them, the safest first. */
export const FORMATS: readonly Format[] = ['knockout', 'points', 'replay'];

/** The rules of a table's games, beyond its config. */
export interface GameRules {
  format: Format;
  /** Whether the game starts as soon as all seats are taken. */
  startWhenFull: boolean;
}

/** Whether only as many play as a bracket without byes has places. The last to come get the bet back. */
export function hasFullBracket({ format, startWhenFull }: GameRules): boolean {
  return format === 'knockout' && startWhenFull;
}

/** How many of `players`, at least one, play in a full bracket. */
export function fullBracket(players: number): number {
  return 2 ** (31 - Math.clz32(players));
}

/** How many players fill a table with this many seats. */
export function placesOf(rules: GameRules, { seats }: { seats: number }): number {
  return hasFullBracket(rules) ? fullBracket(seats) : seats;
}

/** The plain game: draws are replayed, and registration lasts its full time. */
export const CLASSIC: GameRules = { format: 'replay', startWhenFull: false };

/** The rules of a table, unless somebody wants others. */
export const USUAL: GameRules = { format: 'knockout', startWhenFull: true };

function isFormat(name: unknown): name is Format {
  return FORMATS.some((format) => format === name);
}

/** With more seats than this a classic game may never end by play. */
export const MOST_CLASSIC_SEATS = 8;

export function isSlow(rules: GameRules, seats: number): boolean {
  return rules.format === 'replay' && seats > MOST_CLASSIC_SEATS;
}

export function rulesOf(json: Json | undefined): GameRules {
  const rules = fields<wire.GameRules>(json);
  const [format] = variant(rules.format);
  if (!isFormat(format)) throw new Error(`the unknown format ${format}`);
  return { format, startWhenFull: rules.startWhenFull === true };
}

const NAMES: Record<Format, string> = { knockout: 'Knockout', points: 'Points', replay: 'Replay' };

/** The rules in the program's types. */
export function encodableRules({ format, startWhenFull }: GameRules): Record<string, string | boolean> {
  return { format: NAMES[format], start_when_full: startWhenFull };
}

/**
 * The init message of a deployment, in the program's types. The table belongs to its sender unless
 * an owner is named.
 */
export function encodableTable(config: GameConfig, rules: GameRules, owner: ActorId | null = null): unknown {
  return { config: encodable(config), rules: encodableRules(rules), owner };
}
