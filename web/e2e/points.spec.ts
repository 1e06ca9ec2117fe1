import { expect, STAGES, test } from './fixtures';

test('points decide a round that no move wins, and the picture shows them', async ({ world }) => {
  const names = ['Alice', 'Bob', 'Charlie', 'Dave'];
  const [alice, bob, charlie, dave] = await Promise.all(names.map((name) => world.join(name)));
  if (!alice || !bob || !charlie || !dave) throw new Error('somebody is missing');
  const program = await alice.ownTable({ seats: '4', isModern: true });
  for (const player of [bob, charlie, dave]) await player.visit(program);
  await alice.join('Rock');
  await bob.join('Scissors');
  await charlie.join('Paper');
  await dave.join('Lizard');
  // Scissors beats Paper and Lizard, Rock beats Scissors and Lizard: one point each.
  const lost = charlie.page.locator('.result.lost');
  await expect(lost).toContainText('Paper scored −1, Rock and Scissors +1: the highest score went on.');
  await expect(charlie.page.locator('.score')).toHaveText(['+1', '−1', '+1', '−1']);
  await expect(alice.page.getByText('No move beat all others, so points decided').first()).toBeVisible();
  await alice.stage(STAGES.moves);
});

test('a reveal can bring the next move, and a stop waits until its round is decided', async ({ world }) => {
  const [alice, bob] = [await world.join('Alice'), await world.join('Bob')];
  const { page } = alice;
  const program = await alice.ownTable({ seats: '2', isModern: true, format: 'Replay' });
  await bob.visit(program);
  await alice.switchRevealForMe(false);
  await alice.join('Rock');
  await bob.join('Rock');
  await page.locator('summary', { hasText: 'Choose the next move, too' }).click();
  await page.getByRole('radio', { name: 'Paper', exact: true }).click();
  await page.getByRole('button', { name: 'Show Rock, then play Paper' }).click();
  await expect(page.getByText('Round 2')).toBeVisible();
  await alice.hasSealed();
  await bob.commit('Rock');
  await alice.stage(STAGES.reveals);
  await page.getByRole('button', { name: 'Stop the game' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('the game stops after this round');
  await dialog.getByRole('button', { name: 'Stop it' }).click();
  await expect(bob.page.getByText('The owner stops the game after this round')).toBeVisible();
  await page.getByRole('button', { name: 'Show Paper' }).click();
  await expect(page.getByText('You won 10 VARA')).toBeVisible();
});
