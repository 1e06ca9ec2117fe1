import { expect, numberOf, SEAT, STAGES, test } from './fixtures';
import { counted, interceptNode } from './wire';

/** What a node answers to requests of a method in place of what they ask for. */
const REFUSALS = {
  gear_calculateReplyForHandle: { code: 8000, message: 'Runtime error', data: '"Block gas limit exceeded"' },
  // The estimate of a message that asks for the remaining gas.
  gear_calculateGasForHandle: {
    code: 8000,
    message: 'Runtime error',
    data: '"Program terminated with a trap: \'Unable to call a forbidden function\'"',
  },
  author_submitAndWatchExtrinsic: { code: -32999, message: 'Too many requests: access denied' },
};

test('the page says what the node says, goes on without an estimate, and repeats a refused reveal', async ({
  world,
}) => {
  const [alice, bob] = [await world.join('Alice'), await world.join('Bob')];
  let refused: keyof typeof REFUSALS | null = null;
  let times = 0;
  let isEstimated = true;
  await interceptNode(alice.page, (method) => {
    if (method === 'gear_calculateGasForHandle' && !isEstimated) return REFUSALS[method];
    if (method !== refused) return undefined;
    times += 1;
    return REFUSALS[method];
  });
  const program = await alice.ownTable({ seats: '2', isModern: true });
  await bob.visit(program);
  const seat = alice.page.getByRole('button', { name: SEAT });
  const alert = alice.page.getByRole('alert');

  // The node's details are shown, not its title.
  refused = 'gear_calculateReplyForHandle';
  await seat.click();
  await expect(alert).toContainText('The node says: Block gas limit exceeded');
  // It is not the person who has declined. The published gas is enough.
  refused = 'author_submitAndWatchExtrinsic';
  isEstimated = false;
  await seat.click();
  await expect(alert).toContainText('Too many requests: access denied');
  await expect(alice.page.getByText('You declined to sign')).toHaveCount(0);
  refused = null;
  await expect(alice.page.getByText('The node does not tell the fee')).toContainText('more than enough is set aside');
  await seat.click();
  await alice.hasSeat();

  isEstimated = true;
  await bob.page.getByRole('button', { name: SEAT }).click();
  await alice.stage(STAGES.moves);
  await alice.seal('Paper');
  refused = 'author_submitAndWatchExtrinsic';
  times = 0;
  await bob.commit('Rock');
  // Each try gives it in four times.
  await expect.poll(() => times).toBeGreaterThan(4);
  refused = null;
  await expect(alice.page.getByText('You won 10 VARA')).toBeVisible();
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

test('a table is not lost with the window that sets it up', async ({ world }) => {
  const alice = await world.join('Alice');
  const { page } = alice;
  const { asked } = await counted(page);
  await alice.open('/deploy');
  await alice.choose();
  await page.getByRole('button', { name: 'Create the table' }).click();
  await expect.poll(() => asked).toContain('author_submitAndWatchExtrinsic');
  await page.reload();
  await alice.goHome();
  await page.locator('.recent li a').click();
  await alice.stage(STAGES.lobby);
});
