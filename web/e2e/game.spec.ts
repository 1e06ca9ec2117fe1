import { expect, STAGES, test } from './fixtures';

test('two players and a spectator, from deployment to payout, with a draw', async ({ world }) => {
  const alice = await world.join('Alice');
  const bob = await world.join('Bob');
  const spectator = await world.join('nobody');
  const program = await alice.deploy({ bet: '10' });
  await bob.openTable(program);
  await bob.choose();
  await spectator.openTable(program);
  await expect(spectator.page.getByText('You are watching')).toBeVisible();

  await alice.register();
  await bob.register();
  await expect(spectator.page.locator('.player')).toHaveCount(2);
  await expect(spectator.page.locator('.figure.main')).toContainText('20 VARA');
  await world.node.advanceBlocks(201);

  // Both choose the same in the first round.
  for (const player of [alice, bob]) await player.stage(STAGES.moves);
  await alice.commit('Rock');
  await bob.commit('Rock');
  await expect(spectator.page.getByText('Round 2')).toBeVisible();
  await expect(spectator.page.getByText('All chose the same: everybody plays on.')).toBeVisible();

  await alice.commit('Lizard');
  await bob.commit('Spock');
  await expect(alice.page.getByText('You won 20 VARA')).toBeVisible();
  await expect(bob.page.getByText('won 20 VARA', { exact: false }).first()).toBeVisible();
  await expect(spectator.page.getByText('Lizard poisons Spock')).toBeVisible();
  await expect(spectator.page.getByText('was paid 20 VARA')).toBeVisible();
  await expect(spectator.page.locator('.figure.main')).toContainText('0 VARA');
  expect(await alice.balance()).not.toEqual(await bob.balance());
});
