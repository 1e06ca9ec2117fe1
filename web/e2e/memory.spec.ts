import { expect, test, toMove } from './fixtures';

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

test('a result and an invitation are shared by the system, or copied, or shown to be copied by hand', async ({
  world,
}) => {
  const [alice, bob] = await toMove(world);
  await alice.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await alice.page.evaluate(() => Reflect.deleteProperty(Navigator.prototype, 'share'));
  // Bob’s system shares only once, and his browser copies nothing.
  const { page } = bob;
  await page.evaluate(() => {
    const refuse = (): Promise<never> => Promise.reject(new DOMException('no', 'NotAllowedError'));
    const shared: ShareData[] = [];
    Object.assign(window, { shared });
    navigator.canShare = () => true;
    navigator.share = (data = {}) => (shared.push(data) > 1 ? refuse() : Promise.resolve());
    navigator.clipboard.writeText = refuse;
  });
  const shared = (): Promise<ShareData[]> => page.evaluate(() => (window as unknown as { shared: ShareData[] }).shared);
  const selected = (): Promise<string | undefined> => page.evaluate(() => getSelection()?.toString());
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const share = page.getByRole('dialog').getByRole('button', { name: 'Share the link' });
  await share.click();
  await expect.poll(shared).toEqual([{ title: 'Invite to this table', url: page.url() }]);
  await share.click();
  await expect(page.getByLabel('The browser does not let this page copy')).toHaveValue(page.url());
  await expect.poll(selected).toBe(page.url());
  await expect(page.locator('.toast')).toHaveCount(0);
  await page.keyboard.press('Escape');
  // Where toasts would come, what lies below takes the press.
  const isTaken = () => document.elementFromPoint(innerWidth - 20, innerHeight - 8)?.closest('.toasts') ?? null;
  expect(await page.evaluate(isTaken)).toBeNull();
  await alice.commit('Lizard');
  await bob.commit('Spock');
  await page.getByRole('button', { name: 'Share the result' }).click();
  await expect.poll(selected).toContain('Lizard poisons Spock.');
  await alice.page.getByRole('button', { name: 'Share the result' }).click();
  await expect(alice.page.locator('.toast').filter({ hasText: 'The result is copied' })).toBeVisible();
  const text = await alice.page.evaluate(() => navigator.clipboard.readText());
  expect(text).toContain('Alice won the pot of 20 VARA in one round');
  expect(text).toContain('Lizard poisons Spock.');
  expect(text).toContain(alice.page.url());
});
