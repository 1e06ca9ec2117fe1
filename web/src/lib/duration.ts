import { plainDigits } from './amount';

/** Units that a duration is typed in, the largest first. */
export const UNITS = ['d', 'h', 'min', 's', 'ms'] as const;
export type Unit = (typeof UNITS)[number];

const MS: Record<Unit, number> = { d: 86_400_000, h: 3_600_000, min: 60_000, s: 1_000, ms: 1 };

export interface Duration {
  amount: string;
  unit: Unit;
}

/** A duration in the largest unit that gives a whole number. */
export function splitDuration(ms: number): Duration {
  const unit = UNITS.find((candidate) => ms % MS[candidate] === 0) ?? 'ms';
  return { amount: String(ms / MS[unit]), unit };
}

/** The duration in ms. Null if no whole number was typed. */
export function durationOf({ amount, unit }: Duration): number | null {
  const digits = plainDigits(amount);
  if (!/^\d{1,15}$/.test(digits)) return null;
  const ms = Number(digits) * MS[unit];
  // A larger number would not be the one that was typed.
  return Number.isSafeInteger(ms) ? ms : Number.MAX_SAFE_INTEGER;
}
