import { expect, test, toMove } from './fixtures';

test('who has lost is told by what, and the next game is a press away', { tag: '@journey' }, async ({ world }) => {
  const [alice, bob] = await toMove(world);
  await alice.commit('Rock');
  await bob.commit('Paper');
  await expect(alice.page.locator('.result.lost')).toContainText('Bob’s Paper covered your Rock.');
  await expect(bob.page.locator('.result.won')).toContainText('Your Paper covered Alice’s Rock.');
  // The card shows the price of a press.
  await expect(bob.page.getByRole('heading', { name: 'Rematch for 10 VARA: pick your move' })).toBeVisible();
  await expect(bob.page.locator('.again .price')).toContainText('10 VARA');
  await expect(bob.page.getByRole('button', { name: /^Again with/ })).toHaveCount(5);
  await expect(bob.page.getByRole('link', { name: 'Another opponent' })).toHaveAttribute('href', /^#\/\?node=/);
  const top = (): Promise<number> =>
    alice.page.locator('.again-moves').evaluate(({ offsetTop }: HTMLElement) => offsetTop);
  const before = await top();
  await bob.page.getByRole('button', { name: 'Again with Rock' }).click();
  await bob.hasSeat();
  await expect(alice.page.getByText('Here for another game: Bob.')).toBeVisible();
  // They did not move under a finger.
  expect(await top()).toBe(before);
  await alice.page.getByRole('button', { name: 'Again with Paper' }).click();
  await expect(alice.page.locator('.result.won')).toContainText('You have won 1 of 2 games here.');
});
