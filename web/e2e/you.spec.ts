import { readFile } from 'node:fs/promises';
import { findings, overflow } from './findings';
import { expect, test, toMove, type Player } from './fixtures';

async function openRecord({ page }: Player): Promise<void> {
  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('link', { name: 'Your games' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your games' })).toBeVisible();
}

test('played games are in the record once, with their moves, and can be taken to another browser', async ({
  world,
}) => {
  const [alice, bob] = await toMove(world);
  const table = alice.page.url();
  await alice.commit('Lizard');
  await bob.commit('Spock');
  await expect(alice.page.locator('.result.won')).toBeVisible();
  await expect(bob.page.locator('.result.lost')).toBeVisible();
  // They play another game at once, before the end of the first is final.
  await alice.join('Rock');
  await bob.join('Paper');
  await expect(bob.page.locator('.result.won')).toBeVisible();

  const tab = await alice.again();
  await tab.page.goto(table);
  const { page } = alice;
  await page.setViewportSize({ width: 360, height: 740 });
  await openRecord(alice);
  const rows = page.locator('.past-games > li');
  await expect(async () => {
    await page.reload();
    await expect(rows).toHaveCount(2, { timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  await expect(page.locator('.tally')).toContainText('1 of 2');
  await expect(page.locator('.tally')).toContainText('10 VARA won, 10 VARA lost');
  await expect(page.locator('.rivals')).toContainText('Bob');
  const first = rows.last();
  await expect(first).toContainText('Won');
  await expect(first).toContainText('+10 VARA');
  await first.locator('summary').click();
  await expect(first.getByText('Lizard: You')).toBeVisible();
  await expect(first.getByText('Spock: Bob')).toBeVisible();
  await expect(first.getByRole('link')).toHaveAttribute('href', new URL(table).hash);
  expect(await findings(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export to a file' }).click();
  const file = await (await saving).path();
  const exported = JSON.parse(await readFile(file, 'utf8')) as { games: object[] };
  expect(exported).toMatchObject({ version: 1, entries: [], games: [{ game: 1 }, { game: 0 }] });

  // Another browser imports it.
  const carol = await world.join('Alice');
  await carol.open('/you');
  await expect(carol.page.getByText('No games yet')).toBeVisible();
  await carol.page.locator('main input[type=file]').setInputFiles(file);
  await expect(carol.page.locator('.past-games > li')).toHaveCount(2);
});
