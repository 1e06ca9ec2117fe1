import { expect, numberOf, STAGES, test } from './fixtures';

// Vara is to lose what the other tests' pages read by: a whole game is read by queries.
test.use({ readsState: false });

test('two players and a spectator, from deployment to payout, with a draw', { tag: '@journey' }, async ({ world }) => {
  const alice = await world.join('Alice');
  const bob = await world.join('Bob');
  const spectator = await world.join('nobody');
  const program = await alice.deploy({ bet: '10' });
  const before = numberOf(await alice.balance());
  await bob.visit(program);
  await spectator.openTable(program);
  await expect(spectator.page.getByText(/invites you to rock, paper/)).toBeVisible();

  await alice.register();
  await bob.register();
  await expect(spectator.page.locator('.player')).toHaveCount(2);
  await expect(spectator.page.locator('.figure.main')).toContainText('20 VARA');
  await world.node.advanceBlocks(201);

  // Both choose the same move in the first round.
  for (const player of [alice, bob]) await player.stage(STAGES.moves);
  await alice.commit('Rock');
  await bob.commit('Rock');
  await expect(spectator.page.getByText('Round 2')).toBeVisible();
  await expect(spectator.page.getByText('All chose the same: everybody plays on.').first()).toBeVisible();
  await expect(alice.page.locator('.result.round').getByRole('heading', { name: 'You play on' })).toBeVisible();

  await alice.commit('Lizard');
  await bob.commit('Spock');
  await expect(alice.page.getByText('You won 10 VARA')).toBeVisible();
  const lost = bob.page.locator('.result.lost');
  await expect(lost.getByRole('heading', { name: 'You lost 10 VARA' })).toBeVisible();
  await expect(lost).toContainText('Alice’s Lizard poisoned your Spock.');
  await expect(lost).toContainText('Alice won the pot of 20 VARA.');
  await expect(spectator.page.locator('.result.watched')).toContainText('Alice’s Lizard poisoned Bob’s Spock.');
  await expect(spectator.page.getByText('was paid 20 VARA')).toBeVisible();
  await expect(spectator.page.locator('.figure.main')).toContainText('0 VARA');
  // This is the pot less the bet, fees and gas. The page reads balances again with the next block.
  const gained = async (): Promise<number> => numberOf(await alice.balance()) - before;
  await expect.poll(gained).toBeGreaterThan(5);
  expect(await gained()).toBeLessThan(10);
});
