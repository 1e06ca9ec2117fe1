const PLACES = 12;
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

/** Reads a value typed in VARA. Null if it is none. */
export function readAmount(text: string): bigint | null {
  const [, whole, places] = AMOUNT.exec(text.trim()) ?? [];
  if (whole === undefined) return null;
  return BigInt(whole) * UNIT + BigInt((places ?? '').padEnd(PLACES, '0'));
}
