import { parseAccount } from '../../chain/wallet';
import { nameFrom } from '../../visitor/names';
import type { Guests } from './useSponsor';

/** As many vouchers as are issued at once. */
export const MOST_GUESTS = 20;

/** Reads a number of links, names, or addresses, one a line; none where it is neither, or too many. */
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
  if (lines.length === 1 && /^\d+$/.test(only)) {
    const count = Number(only);
    return count >= 1 && count <= MOST_GUESTS ? { accounts: [], fresh: Array<string>(count).fill('') } : null;
  }
  const accounts = lines.flatMap((line) => parseAccount(line) ?? []);
  if (lines.length === 0 || lines.length > MOST_GUESTS) return null;
  if (accounts.length === lines.length) return { accounts, fresh: [] };
  // What is longer is an address with a slip.
  const names = lines.filter((line) => nameFrom(line) === line);
  return accounts.length === 0 && names.length === lines.length ? { accounts, fresh: names } : null;
}
