import { expect, test, toMove } from './fixtures';

test(
  'who has lost is told that the other wants another game, and how all games here came out',
  { tag: '@journey' },
  async ({ world }) => {
    const [alice, bob] = await toMove(world);
    await alice.commit('Rock');
    await bob.commit('Paper');
    await expect(alice.page.locator('.result.lost')).toBeVisible();
    await expect(bob.page.locator('.result.won')).toBeVisible();
    await bob.join('Rock');
    await expect(alice.page.getByText('Here for another game: Bob.')).toBeVisible();
    await alice.join('Paper');
    await expect(alice.page.locator('.result.won')).toContainText('You have won 1 of 2 games here.');
  },
);
