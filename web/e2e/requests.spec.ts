import type { Page } from '@playwright/test';
import { expect, STAGES, test, toMove } from './fixtures';
import { connectWallet, fund, installWallet } from './wallet';

interface Counter {
  asked: string[];
  /** Blocks that the page has heard of. */
  blocks: number;
}

/** Counts what a page asks its node. */
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

/** So many of each method, for those who read why it is too much. */
function tally(asked: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const method of asked) counts.set(method, (counts.get(method) ?? 0) + 1);
  return [...counts].map(([method, count]) => `${count} ${method}`).join(', ');
}

test('whoever opens a table on an old chain asks for little, and may ask for more', async ({ world }) => {
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
  // As many blocks come meanwhile as the machine is slow.
  expect(asked.length, tally(asked)).toBeLessThanOrEqual(90 + 2 * counter.blocks);
  await guest.page.getByRole('button', { name: 'Look further back' }).click();
  await expect.poll(() => asked.length).toBeGreaterThan(1_000);
});

test('whoever waits at a table asks once a block, and for the vouchers once a minute', async ({ world }) => {
  const program = await world.node.openTable({ seats: '3', entry: ['1', 'h'] });
  await fund(world.node, '//Ada', 40_000_000_000_000n);
  const ada = await world.join('Wallet');
  const counter = await counted(ada.page);
  await installWallet(ada.page, { uri: '//Ada' });
  await ada.openTable(program);
  await connectWallet(ada.page);
  await expect(ada.page.getByText('One signature for the whole game')).toBeVisible();
  /** Of some twenty blocks, which take a minute on Vara; what was asked for the last may come late. */
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

test('a chain whose runtime the page comes with tells little until it is known', async ({ world }) => {
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
  // If this fails, the development node has another runtime: `npm run metadata` at one of those.
  expect(asked).not.toContain('state_getMetadata');
  expect(heard).toBeLessThanOrEqual(10_000);
});
