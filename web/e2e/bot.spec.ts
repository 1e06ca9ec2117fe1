import { expect, test } from './fixtures';

test('a newcomer plays a whole game against a bot, from the first screen', { tag: '@journey' }, async ({ world }) => {
  const newcomer = await world.join('nobody');
  const { page } = newcomer;
  await newcomer.open('/');
  await page.getByRole('button', { name: 'Play a bot on this network' }).click();
  await expect(page.getByText('A bot sits at this table')).toBeVisible();
  await newcomer.join('Rock');
  await expect(page.locator('.result.won, .result.lost, .result.watched, .last-game').first()).toBeVisible();
});
