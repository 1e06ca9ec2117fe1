import { typed } from './typed';

/** The decimal places of the money of Vara. */
export const PLACES = 12;
const UNIT = 10n ** BigInt(PLACES);
const AMOUNT = /^(\d+)(?:\.(\d{1,12}))?$/;

/** A value in VARA: before and after the decimal point, without trailing zeros. */
export function decimals(value: bigint): { whole: bigint; places: string } {
  const places = (value % UNIT).toString().padStart(PLACES, '0').replace(/0+$/, '');
  return { whole: value / UNIT, places };
}

/** A value in VARA with all its digits, in the form that people type. */
export function writeAmount(value: bigint): string {
  const { whole, places } = decimals(value);
  return places ? `${whole}.${places}` : whole.toString();
}

/** A comma that may stand between thousands, as in 1,000. Any other single comma is a decimal point. */
const THOUSANDS = /^[1-9]\d{0,2},\d{3}$/;

/** Numbers that are no decimal digits, as those above, below or within something: 5¹ is not 51. */
const RAISED = /[\p{No}\p{Nl}]/u;

/** What was typed, with the digits of all scripts and forms as 0 to 9, and without spaces around. */
export function plainDigits(text: string): string {
  if (RAISED.test(text)) return text;
  const ascii = typed(text.normalize('NFKC')).replace(/[\u066b\u3002]/g, '.');
  return ascii.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) % 16));
}

/** Reads a value typed in VARA, on whatever keys the person has. Null if it is none, or could be two. */
export function readAmount(text: string): bigint | null {
  const plain = plainDigits(text);
  const isPoint = !THOUSANDS.test(plain) && !plain.includes('.');
  const [, whole, places] = AMOUNT.exec(isPoint ? plain.replace(',', '.') : plain) ?? [];
  if (whole === undefined) return null;
  return BigInt(whole) * UNIT + BigInt((places ?? '').padEnd(PLACES, '0'));
}
