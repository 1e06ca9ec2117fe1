import type { Hex } from '../src/lib/hex';
import { expect, test, VARA, type Player } from './fixtures';
import { betUpTo, clubWith, playNow } from './club';

/** Takes a seat on the first screen of a club, with the first move. */
async function sitDown(player: Player, club: Hex, move: string, at?: string): Promise<void> {
  const { page } = player;
  await player.open(`/club/${club}`);
  await player.choose();
  await betUpTo(page, 1);
  if (at) await expect(page.locator('.stranger .where')).toContainText(`at “${at}”`);
  await playNow(page, move);
  await expect(page).toHaveURL(/#\/table\//);
}

/**
 * Moves whenever the page asks for it, up to the end of the game. Returns the winnings, or 0.
 */
async function playOut({ page }: Player, choice: string, bet: number): Promise<number> {
  const won = page.getByText(/^You won \d+ VARA$/);
  const lost = page.getByRole('heading', { name: `You lost ${bet} VARA` });
  const move = page.getByRole('radio', { name: choice, exact: true });
  const commit = page.getByRole('button', { name: `Play ${choice}` });
  for (let look = 0; look < 100; look += 1) {
    await expect(won.or(lost).or(move).first()).toBeVisible({ timeout: 120_000 });
    if (await lost.first().isVisible()) return 0;
    if (await won.first().isVisible()) return Number((await won.first().innerText()).replace(/\D/g, ''));
    // The round may end before the press. Then the next round asks again.
    await move.click({ timeout: 2_000 }).catch(() => undefined);
    await commit.click({ timeout: 2_000 }).catch(() => undefined);
    await page.waitForTimeout(500);
  }
  throw new Error(`asked for a hundred moves, and still not over: ${await page.locator('main').innerText()}`);
}

test('two browsers and two terminals that know only a club play a knockout', async ({ world }) => {
  test.setTimeout(600_000);
  const club = await clubWith(world.node, [{ bet: VARA, seats: 4, title: 'Four' }]);
  const [alice, bob] = [await world.join('Alice'), await world.join('Bob')];
  const join = ['join', '--any', `--club=${club}`, '--max-bet=1', '--auto', '--yes'];
  const terminals = ['dave', 'eve'].map((name) => world.node.rpsls(name, join));
  // Where nobody is at a bracket yet, the page opens a duel.
  await sitDown(alice, club, 'Rock', 'Four');
  await sitDown(bob, club, 'Paper', 'Four');
  expect(bob.page.url()).toBe(alice.page.url());
  const won = await Promise.all([playOut(alice, 'Rock', 1), playOut(bob, 'Paper', 1)]);
  await Promise.all(terminals);
  // The list shows who has won, and how much.
  await bob.goHome();
  const four = bob.page.locator('.listed').filter({ hasText: 'Four' });
  await expect(four).toContainText(/Last game: .+ won the pot of 4 VARA in 2 rounds/);
  const winner = ['Alice', 'Bob (you)'].find((_, index) => won[index] === 3);
  await expect(four).toContainText(winner ? `${winner} won the pot` : /(Dave|Eve) won the pot/);
});
