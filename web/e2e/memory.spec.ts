import { expect, STAGES, test, toMove } from './fixtures';

/** Longer than a page looks back by itself, in blocks. */
const AGES = 2_000;

test('a table tells its whole game after the page was closed for long, and what nobody has seen', async ({ world }) => {
  const [alice, bob] = await toMove(world);
  const url = bob.page.url();
  await alice.commit('Lizard');
  await bob.commit('Spock');
  await expect(bob.page.locator('.result.lost')).toContainText('Lizard poisons Spock.');
  await bob.page.close();
  await world.node.advanceBlocks(AGES);

  const later = await bob.again();
  await later.page.goto(url);
  await later.choose();
  await later.stage(STAGES.lobby);
  await expect(later.page.locator('.result.lost')).toContainText('Lizard poisons Spock.');
  await expect(later.page.getByRole('heading', { name: 'You lost 10 VARA' })).toBeVisible();
  await expect(later.page.locator('.duel-card')).toContainText('Last round');
  await expect(later.page.getByText('nobody here was looking')).toBeVisible();
});

test('who was away while others played is told of it, an hour later', async ({ world }) => {
  const [alice, bob] = await toMove(world);
  const url = alice.page.url();
  await alice.commit('Lizard');
  await bob.commit('Spock');
  await expect(bob.page.locator('.result.lost')).toBeVisible();
  await world.node.advanceBlocks(900);
  // Somebody who was never here before.
  const guest = await world.join('nobody');
  await guest.page.goto(url);
  await guest.stage(STAGES.lobby);
  await expect(guest.page.getByText('Lizard poisons Spock')).toBeVisible();
  await expect(guest.page.getByText('was paid 20 VARA')).toBeVisible();
});
