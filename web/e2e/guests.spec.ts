import { expect, letAlarmRun, STAGES, test, type Player } from './fixtures';

/** The links that a host has made, copied by this button. */
async function linksOf({ page }: Player, button = 'Copy all links'): Promise<string[]> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: button }).click();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  return text.split('\n');
}

test(
  'two guests play a free game with nothing but a link, at the cost of a host, who takes back what is left',
  { tag: '@journey' },
  async ({ world }) => {
    const host = await world.join('Alice');
    const program = await host.deploy({ bet: '0', seats: '2', isModern: true });
    await host.page.getByLabel('Guests: a number or names').fill('Ada\nGrace');
    await host.page.getByRole('button', { name: /^Make 2 free-play links for/ }).click();
    await expect(host.page.locator('.sponsored li')).toHaveCount(2);
    const [name = ''] = await host.page.locator('.sponsored .person-name').allInnerTexts();
    expect(['Ada', 'Grace']).toContain(name);
    const links = await linksOf(host);
    expect(links).toHaveLength(2);
    const guests = [await world.join('Guest'), await world.join('Guest')];
    for (const [index, guest] of guests.entries()) {
      await guest.page.goto(links[index] ?? '');
      await expect(guest.page.getByText('You play as a guest.')).toBeVisible();
      await expect(guest.page.getByText('Fees: paid by Alice')).toBeVisible();
      // The key does not stay in the address, and a reload finds it again.
      await expect.poll(() => guest.page.url()).not.toContain('guest=');
      expect(guest.page.url()).toContain(program);
      await guest.page.reload();
      await expect(guest.page.getByText('You play as a guest.')).toBeVisible();
    }
    const [one, other] = guests as [Player, Player];
    await one.join('Spock');
    await expect(one.page.getByText('You have a seat', { exact: true })).toBeVisible();
    // A guest need not invite anybody.
    await expect(one.page.getByText(/invite/i)).toHaveCount(0);
    // They have the names that the host gave them, on this page and on each other's.
    await expect(host.page.locator('.player')).toContainText(name);
    await expect(other.page.locator('.player')).toContainText(name);
    await expect(one.page.getByRole('button', { name: `Account: ${name}` })).toBeVisible();
    await other.join('Rock');
    await expect(one.page.getByRole('heading', { name: 'You won' })).toBeVisible();
    await expect(other.page.locator('.result.lost')).toContainText('Spock vaporized your Rock.');
    await host.stage(STAGES.lobby);
    // One of them has armed the alarm. Its gas can't be taken back before it has run.
    await letAlarmRun(world);
    await host.page.getByRole('button', { name: /^Take back/ }).click();
    await expect(host.page.locator('.toast')).toContainText('is back in your account.');
    await expect(host.page.locator('.sponsored li')).toHaveCount(0);
  },
);

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
  await expect(guest.page.getByRole('button', { name: 'Take a seat with Rock' })).toBeDisabled();
});

test('the owner of a free table invites friends by name, next to the table’s link', async ({ world }) => {
  const host = await world.join('Alice');
  await host.deploy({ bet: '0', seats: '2', isModern: true });
  await host.page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = host.page.getByRole('dialog', { name: 'Invite to this table' });
  await dialog.getByLabel('Guests: a number or names').fill('Ada');
  await dialog.getByRole('button', { name: /^Make one free-play link for/ }).click();
  await expect(dialog.locator('.sponsored li')).toHaveText(/Ada/);
  await expect(dialog.getByRole('button', { name: 'Copy the link' })).toBeVisible();
});

test('one link is enough for two guests, whichever key each browser takes first', async ({ world }) => {
  const host = await world.join('Alice');
  await host.deploy({ bet: '0', seats: '2', isModern: true });
  await host.page.getByLabel('Guests: a number or names').fill('Ada\nGrace');
  await host.page.getByRole('button', { name: /^Make 2 free-play links for/ }).click();
  const [link = ''] = await linksOf(host, 'Copy one link for all 2');
  const guests = [await world.join('Guest'), await world.join('Guest'), await world.join('Guest')];
  for (const { page } of guests) {
    // All of them first choose the same key.
    await page.addInitScript(() => {
      Math.random = () => 0;
    });
    await page.goto(link);
    await expect(page.getByText('You play as a guest.')).toBeVisible();
    await expect.poll(() => page.url()).not.toContain('guest=');
  }
  const [one, other, late] = guests as [Player, Player, Player];
  const name = await one.page.locator('.account-name').innerText();
  await expect(other.page.locator('.account-name')).toHaveText(name);
  await one.join('Spock');
  await expect(one.page.getByText('You have a seat', { exact: true })).toBeVisible();
  // The others now have another key. The first one keeps the same key, also after a reload.
  await expect(other.page.locator('.account-name')).not.toHaveText(name);
  await expect(other.page.getByText('You play as a guest.')).toBeVisible();
  await one.page.reload();
  await expect(one.page.getByText('You have a seat', { exact: true })).toBeVisible();
  await expect(one.page.locator('.account-name')).toHaveText(name);
  await other.join('Rock');
  await expect(late.page.getByText('All seats of this link are taken.').first()).toBeVisible();
  await expect(one.page.getByRole('heading', { name: 'You won' })).toBeVisible();
  await expect(other.page.locator('.result.lost')).toContainText('Spock vaporized your Rock.');
});
