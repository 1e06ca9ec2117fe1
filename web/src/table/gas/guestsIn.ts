import { parseAccount } from '../../lib/address';
import { plainDigits } from '../../lib/amount';
import { nameFrom } from '../../way/names';
import type { Guests } from './useSponsor';

/** How many vouchers are issued at once, at most. */
export const MOST_GUESTS = 20;

/** Reads a number of links, or names or addresses, one a line. Null if the text is none of these, or too many. */
export function guestsIn(text: string): Guests | null {
  const lines = [
    ...new Set(
      text
        .split(/[\n,;]+/)
        .map((line) => line.trim())
        .filter(Boolean),
    ),
  ];
  const [only = ''] = lines;
  const number = plainDigits(only);
  if (lines.length === 1 && /^\d+$/.test(number)) {
    const count = Number(number);
    return count >= 1 && count <= MOST_GUESTS ? { accounts: [], fresh: Array<string>(count).fill('') } : null;
  }
  const accounts = lines.flatMap((line) => parseAccount(line) ?? []);
  if (lines.length === 0 || lines.length > MOST_GUESTS) return null;
  if (accounts.length === lines.length) return { accounts, fresh: [] };
  // A longer name is an address with a typing error.
  const names = lines.filter((line) => nameFrom(line) === line);
  return accounts.length === 0 && names.length === lines.length ? { accounts, fresh: names } : null;
}
