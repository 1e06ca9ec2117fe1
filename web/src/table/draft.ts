import { plainDigits, readAmount, writeAmount } from '../lib/amount';
import type { Messages } from '../i18n/messages';
import { MAX_SEATS, problemsOf, TIMEOUTS, type GameConfig, type Timeout } from '../rpsls/config';
import { durationOf, splitDuration, type Duration } from '../lib/duration';

/** A form's texts as they were typed. They need not make a valid config yet. */
export interface Draft {
  bet: string;
  seats: string;
  durations: Record<Timeout, Duration>;
}

type Problems = Partial<Record<keyof GameConfig, string>>;

export function draftOf(config: GameConfig): Draft {
  return {
    bet: writeAmount(config.betSize),
    seats: String(config.seats),
    durations: {
      entryTimeout: splitDuration(config.entryTimeout),
      moveTimeout: splitDuration(config.moveTimeout),
      revealTimeout: splitDuration(config.revealTimeout),
    },
  };
}

const WHOLE = /^\d+$/;

/** Valid settings that stand in for fields that can't be read yet. */
const SOUND: GameConfig = { betSize: 0n, seats: 2, entryTimeout: 60_000, moveTimeout: 60_000, revealTimeout: 60_000 };

/** Reads what was typed, as far as possible, with the problem of each field on its own. */
export function readDraft(draft: Draft, m: Messages): { config: GameConfig | null; problems: Problems } {
  const problems: Problems = {};
  const read: Partial<GameConfig> = {};
  const betSize = readAmount(draft.bet);
  if (betSize === null) problems.betSize = m.config.problems.notAmount;
  else read.betSize = betSize;
  const typed = plainDigits(draft.seats);
  const seats = WHOLE.test(typed) ? Number(typed) : null;
  if (seats === null) problems.seats = m.config.problems.notNumber;
  else if (seats > MAX_SEATS) problems.seats = m.config.problems.tooManySeats;
  else read.seats = seats;
  for (const timeout of TIMEOUTS) {
    const duration = durationOf(draft.durations[timeout]);
    if (duration === null) problems[timeout] = m.config.problems.notNumber;
    else read[timeout] = duration;
  }
  const config: GameConfig = { ...SOUND, ...read };
  for (const [field, problem] of Object.entries(problemsOf(config))) {
    problems[field as keyof GameConfig] ??= m.config.problems[problem];
  }
  return { config: Object.keys(problems).length === 0 ? config : null, problems };
}
