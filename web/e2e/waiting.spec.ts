import type { Page } from '@playwright/test';
import { findings, overflow } from './findings';
import { expect, test } from './fixtures';

/**
 * Gives the browser notifications, allowed or not, and notes their texts. The page acts as if another tab
 * were in front.
 */
async function installNotifications(page: Page, answer: 'granted' | 'denied'): Promise<() => Promise<string[]>> {
  await page.addInitScript((answer) => {
    const told: string[] = [];
    function Notified(title: string): void {
      told.push(title);
    }
    const requestPermission = (): Promise<string> => {
      Object.assign(Notified, { permission: answer });
      return Promise.resolve(answer);
    };
    Object.assign(Notified, { permission: 'default', requestPermission });
    Object.assign(window, { Notification: Notified, told });
    Object.defineProperty(document, 'hidden', { get: () => true });
  }, answer);
  return () => page.evaluate(() => (window as unknown as { told: string[] }).told);
}

test('a lone player is notified of company, and both of their turn', { tag: '@journey' }, async ({ world }) => {
  const [alice, bob] = [await world.join('Alice'), await world.join('Bob')];
  const { page } = alice;
  const told = await installNotifications(page, 'granted');
  const toldBob = await installNotifications(bob.page, 'granted');
  const program = await alice.ownTable();
  await alice.register();
  await expect(page.getByText('Waiting for an opponent. There is no time limit.')).toBeVisible();
  await expect(
    page.getByText('If you leave before the game starts, your bet comes back, and only the fee is paid.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Tell me when somebody sits down' }).click();
  await expect(page.getByText('You will be told when somebody sits down')).toBeVisible();
  await bob.visit(program);
  await bob.page.getByRole('button', { name: 'Settings' }).click();
  await bob.page.getByRole('switch', { name: 'Notify me when it is my turn' }).click();
  await bob.leaveDialog();
  await bob.register();
  await expect.poll(told).toEqual(['Somebody has sat down']);
  await expect(page.getByText('Waiting for an opponent')).toHaveCount(0);
  await world.node.advanceBlocks(201);
  await expect.poll(told).toEqual(['Somebody has sat down', 'Your turn']);
  await expect.poll(toldBob).toEqual(['Your turn']);
});

test('the page says that the browser does not notify', async ({ world }) => {
  const [alice, bob] = [await world.join('Alice'), await world.join('Bob')];
  await installNotifications(alice.page, 'denied');
  const program = await alice.ownTable();
  await alice.register();
  await alice.page.getByRole('button', { name: 'Tell me when somebody sits down' }).click();
  await expect(alice.page.getByText('The browser does not let this page notify you.')).toBeVisible();
  await alice.page.getByRole('button', { name: /^Leave/ }).click();
  await expect(alice.page.getByText('left, with the bet')).toBeVisible();
  await bob.page.addInitScript(() => {
    delete (window as unknown as Record<string, unknown>)['Notification'];
  });
  await bob.visit(program);
  await bob.register();
  await expect(bob.page.getByText('This browser can’t notify you')).toBeVisible();
  await expect(bob.page.getByRole('button', { name: /^Tell me/ })).toHaveCount(0);
});

test('while waiting, a player can play a bot for nothing, and share the link from the phone', async ({ world }) => {
  const alice = await world.join('Alice');
  const { page } = alice;
  await page.addInitScript(() => {
    const share = (shared: ShareData): Promise<unknown> => Promise.resolve(Object.assign(window, { shared }));
    Object.assign(navigator, { canShare: () => true, share });
  });
  await page.setViewportSize({ width: 390, height: 844 });
  const program = await alice.ownTable({ bet: '0' });
  await expect(page.getByText('This game is free.')).toBeVisible();
  await alice.register();
  await page.getByRole('button', { name: 'Share the link' }).click();
  const shared = await page.evaluate(() => (window as unknown as { shared: ShareData }).shared);
  expect(shared.url).toContain(program);
  const meanwhile = page.getByRole('region', { name: 'While you wait: beat the bot' });
  await expect(meanwhile.getByRole('button', { name: 'Pick a move' })).toBeDisabled();
  await meanwhile.getByRole('radio', { name: 'Spock', exact: true }).click();
  await meanwhile.getByRole('button', { name: 'Play Spock' }).click();
  const verdict = await meanwhile.locator('.board-verdict').innerText();
  const [own, other] = [Number(verdict === 'You win!'), Number(verdict === 'The bot wins')];
  await expect(meanwhile).toContainText(`You ${own} : ${other} bot`);
  for (const width of [206, 320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await overflow(page), `${width}`).toBe(0);
  }
  expect(await findings(page)).toEqual([]);
  await meanwhile.getByRole('button', { name: 'Spock again' }).click();
  await expect(meanwhile.locator('.board-verdict')).toBeVisible();
});
