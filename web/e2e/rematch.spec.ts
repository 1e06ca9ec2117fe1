import { expect, SEAT, test, toMove } from './fixtures';

test(
  'who has lost is told by what, and that the other wants another game, which is one press away',
  { tag: '@journey' },
  async ({ world }) => {
    const [alice, bob] = await toMove(world);
    await alice.commit('Rock');
    await bob.commit('Paper');
    await expect(alice.page.locator('.result.lost')).toContainText('Bob’s Paper covered your Rock.');
    await expect(bob.page.locator('.result.won')).toContainText('Your Paper covered Alice’s Rock.');
    // The card shows the price of a press.
    await expect(bob.page.getByRole('heading', { name: 'Again for 10 VARA: pick a move' })).toBeVisible();
    await expect(bob.page.locator('.again .price')).toContainText('10 VARA');
    await bob.page.getByRole('button', { name: 'Again with Rock' }).click();
    await expect(bob.page.getByText('You have a seat', { exact: true })).toBeVisible();
    await expect(alice.page.getByText('Here for another game: Bob.')).toBeVisible();
    await alice.page.getByRole('button', { name: 'Again with Paper' }).click();
    await expect(alice.page.locator('.result.won')).toContainText('You have won 1 of 2 games here.');
  },
);

test('after a game the player can also choose how to sit down, or another opponent', async ({ world }) => {
  const [alice, bob] = await toMove(world);
  await alice.commit('Rock');
  await bob.commit('Paper');
  const again = alice.page.getByRole('button', { name: /^Again with/ });
  await expect(again).toHaveCount(5);
  await expect(alice.page.getByRole('link', { name: 'Another opponent' })).toHaveAttribute('href', /^#\/\?node=/);
  await alice.page.getByRole('button', { name: 'Sit down, choose later' }).click();
  await expect(again).toHaveCount(0);
  await expect(alice.page.getByRole('button', { name: SEAT })).toBeVisible();
});
