import { expect, numberOf, SEAT, STAGES, test } from './fixtures';
import { interceptNode } from './wire';

/** A node's answer to an estimate for a message that asks for the remaining gas. */
const FORBIDDEN = {
  code: 8000,
  message: 'Runtime error',
  data: '"Program terminated with a trap: \'Unable to call a forbidden function\'"',
};
const BUSY = { code: -32999, message: 'Too many requests: access denied' };

test('a message without the node’s estimate is sent with the published gas, and the page says so', async ({
  world,
}) => {
  const [alice, bob] = [await world.join('Alice'), await world.join('Bob')];
  let isStrict = false;
  await interceptNode(alice.page, (method) =>
    isStrict && method === 'gear_calculateGasForHandle' ? FORBIDDEN : undefined,
  );
  const program = await alice.ownTable();
  await bob.openTable(program);
  await bob.choose();
  await bob.register();
  isStrict = true;
  await alice.page.getByRole('button', { name: SEAT }).click();
  await expect(alice.page.getByText('The node does not tell the fee')).toContainText('more than enough is set aside');
  await expect(alice.page.getByText('You have a seat', { exact: true })).toBeVisible();
  await world.node.advanceBlocks(201);
  await alice.stage(STAGES.moves);
  await alice.commit('Rock');
  await bob.commit('Scissors');
  await expect(alice.page.getByText('You won 10 VARA')).toBeVisible();
});

test('the page shows the node’s details, not its title', async ({ world }) => {
  const alice = await world.join('Alice');
  let isFull = false;
  await interceptNode(alice.page, (method) =>
    isFull && method === 'gear_calculateReplyForHandle'
      ? { code: 8000, message: 'Runtime error', data: '"Block gas limit exceeded"' }
      : undefined,
  );
  await alice.ownTable();
  isFull = true;
  await alice.page.getByRole('button', { name: SEAT }).click();
  await expect(alice.page.getByRole('alert')).toContainText('The node says: Block gas limit exceeded');
});

test('the page does not present a node’s refusal as the person’s, and a reveal goes on', async ({ world }) => {
  const [alice, bob] = [await world.join('Alice'), await world.join('Bob')];
  let refusals = 0;
  await interceptNode(alice.page, (method) => {
    if (refusals === 0 || method !== 'author_submitAndWatchExtrinsic') return undefined;
    refusals -= 1;
    return BUSY;
  });
  const program = await alice.ownTable();
  await bob.openTable(program);
  await bob.choose();
  refusals = 1;
  await alice.page.getByRole('button', { name: SEAT }).click();
  await expect(alice.page.getByRole('alert')).toContainText('Too many requests: access denied');
  await expect(alice.page.getByText('You declined to sign')).toHaveCount(0);
  await alice.register();
  await bob.register();
  await world.node.advanceBlocks(201);
  await alice.stage(STAGES.moves);
  await alice.commit('Paper');
  await expect(alice.page.getByRole('heading', { name: 'Your move is sealed' })).toBeVisible();
  refusals = 1;
  await bob.commit('Rock');
  await expect(alice.page.getByText('You won 10 VARA')).toBeVisible();
  expect(refusals).toBe(0);
});

test('the code of tables is uploaded once, and the price is shown before and after', async ({ world }) => {
  const alice = await world.join('Alice');
  await alice.open('/deploy');
  await alice.choose();
  await expect(alice.page.getByText('The first table on this network costs more')).toBeVisible();
  const priceOf = async (): Promise<number> => {
    const text = await alice.page.getByText('Takes up to about').innerText();
    return Number(/about ([\d.]+) VARA/.exec(text)?.[1]);
  };
  const first = await priceOf();
  const before = await alice.balance();
  await alice.page.getByRole('button', { name: 'Create the table' }).click();
  await expect(alice.page.getByText(/^Your table is open. It took [\d.]+ VARA\.$/)).toBeVisible();
  const toast = await alice.page.locator('.toast').innerText();
  await alice.passInvitation();
  await alice.stage(STAGES.lobby);
  const spent = Number(/took ([\d.]+) VARA/.exec(toast)?.[1]);
  // This rounds up to two decimals.
  const taken = async (): Promise<number> => numberOf(before) - numberOf(await alice.balance());
  await expect.poll(async () => Math.ceil((await taken()) * 100 - 1e-6) / 100).toBe(spent);
  // The chain gives the unused part of the price back.
  expect(spent).toBeLessThan(first + 0.01);
  expect(spent).toBeGreaterThan(first - 0.25);

  await alice.open('/deploy');
  await expect(alice.page.getByText('Takes up to about')).toBeVisible();
  await expect(alice.page.getByText('The first table on this network costs more')).toHaveCount(0);
  expect(await priceOf()).toBeLessThan(first);
});
