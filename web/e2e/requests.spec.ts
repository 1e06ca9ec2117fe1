import type { Page } from '@playwright/test';
import { expect, STAGES, test, toMove, VARA } from './fixtures';
import { connectWallet, fund, installWallet } from './wallet';
import { counted, interceptNode } from './wire';

test('opening a table on an old chain takes few requests, and the visitor can ask for more', async ({ world }) => {
  const [alice, bob] = await toMove(world);
  const url = alice.page.url();
  await alice.commit('Lizard');
  await bob.commit('Spock');
  await expect(bob.page.locator('.result.lost')).toBeVisible();
  for (const { page } of [alice, bob]) await page.close();
  // More than a page reads back by itself.
  await world.node.advanceBlocks(2_000);
  const guest = await world.join('nobody');
  const counter = await counted(guest.page);
  const { asked } = counter;
  await guest.page.goto(url);
  await guest.stage(STAGES.lobby);
  await expect(guest.page.locator('.duel-card')).toContainText(/Lizard poisoned .*Spock/);
  // Registration is far past its deadline, but the pot was paid.
  const result = guest.page.locator('.result.watched');
  await expect(result).toContainText('Alice won the pot of 20 VARA');
  await expect(result).not.toContainText('once somebody moves the game on');
  await guest.page.waitForTimeout(10_000);
  // On a slow machine more blocks come in the meantime.
  expect(asked.length, asked.join(', ')).toBeLessThanOrEqual(90 + 2 * counter.blocks);
  await guest.page.getByRole('button', { name: 'Look further back' }).click();
  await expect.poll(() => asked.length, { timeout: 180_000 }).toBeGreaterThan(1_000);
  // The loser comes again, and sees how the game ended, and what nobody has seen here.
  const later = await bob.again();
  await later.page.goto(url);
  await later.choose();
  await expect(later.page.locator('.result.lost')).toContainText('Alice’s Lizard poisoned your Spock.');
  await expect(later.page.getByRole('heading', { name: 'You lost 10 VARA' })).toBeVisible();
  await expect(later.page.locator('.duel-card')).toContainText('Previous round');
  await expect(later.page.getByText('This browser saw nothing')).toBeVisible();
});

/** Checks that a page which waits asks at most four times a minute: that is twenty blocks of Vara. */
async function expectLittle(page: Page, { asked }: Awaited<ReturnType<typeof counted>>, most = 4): Promise<void> {
  await page.waitForTimeout(5_000);
  const before = asked.length;
  await page.waitForTimeout(20 * 600);
  const since = asked.slice(before);
  expect(since.length, since.join(', ')).toBeLessThanOrEqual(most);
}

test('whoever waits at a table, or watches it, asks at most four times a minute', async ({ world }) => {
  const program = await world.node.openTable({ seats: '3', entry: ['1', 'h'] });
  await fund(world.node, '//Ada', 40n * VARA);
  const ada = await world.join('Wallet');
  const counter = await counted(ada.page);
  await installWallet(ada.page, { uri: '//Ada' });
  await ada.openTable(program);
  await connectWallet(ada.page);
  await expect(ada.page.getByText('One signature takes the seat')).toBeVisible();
  await expectLittle(ada.page, counter);
  await ada.join('Rock');
  await expect(ada.page.getByText('There is nothing more to sign')).toBeVisible();
  const watcher = await world.join('nobody');
  const watching = await counted(watcher.page);
  await watcher.openTable(program);
  await expect(watcher.page.getByText('1 of 3').first()).toBeVisible();
  await Promise.all([expectLittle(ada.page, counter), expectLittle(watcher.page, watching)]);
  // Later the time to sit down begins again and again.
  for (const { page } of [ada, watcher]) await page.goto('about:blank');
  await world.node.advanceBlocks(1_210);
  for (const player of [ada, watcher]) {
    await player.openTable(program);
    await expect(player.page.getByText('1 of 3').first()).toBeVisible();
  }
  await Promise.all([expectLittle(ada.page, counter), expectLittle(watcher.page, watching)]);
  // What happens then is seen in the block that has it.
  const bob = await world.join('Bob');
  await bob.visit(program);
  await bob.join('Paper');
  await expect(watcher.page.getByText('2 of 3').first()).toBeVisible();
});

test('of a node that tells of no blocks by itself each block is asked', async ({ world }) => {
  const program = await world.node.openTable({ seats: '2' });
  const watcher = await world.join('nobody');
  const counter = await counted(watcher.page);
  await interceptNode(watcher.page, (method, [keys]) =>
    method === 'state_subscribeStorage' && (keys as unknown[]).length > 1
      ? { code: -32_601, message: 'Method not found' }
      : undefined,
  );
  await watcher.openTable(program);
  await expect(watcher.page.getByText('0 of 2').first()).toBeVisible();
  const before = { asked: counter.asked.length, blocks: counter.blocks };
  await watcher.page.waitForTimeout(20 * 600);
  const most = counter.blocks - before.blocks + 8;
  expect(counter.asked.length - before.asked).toBeLessThanOrEqual(most);
  const bob = await world.join('Bob');
  await bob.visit(program);
  await bob.join('Paper');
  await expect(watcher.page.getByText('1 of 2').first()).toBeVisible();
});

test('a chain whose runtime comes with the page sends little before the page is ready', async ({ world }) => {
  const someone = await world.join('Alice');
  const counter = await counted(someone.page);
  await someone.open('/');
  // If this fails, the development node has another runtime: run `npm run metadata` at such a node.
  expect(counter.asked).not.toContain('state_getMetadata');
  expect(counter.characters).toBeLessThanOrEqual(10_000);
});
