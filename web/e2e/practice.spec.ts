import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { findings, overflow } from './findings';
import { expect, test, SHOW } from './fixtures';

/** The darkest and the lightest shade of a picture, from 0 to 255. */
async function shadesOf(page: Page, png: Buffer): Promise<[darkest: number, lightest: number]> {
  return page.evaluate(
    async (bytes) => {
      const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: 'image/png' }));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      if (!context) throw new Error('the browser draws no pictures');
      context.drawImage(bitmap, 0, 0);
      const green = context.getImageData(0, 0, bitmap.width, bitmap.height).data.filter((_, at) => at % 4 === 1);
      return [green.reduce((one, other) => Math.min(one, other)), green.reduce((one, other) => Math.max(one, other))];
    },
    [...png],
  );
}

test('a visitor plays bots without a network to a result, and again', { tag: '@journey' }, async ({ page }) => {
  // The page reaches no node.
  await page.routeWebSocket(/.*/, (socket) => void socket.close());
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('./#/practice');

  const check = async (what: string): Promise<void> => {
    expect(await findings(page), what).toEqual([]);
    expect(await overflow(page), what).toBe(0);
  };
  const players = page.locator('.player');
  // One bot is there at first.
  await expect(players).toHaveCount(1);
  await page.getByRole('radio', { name: '3', exact: true }).click();
  await expect(players).toHaveCount(3);
  for (const bot of await players.all()) await expect(bot).toContainText('ready');
  await check('before the game');

  await page.getByRole('radio', { name: 'Rock', exact: true }).click();
  // A double click counts once.
  await page.getByRole('button', { name: 'Play Rock for 10 chips' }).dblclick();
  await expect(page.getByText('40 chips').first()).toBeVisible();
  await expect(players.filter({ hasText: 'to show' })).toHaveCount(4);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await check('before the reveals');

  const result = page.locator('.result.won, .result.lost');
  const goesOn = page.getByRole('heading', { name: 'You play on' });
  for (;;) {
    await page.getByRole('button', { name: SHOW }).click();
    await expect(result.or(goesOn)).toBeVisible();
    if (await result.isVisible()) break;
    await page.getByRole('radio', { name: 'Spock', exact: true }).click();
    await page.getByRole('button', { name: 'Play Spock' }).click();
  }
  await expect(page.getByText(/You won 30 chips|You lost 10 chips/)).toBeVisible();
  await check('after the game');

  for (const theme of ['light', 'dark']) {
    await page.evaluate((chosen) => document.documentElement.setAttribute('data-theme', chosen), theme);
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'As a picture' }).click();
    const picture = await readFile(await (await saving).path());
    expect(picture.subarray(1, 4).toString()).toBe('PNG');
    // A PNG begins with its width and height.
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1_200, 630]);
    // The text has enough contrast to the background.
    const [darkest, lightest] = await shadesOf(page, picture);
    expect(lightest - darkest).toBeGreaterThan(150);
  }

  // The next game is one press away.
  await expect(page.getByText(/You have (1,030|990) chips/)).toBeVisible();
  await page.getByRole('button', { name: 'Again with Paper' }).click();
  await expect(page.getByText('Game 2 · Round 1')).toBeVisible();
  await expect(players.filter({ hasText: 'to show' })).toHaveCount(4);
});

test('a digit picks a move, Enter plays it, and chips have neither fees nor a clock', async ({ page }) => {
  let connections = 0;
  await page.routeWebSocket(/.*/, (socket) => {
    connections += 1;
    void socket.close();
  });
  await page.goto('./#/practice');
  await expect(page.locator('.password')).toBeVisible();
  await page.keyboard.press('4');
  await expect(page.getByRole('radio', { name: 'Spock', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Show Spock' }).click();
  await expect(page.locator('.result:is(.won, .lost)')).toBeVisible();
  await expect(page.getByText('Fees are not included')).toHaveCount(0);
  await expect(page.getByRole('timer')).toHaveCount(0);
  // Nor a node, until the visitor looks for an account.
  expect(connections).toBe(0);
  await expect(page.locator('.network')).toHaveCount(0);
  await page.getByRole('button', { name: 'Choose an account' }).click();
  await expect.poll(() => connections).toBeGreaterThan(0);
  await page.keyboard.press('Escape');
  // Elsewhere on the page Enter is what it is.
  await page.reload();
  await expect(page.locator('.password')).toBeVisible();
  await page.keyboard.press('4');
  await page.getByRole('link', { name: 'Rock Paper Scissors Lizard Spock' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Beat the bot, then a stranger' })).toBeVisible();
});

test('two presses on the first screen play a round against the bot, and one press plays the next', async ({ page }) => {
  await page.routeWebSocket(/.*/, (socket) => void socket.close());
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('./');
  await page.getByRole('radio', { name: 'Lizard', exact: true }).click();
  await expect(page.locator('.board-said')).toHaveText(
    'Lizard eats Paper and poisons Spock. Rock crushes it, and Scissors decapitates it.',
  );
  await page.getByRole('button', { name: 'Play Lizard' }).click();
  const verdict = page.locator('.board-verdict');
  await expect(verdict).toHaveText(/^(You win!|The bot wins)$/);
  expect(await findings(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
  await expect(page.getByText(/^You (1 : 0|0 : 1) bot$/)).toBeVisible();
  await page.getByRole('button', { name: 'Lizard again' }).click();
  await expect(page.getByText(/^You (2 : 0|1 : 1|0 : 2) bot$/)).toBeVisible();
});
