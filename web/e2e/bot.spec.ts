import { expect, test } from './fixtures';

const MOVES = ['Rock', 'Paper', 'Scissors', 'Lizard', 'Spock'];

test('a newcomer plays a whole game against a bot, from the first screen', { tag: '@journey' }, async ({ world }) => {
  const newcomer = await world.join('nobody');
  const { page } = newcomer;
  await newcomer.open('/');
  await page.getByRole('button', { name: 'Play a bot on this network' }).click();
  await expect(page.getByText('A bot sits at this table')).toBeVisible();
  await newcomer.join('Rock');
  // One round in five is a draw. This plays as many rounds as it takes; twelve are enough.
  const result = page.locator('.result.won, .result.lost, .result.watched');
  const move = page.getByRole('button', { name: 'Choose a move' });
  for (let round = 0; round < 12; round += 1) {
    await expect(result.or(move).first()).toBeVisible();
    if (await result.isVisible()) break;
    await newcomer.commit(MOVES[round % MOVES.length] ?? 'Rock');
    await expect(page.getByRole('heading', { name: 'Choose your move' })).toHaveCount(0);
  }
  await expect(result.or(page.locator('.last-game')).first()).toBeVisible();
});
