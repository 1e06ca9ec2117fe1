import { expect, numberOf, SEAT, STAGES, test } from './fixtures';

// Vara is to lose what the other tests' pages read by: a whole game is read by queries.
test.use({ readsState: false });

test('two players and a spectator, from deployment to payout, by a toss', { tag: '@journey' }, async ({ world }) => {
  const alice = await world.join('Alice');
  const bob = await world.join('Bob');
  const spectator = await world.join('nobody');
  const program = await alice.deploy({ bet: '10', seats: '2', isModern: true });
  const before = numberOf(await alice.balance());
  await bob.visit(program);
  await spectator.openTable(program);
  await expect(spectator.page.getByText(/invites you to rock, paper/)).toBeVisible();

  await alice.register();
  await bob.page.getByRole('button', { name: SEAT }).click();
  await expect(spectator.page.locator('.player')).toHaveCount(2);
  await expect(spectator.page.locator('.figure.main')).toContainText('20 VARA');

  // Both choose the same move, and their passwords so that the toss is Alice's, who sat down first.
  for (const player of [alice, bob]) {
    await player.stage(STAGES.moves);
    await player.page.locator('summary', { hasText: 'How your move is hidden' }).click();
    await player.page.getByLabel('Password', { exact: true }).fill('a password that both have, 8461');
  }
  await alice.commit('Rock');
  await bob.commit('Rock');
  const coin = /sealed text gives \d, .*sealed text gives \d\. They are equal, so the earlier seat goes on\./;
  await expect(alice.page.getByText('You won 10 VARA')).toBeVisible();
  const lost = bob.page.locator('.result.lost');
  await expect(alice.page.locator('.result.won')).toContainText(/After fees you have 9\.[\d]+ VARA more than before\./);
  await expect(lost).toContainText(/After fees you have 10\.[\d]+ VARA less than before\./);
  await expect(lost.getByRole('heading', { name: 'You lost 10 VARA' })).toBeVisible();
  await expect(lost).toContainText('Both chose Rock, and the toss went to Alice. The coin:');
  await expect(lost).toContainText(coin);
  await expect(lost).toContainText('Alice won the pot of 20 VARA.');
  await expect(spectator.page.locator('.result.watched')).toContainText(coin);
  await expect(spectator.page.getByText('was paid 20 VARA')).toBeVisible();
  // A duel asks for one move, once.
  for (const { page } of [alice, bob]) await expect(page.getByText('Choose the next move, too')).toHaveCount(0);
  await expect(spectator.page.locator('.figure.main')).toContainText('0 VARA');
  // This is the pot less the bet, fees and gas. The page reads balances again with the next block.
  const gained = async (): Promise<number> => numberOf(await alice.balance()) - before;
  await expect.poll(gained).toBeGreaterThan(5);
  expect(await gained()).toBeLessThan(10);
});
