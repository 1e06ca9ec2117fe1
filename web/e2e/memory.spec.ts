import { expect, STAGES, test, toMove } from './fixtures';

/** More blocks than a page reads back by itself. */
const AGES = 2_000;

test('a table shows its whole game after the page was closed for long, also what nobody has seen', async ({
  world,
}) => {
  const [alice, bob] = await toMove(world);
  const url = bob.page.url();
  await alice.commit('Lizard');
  await bob.commit('Spock');
  await expect(bob.page.locator('.result.lost')).toContainText('Alice’s Lizard poisoned your Spock.');
  await bob.page.close();
  await world.node.advanceBlocks(AGES);

  const later = await bob.again();
  await later.page.goto(url);
  await later.choose();
  await later.stage(STAGES.lobby);
  await expect(later.page.locator('.result.lost')).toContainText('Alice’s Lizard poisoned your Spock.');
  await expect(later.page.getByRole('heading', { name: 'You lost 10 VARA' })).toBeVisible();
  await expect(later.page.locator('.duel-card')).toContainText('Previous round');
  await expect(later.page.getByText('This browser saw nothing')).toBeVisible();
});

test('the first screen shows the state of the tables that were visited', async ({ world }) => {
  const [alice, bob] = await toMove(world);
  await alice.goHome();
  const row = alice.page.locator('.recent li');
  await expect(row.locator('.standing')).toContainText('Choosing');
  await expect(row.locator('.standing')).toContainText('2 of 2');
  await expect(row.locator('.standing')).toContainText('Your turn');
  await bob.goHome();
  await bob.page.getByRole('button', { name: 'Forget this table' }).click();
  await expect(bob.page.locator('.recent li')).toHaveCount(0);
});

test('a result can be shared as a text with a link', async ({ world }) => {
  const [alice, bob] = await toMove(world);
  await alice.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await alice.page.evaluate(() => Reflect.deleteProperty(Navigator.prototype, 'share'));
  await alice.commit('Lizard');
  await bob.commit('Spock');
  await alice.page.getByRole('button', { name: 'Share the result' }).click();
  await expect(alice.page.locator('.toast').filter({ hasText: 'The result is copied' })).toBeVisible();
  const text = await alice.page.evaluate(() => navigator.clipboard.readText());
  expect(text).toContain('Alice won the pot of 20 VARA in one round');
  expect(text).toContain('Lizard poisons Spock.');
  expect(text).toContain(alice.page.url());
});

test('if the browser refuses to copy, the page shows the text to be copied by hand', async ({ world }) => {
  const [alice, bob] = await toMove(world);
  const { page } = alice;
  await page.evaluate(() => {
    Reflect.deleteProperty(Navigator.prototype, 'share');
    navigator.clipboard.writeText = () =>
      Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError'));
  });
  const selected = (): Promise<string | undefined> => page.evaluate(() => getSelection()?.toString());
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByLabel('The browser does not let this page copy')).toHaveValue(page.url());
  await expect.poll(selected).toBe(page.url());
  await expect(page.locator('.toast')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await alice.commit('Lizard');
  await bob.commit('Spock');
  await page.getByRole('button', { name: 'Share the result' }).click();
  await expect.poll(selected).toContain('Lizard poisons Spock.');
});

test('an invitation uses the system’s share dialog, if there is one', async ({ world }) => {
  const alice = await world.join('Alice');
  await alice.page.addInitScript(() => {
    const shared: ShareData[] = [];
    Object.assign(window, { shared });
    navigator.canShare = () => true;
    navigator.share = (data) => {
      shared.push(data ?? {});
      return shared.length > 1 ? Promise.reject(new DOMException('no', 'NotAllowedError')) : Promise.resolve();
    };
  });
  await alice.ownTable();
  const { page } = alice;
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const button = page.getByRole('button', { name: 'Share the link' });
  await button.click();
  const shared = (): Promise<ShareData[]> => page.evaluate(() => (window as unknown as { shared: ShareData[] }).shared);
  await expect.poll(shared).toEqual([{ title: 'Invite to this table', url: page.url() }]);
  // If sharing fails, the page offers the text to copy.
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  });
  await button.click();
  await expect(page.getByLabel('The browser does not let this page copy')).toHaveValue(page.url());
});

test('a visitor who was away while others played sees their game an hour later', async ({ world }) => {
  const [alice, bob] = await toMove(world);
  const url = alice.page.url();
  await alice.commit('Lizard');
  await bob.commit('Spock');
  await expect(bob.page.locator('.result.lost')).toBeVisible();
  await world.node.advanceBlocks(900);
  // This visitor was never here before.
  const guest = await world.join('nobody');
  await guest.page.goto(url);
  await guest.stage(STAGES.lobby);
  await expect(guest.page.locator('.result.watched')).toContainText('Alice’s Lizard poisoned Bob’s Spock.');
  // Registration is far past its deadline, but the pot was paid.
  await expect(guest.page.locator('.result.watched')).toContainText('Alice won the pot of 20 VARA');
  await expect(guest.page.locator('.result.watched')).not.toContainText('once somebody moves the game on');
});
