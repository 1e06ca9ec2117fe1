import { duel, program, table } from '../generated/facts.json';

const { players, timeout } = program;

/** Settings of a game. Timeouts in ms, the bet in the chain's smallest unit. */
export interface GameConfig {
  betSize: bigint;
  seats: number;
  entryTimeout: number;
  moveTimeout: number;
  revealTimeout: number;
}

export const MIN_SEATS = players.least;
export const MAX_SEATS = players.most;
/** The numbers of players that fill a knockout's bracket, so that all have the same chance. */
export const FULL_BRACKETS = [2, 4, 8, 16, 32, 64, 128] as const;
export const MIN_TIMEOUT = timeout.least;
export const MAX_TIMEOUT = timeout.most;
/** After so much silence, ms, anybody may close a game. */
const SILENCE = 30 * 86_400_000;
/** The most, ms, that a player who has waited alone is promised. */
export const MOST_PROMISED = 86_400_000;
const [MINUTE, HOUR] = [60_000, 3_600_000];
const MAX_U128 = 2n ** 128n - 1n;

/** The settings of a new table unless its owner changes them. The fees of a game are less than a tenth of the bet. */
export const NEW_TABLE: GameConfig = {
  betSize: 10n * BigInt(table.bet),
  seats: table.seats,
  entryTimeout: table.entry,
  moveTimeout: table.moves,
  revealTimeout: table.reveals,
};

/**
 * A duel among strangers: it needs only one to come, and both look at it. The move comes with the seat, so that the
 * time to choose is needed by those alone who leave it for later.
 */
export const NEW_DUEL: GameConfig = {
  ...NEW_TABLE,
  seats: 2,
  entryTimeout: duel.entry,
  moveTimeout: duel.moves,
  revealTimeout: duel.reveals,
};

/** The bets that most people choose among, as they are typed: free, or the fees of a duel are less than a tenth. */
export const USUAL_BETS = ['0', '5', '10'];

export const TIMEOUTS = ['entryTimeout', 'moveTimeout', 'revealTimeout'] as const;
export type Timeout = (typeof TIMEOUTS)[number];

export type ConfigProblem = 'playersCountLimitTooLow' | 'timeoutTooShort' | 'timeoutTooLong' | 'potOverflow';

/** How long, ms, a player has waited alone, if that is longer than the time to sit down. Null if it is not. */
export function waitedAt(closableFrom: number | null, { entryTimeout }: GameConfig, now: number): number | null {
  const over = closableFrom === null ? 0 : now - (closableFrom - SILENCE);
  return over > 0 ? over + entryTimeout : null;
}

/** What is told of such a wait, ms: a day at most, in whole minutes or hours. Null if it is less than a minute. */
export function toldOf(waited: number | null): number | null {
  const told = Math.min(waited ?? 0, MOST_PROMISED);
  const unit = told < HOUR ? MINUTE : HOUR;
  return told < MINUTE ? null : told - (told % unit);
}

/** The problem of each field, by the program's own limits. */
export function problemsOf(config: GameConfig): Partial<Record<keyof GameConfig, ConfigProblem>> {
  const problems: Partial<Record<keyof GameConfig, ConfigProblem>> = {};
  if (config.seats < MIN_SEATS) problems.seats = 'playersCountLimitTooLow';
  for (const timeout of TIMEOUTS) {
    if (config[timeout] < MIN_TIMEOUT) problems[timeout] = 'timeoutTooShort';
    if (config[timeout] > MAX_TIMEOUT) problems[timeout] = 'timeoutTooLong';
  }
  if (config.betSize * BigInt(config.seats) > MAX_U128) problems.betSize = 'potOverflow';
  return problems;
}

/** The config in the program's types. */
export function encodable(config: GameConfig): Record<string, string | number> {
  return {
    bet_size: config.betSize.toString(),
    players_count_limit: config.seats,
    entry_timeout: config.entryTimeout,
    move_timeout: config.moveTimeout,
    reveal_timeout: config.revealTimeout,
  };
}
