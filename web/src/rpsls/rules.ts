import type { ActorId } from '../chain/hex';
import { fields, variant, type Json } from '../chain/metadata';
import { encodable, type GameConfig } from './config';

/** How a table's games are played, beyond what its config sets. */
export interface GameRules {
  /** Who goes on where no move beats all others. */
  tieBreak: 'replay' | 'points';
  /** Whether the game starts as soon as all seats are taken. */
  startWhenFull: boolean;
}

/** The plain game: ties are replayed, and registration lasts its time. */
export const CLASSIC: GameRules = { tieBreak: 'replay', startWhenFull: false };

/** What a new table plays unless somebody wants it otherwise: games that end. */
export const MODERN: GameRules = { tieBreak: 'points', startWhenFull: true };

/** More seats than this, and a classic game may never end by play. */
export const MOST_CLASSIC_SEATS = 8;

export function isSlow(rules: GameRules, seats: number): boolean {
  return rules.tieBreak === 'replay' && seats > MOST_CLASSIC_SEATS;
}

export function rulesOf(json: Json | undefined): GameRules {
  const rules = fields(json);
  const [tieBreak] = variant(rules['format'] ?? rules['tieBreak'] ?? null);
  if (tieBreak !== 'replay' && tieBreak !== 'points') throw new Error(`the unknown rule ${tieBreak}`);
  return { tieBreak, startWhenFull: rules['startWhenFull'] === true };
}

/** The rules as the program's types have them; those of the first release call the format `tie_break`. */
export function encodableRules({ tieBreak, startWhenFull }: GameRules): Record<string, string | boolean> {
  const format = tieBreak === 'points' ? 'Points' : 'Replay';
  return { format, tie_break: format, start_when_full: startWhenFull };
}

/** What a deployment takes, as the program's types have it; the table is its sender's unless an owner is named. */
export function encodableTable(config: GameConfig, rules: GameRules, owner: ActorId | null = null): unknown {
  return { config: encodable(config), rules: encodableRules(rules), owner };
}
