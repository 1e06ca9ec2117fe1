import { expect, test } from './fixtures';

test('the first message after an upgrade of the chain pays for the code, and the next one does not', async ({
  world,
}) => {
  const [alice, bob] = [await world.join('Alice'), await world.join('Bob')];
  const program = await alice.ownTable({ seats: '3' });
  await bob.visit(program);
  await world.node.call('dev_upgradeRuntime', []);
  const note = /The network was updated: this costs \d\.\d+ VARA more/;
  await alice.register();
  await expect(alice.page.getByText(note)).toBeVisible();
  await bob.register();
  await expect(bob.page.getByText(note)).toHaveCount(0);
  await expect(alice.page.locator('.player')).toHaveCount(2);
});
