import type { GasNote } from '../chain/act';
import type { Failure } from '../chain/failure';
import { decimals } from '../lib/amount';
import { splitDuration } from '../lib/duration';
import type { Messages } from './messages';

/** How a language writes texts that depend on values. */
export interface Formats {
  /** An amount to its last unit. */
  amount: (value: bigint) => string;
  /** The same. Null for zero. */
  amountIfAny: (value: bigint) => string | null;
  /** An amount rounded to two places, where there is no room for all. */
  rounded: (value: bigint) => string;
  /** The same, and no more than it is: what somebody has. */
  roundedDown: (value: bigint) => string;
  /** The same, and no less than it is: what something takes. */
  roundedUp: (value: bigint) => string;
  integer: (value: number) => string;
  /** A time span as a clock, or in its two largest units. */
  countdown: (ms: number) => string;
  /** A time span as it was set. */
  duration: (ms: number) => string;
  time: (timestamp: number) => string;
  /** When something ends: a time of day if that is soon. */
  end: (timestamp: number, left: number) => string;
  /** A date and time of day. */
  moment: (timestamp: number) => string;
  gasNote: (note: GasNote) => string;
  failure: (failure: Failure) => string;
}

/** The second place of an amount. */
const CENT = 10n ** 10n;

const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000];

/** @param symbol what the chain calls its money */
export function formatsOf(language: string, m: Messages, symbol = 'VARA'): Formats {
  const integers = new Intl.NumberFormat(language);
  const roundedNumbers = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  const times = new Intl.DateTimeFormat(language, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  const minute = { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const moments = new Intl.DateTimeFormat(language, minute);
  const momentsOfYears = new Intl.DateTimeFormat(language, { year: 'numeric', ...minute });
  const clocks = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const moment = (timestamp: number): string => (isThisYear(timestamp) ? moments : momentsOfYears).format(timestamp);
  const amount = (value: bigint): string => {
    const { whole, places } = decimals(value);
    return `${integers.format(whole)}${places && `.${places}`} ${symbol}`;
  };
  const rounded = (value: bigint): string => `${roundedNumbers.format(Number(value / 10n ** 9n) / 1_000)} ${symbol}`;
  const roundedDown = (value: bigint): string => rounded(value - (value % CENT));
  const roundedUp = (value: bigint): string => roundedDown(value + CENT - 1n);
  return {
    amount,
    amountIfAny: (value) => (value > 0n ? amount(value) : null),
    rounded,
    roundedDown,
    roundedUp,
    integer: (value) => integers.format(value),
    countdown: (ms) => countdown(ms, m),
    duration: (ms) => {
      const { amount, unit } = splitDuration(ms);
      return `${amount} ${unit === 'ms' ? unit : m.span[unit]}`;
    },
    time: (timestamp) => times.format(timestamp),
    end: (timestamp, left) => (left < DAY / 2 ? clocks.format(timestamp) : moment(timestamp)),
    moment,
    gasNote: (note) => (note.kind === 'upgraded' ? m.act.upgraded(roundedUp(note.value)) : m.act.published),
    failure: (failure) => sentence(failure, m, roundedDown, roundedUp),
  };
}

function isThisYear(timestamp: number): boolean {
  return new Date(timestamp).getFullYear() === new Date().getFullYear();
}

function countdown(ms: number, m: Messages): string {
  const rest = Math.max(0, Math.ceil(ms / SECOND) * SECOND);
  const two = (count: number): string => String(count).padStart(2, '0');
  const [days, hours] = [Math.floor(rest / DAY), Math.floor((rest % DAY) / HOUR)];
  if (days > 0) return `${days} ${m.span.d} ${hours} ${m.span.h}`;
  const [minutes, seconds] = [Math.floor((rest % HOUR) / MINUTE), Math.floor((rest % MINUTE) / SECOND)];
  if (hours > 0) return `${hours}:${two(minutes)}:${two(seconds)}`;
  return `${minutes}:${two(seconds)}`;
}

function sentence(
  failure: Failure,
  m: Messages,
  down: (value: bigint) => string,
  up: (value: bigint) => string,
): string {
  switch (failure.kind) {
    case 'funds': {
      const { has, needs, extra = 0n } = failure;
      if (needs === 0n) return m.failures.fundsUnknown;
      return extra > 0n
        ? m.failures.fundsUpgraded(down(has), up(needs), up(extra))
        : m.failures.funds(down(has), up(needs));
    }
    case 'wallet':
    case 'noBatch':
      // The sentence goes on behind the wallet's own words.
      return m.failures[failure.kind](failure.text.replace(/[.。]$/, ''));
    case 'trapped':
    case 'unreadable':
    case 'node':
    case 'garbled':
    case 'page':
      return m.failures[failure.kind](failure.text);
    case 'storage':
      return failure.text === 'shared' ? m.place.shared.text : m.failures.storage;
    default:
      return m.failures[failure.kind];
  }
}
