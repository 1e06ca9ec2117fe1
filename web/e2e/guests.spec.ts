import { expect, letAlarmRun, STAGES, test, type Player } from './fixtures';

/** The links that a host has made, copied by this button. */
async function linksOf({ page }: Player, button = 'Copy all links'): Promise<string[]> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: button }).click();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  return text.split('\n');
}

test('guests play a free game with one link, at the cost of a host', { tag: '@journey' }, async ({ world }) => {
  const host = await world.join('Alice');
  const program = await host.deploy({ bet: '0', seats: '2', isModern: true });
  // At a free table this is also next to the link to the table.
  await host.page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = host.page.getByRole('dialog', { name: 'Invite to this table' });
  await dialog.getByLabel('Guests: a number or names').fill('Ada\nGrace');
  await dialog.getByRole('button', { name: /^Make 2 free-play links for/ }).click();
  await expect(dialog.locator('.sponsored li')).toHaveText([/Ada.*VARA for fees/, /Grace.*VARA for fees/]);
  for (const guest of await dialog.locator('.sponsored li').all()) await expect(guest).not.toContainText(' 0 VARA');
  // The same press once more would pay for two more.
  await dialog.getByRole('button', { name: 'Pay your guests’ fees' }).click();
  await expect(dialog.getByLabel('Guests: a number or names')).toBeFocused();
  await expect(dialog.getByLabel('Guests: a number or names')).toHaveValue('');
  await host.leaveDialog();
  expect(await linksOf(host)).toHaveLength(2);
  const [link = ''] = await linksOf(host, 'Copy one link for all 2');
  const guests = [await world.join('Guest'), await world.join('Guest'), await world.join('Guest')];
  for (const { page } of guests) {
    // All of them first choose the same key.
    await page.addInitScript(() => {
      Math.random = () => 0;
    });
    await page.goto(link);
    await expect(page.getByText('You play as a guest.')).toBeVisible();
    await expect(page.getByText('Fees: paid by Alice')).toBeVisible();
    // The key does not stay in the address.
    await expect.poll(() => page.url()).not.toContain('guest=');
    expect(page.url()).toContain(program);
  }
  const [one, other, late] = guests as [Player, Player, Player];
  const name = await one.page.locator('.account-name').innerText();
  expect(['Ada', 'Grace']).toContain(name);
  await expect(other.page.locator('.account-name')).toHaveText(name);
  await one.join('Spock');
  await one.hasSeat();
  // A guest need not invite anybody.
  await expect(one.page.getByText(/invite/i)).toHaveCount(0);
  // They have the names that the host gave them, on this page and on each other's.
  await expect(host.page.locator('.player')).toContainText(name);
  await expect(other.page.locator('.player')).toContainText(name);
  // The others now have another key. The first one keeps the same key, also after a reload.
  await expect(other.page.locator('.account-name')).not.toHaveText(name);
  await expect(other.page.getByText('You play as a guest.')).toBeVisible();
  await one.page.reload();
  await one.hasSeat();
  await expect(one.page.locator('.account-name')).toHaveText(name);
  await other.join('Rock');
  await expect(late.page.getByText('All seats of this link are taken.').first()).toBeVisible();
  await expect(one.page.getByRole('heading', { name: 'You won' })).toBeVisible();
  await expect(other.page.locator('.result.lost')).toContainText('Spock vaporized your Rock.');
  await host.stage(STAGES.lobby);
  // One of them has armed the alarm. Its gas can't be taken back before it has run.
  await letAlarmRun(world);
  // A page on a busy machine may be hundreds of blocks behind, and take back only what it knows to be free.
  await host.page.reload();
  await expect(host.page.locator('.sponsored li').getByRole('button', { name: /^Withdraw the link of/ })).toHaveCount(
    2,
  );
  await host.page.getByRole('button', { name: /^Take back [\d.]+ VARA$/ }).click();
  await expect(host.page.locator('.toast')).toContainText('is back in your account.');
  await expect(host.page.locator('.sponsored li')).toHaveCount(0);
});

test('a guest without money is told what a seat costs, and who pays for what', async ({ world }) => {
  const host = await world.join('Alice');
  await host.deploy({ bet: '10', seats: '2', isModern: true });
  await host.page.getByLabel('Guests: a number or names').fill('0');
  await expect(host.page.getByText('Write a number from 1 to 20')).toBeVisible();
  await host.page.getByLabel('Guests: a number or names').fill('2');
  await expect(host.page.getByText('A seat at this table costs 10 VARA, which you can’t prepay')).toBeVisible();
  await host.page.getByRole('button', { name: /^Make 2 free-play links for/ }).click();
  await expect(host.page.locator('.sponsored li')).toHaveCount(2);
  const [link = ''] = await linksOf(host);
  const guest = await world.join('Guest');
  await guest.page.goto(link);
  await expect(guest.page.getByText('You are a guest without money, and a seat here costs 10 VARA')).toBeVisible();
  await guest.page.getByRole('radio', { name: 'Rock', exact: true }).click();
  await expect(guest.page.getByText('The account has 0 VARA, and a seat here takes 10 VARA')).toBeVisible();
  await expect(guest.page.getByRole('button', { name: 'Play Rock' })).toBeDisabled();
});
