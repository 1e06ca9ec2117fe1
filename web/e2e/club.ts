import type { Page } from '@playwright/test';
import type { Hex } from '../src/lib/hex';
import { foundClub, listedAt, openTables, takeSeat, type Table } from '../scripts/club.mjs';
import { VARA } from './fixtures';
import type { DevNode } from './node';
import { keyOf } from './wallet';

export type { Table };

/** Makes this many tables for strangers. Every fourth is a knockout. */
export function tables(count: number): Table[] {
  return Array.from({ length: count }, (_, index) => ({
    bet: BigInt(index % 5) * VARA,
    seats: index % 4 === 3 ? 4 : 2,
    title: `Table ${index}`,
  }));
}

/** Founds a club on a development node, and opens these tables one after another. */
export async function clubWith(node: DevNode, listed: readonly Table[], options = {}): Promise<Hex> {
  const api = await node.api();
  const club = await foundClub(api, keyOf('//Alice'), options);
  await openTables(api, keyOf('//Alice'), club, listed);
  return club;
}

/** The table that a club lists with this title. */
export async function tableCalled(node: DevNode, club: Hex, title: string): Promise<Hex> {
  const listed = await listedAt(await node.api(), club);
  const found = listed.find((table) => table.title === title);
  if (!found) throw new Error(`the club lists no table “${title}”`);
  return found.table;
}

/** Takes a seat for an account without a first move. The player moves elsewhere, or never. */
export async function seat(node: DevNode, uri: string, table: Hex, bet: bigint): Promise<void> {
  await takeSeat(await node.api(), keyOf(uri), table, bet);
}

/** Sets the highest bet on the first screen, in VARA. */
export async function betUpTo(page: Page, bet: number): Promise<void> {
  await page.getByRole('radio', { name: 'Other' }).click();
  await page.getByRole('textbox', { name: 'Most I would bet (VARA)' }).fill(String(bet));
}

/** Chooses a move on the first screen, and presses play now, which may open a table. */
export async function playNow(page: Page, move: string): Promise<void> {
  await page.locator('.stranger').getByRole('radio', { name: move, exact: true }).click();
  await page.getByRole('button', { name: /^(Play|Open a duel) for/ }).click();
}
