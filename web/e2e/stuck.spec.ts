import { expect, STAGES, test } from './fixtures';
import { forgeState } from './forged';
import { holdable } from './wire';

const DAY = 86_400_000;

test('a lone player waits, and closes the game once anybody can', async ({ world }) => {
  const alice = await world.join('Alice');
  await alice.ownTable({ seats: '2', isModern: true });
  await alice.register();
  await world.node.advanceBlocks(201);
  // Nobody has been silent, since there was nothing to do.
  await expect(alice.page.getByText('Waiting for an opponent. There is no time limit.')).toBeVisible();
  await expect(alice.page.getByText(/^Nobody has acted/)).toHaveCount(0);
  await world.node.passTime(31 * DAY);
  await expect(alice.page.getByText('Nobody has acted for 30 days')).toBeVisible();
  await alice.page.getByRole('button', { name: 'Close the game' }).click();
  await expect(alice.page.locator('.player')).toHaveCount(0);
  await expect(alice.page.getByText('was paid 10 VARA')).toHaveCount(1);
});

test('a game that can be closed just as the page asks from when is closed, too', async ({ world }) => {
  const alice = await world.join('Alice');
  const questions = await holdable(alice.page, /^gear_readState \S+ 0x0a/);
  await alice.ownTable({ seats: '2', isModern: true });
  await alice.register();
  questions.hold();
  await world.node.advanceBlocks(201);
  await questions.held;
  await world.node.passTime(31 * DAY);
  questions.letGo();
  await expect(alice.page.getByText('Nobody has acted for 30 days')).toBeVisible();
});

test('while shares of a stopped game are due no seat is free, and the page shows the payouts', async ({ world }) => {
  const bob = await world.join('Bob');
  const program = await world.node.openTable({ seats: '200' });
  await forgeState(bob.page, (state) => ({ ...state, pot: '30000000000000' }));
  await bob.visit(program);
  await bob.stage(STAGES.lobby);
  await expect(bob.page.getByText('30 VARA of the last pot is still to be paid out')).toBeVisible();
  await expect(bob.page.getByRole('button', { name: 'Send the next payouts' })).toBeEnabled();
  await expect(bob.page.getByRole('button', { name: /^Take a seat/ })).toHaveCount(0);
});
