import type { Page } from '@playwright/test';
import { expect, STAGES, test, toMove } from './fixtures';
import { connectWallet, fund, installWallet } from './wallet';

interface Counter {
  asked: string[];
  /** The number of blocks that the page has heard of. */
  blocks: number;
}

/** Counts the requests of a page to its node. */
async function counted(page: Page): Promise<Counter> {
  const counter: Counter = { asked: [], blocks: 0 };
  await page.routeWebSocket(/^ws:/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      counter.asked.push((JSON.parse(message.toString()) as { method: string }).method);
      server.send(message);
    });
    server.onMessage((message) => {
      if (message.toString().includes('"chain_newHead"')) counter.blocks += 1;
      socket.send(message);
    });
  });
  return counter;
}

/** The number of requests of each method, to explain a failure. */
function tally(asked: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const method of asked) counts.set(method, (counts.get(method) ?? 0) + 1);
  return [...counts].map(([method, count]) => `${count} ${method}`).join(', ');
}

test('opening a table on an old chain takes few requests, and the visitor can ask for more', async ({ world }) => {
  const [alice, bob] = await toMove(world);
  const url = alice.page.url();
  await alice.commit('Lizard');
  await bob.commit('Spock');
  await expect(bob.page.locator('.result.lost')).toBeVisible();
  for (const { page } of [alice, bob]) await page.close();
  await world.node.advanceBlocks(1_100);
  const guest = await world.join('nobody');
  const counter = await counted(guest.page);
  const { asked } = counter;
  await guest.page.goto(url);
  await guest.stage(STAGES.lobby);
  await expect(guest.page.locator('.duel-card')).toContainText(/Lizard poisoned .*Spock/);
  await guest.page.waitForTimeout(10_000);
  // On a slow machine more blocks come in the meantime.
  expect(asked.length, tally(asked)).toBeLessThanOrEqual(90 + 2 * counter.blocks);
  await guest.page.getByRole('button', { name: 'Look further back' }).click();
  await expect.poll(() => asked.length).toBeGreaterThan(1_000);
});

test('waiting at a table takes one request for each block, and one a minute for the vouchers', async ({ world }) => {
  const program = await world.node.openTable({ seats: '3', entry: ['1', 'h'] });
  await fund(world.node, '//Ada', 40_000_000_000_000n);
  const ada = await world.join('Wallet');
  const counter = await counted(ada.page);
  await installWallet(ada.page, { uri: '//Ada' });
  await ada.openTable(program);
  await connectWallet(ada.page);
  await expect(ada.page.getByText('Sign once for the whole game')).toBeVisible();
  /**
   * Checks the requests of some twenty blocks, which take a minute on Vara. Requests for the last block may
   * come late.
   */
  const expectLittle = async (): Promise<void> => {
    const before = { asked: counter.asked.length, blocks: counter.blocks };
    await ada.page.waitForTimeout(20 * 600);
    const asked = counter.asked.slice(before.asked);
    expect(asked.length, tally(asked)).toBeLessThanOrEqual(counter.blocks - before.blocks + 4);
  };
  await expectLittle();
  await ada.join('Rock');
  await expect(ada.page.getByText('There is nothing more to sign')).toBeVisible();
  await ada.page.waitForTimeout(5_000);
  await expectLittle();
});

test('a chain whose runtime comes with the page sends little before the page is ready', async ({ world }) => {
  const someone = await world.join('Alice');
  const asked: string[] = [];
  let heard = 0;
  await someone.page.routeWebSocket(/^ws:/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      asked.push((JSON.parse(message.toString()) as { method: string }).method);
      server.send(message);
    });
    server.onMessage((message) => {
      heard += message.toString().length;
      socket.send(message);
    });
  });
  await someone.open('/');
  // If this fails, the development node has another runtime: run `npm run metadata` at such a node.
  expect(asked).not.toContain('state_getMetadata');
  expect(heard).toBeLessThanOrEqual(10_000);
});
