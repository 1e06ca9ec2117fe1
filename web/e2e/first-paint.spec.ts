import type { Browser, CDPSession, Page } from '@playwright/test';
import { expect, test } from './fixtures';

/** Slow 4G as in Chromium's tools: round trip in ms, bandwidth in bytes per second. */
const SLOW_4G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };
/** The number of tries. The machine may be busy, and one fast try shows that the page can be fast. */
const TRIES = 10;

/** The shortest time, in ms, that `measure` takes in browsers on slow 4G. Once it is below `enough`, it counts. */
async function fastest(
  browser: Browser,
  baseURL: string | undefined,
  enough: number,
  measure: (page: Page, session: CDPSession) => Promise<number>,
): Promise<number> {
  let least = Infinity;
  for (let attempt = 0; attempt < TRIES && least >= enough; attempt += 1) {
    const context = await browser.newContext({ baseURL: baseURL ?? '', serviceWorkers: 'block' });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', SLOW_4G);
    least = Math.min(least, await measure(page, session));
    await context.close();
  }
  return least;
}

test('the page shows something within a second on slow 4G, and its subject before the chain’s code has loaded', async ({
  browser,
  world,
  baseURL,
}) => {
  const paint = await fastest(browser, baseURL, 1_000, async (page) => {
    await page.goto(`./#/?node=${encodeURIComponent(world.node.url)}`, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1, name: 'Beat the bot, then a stranger' })).toBeVisible();
    await expect(page.getByText('Loading')).toBeVisible();
    await expect(page.locator('.network.online')).toBeVisible();
    return page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity);
  });
  expect(paint).toBeLessThan(1_000);
});

test('the first move can be pressed within five seconds on slow 4G with a quarter of the speed', async ({
  browser,
  baseURL,
}) => {
  const press = await fastest(browser, baseURL, 5_000, async (page, session) => {
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    const begun = Date.now();
    await page.goto('./', { waitUntil: 'commit' });
    await page.getByRole('radio', { name: 'Rock', exact: true }).click();
    const taken = Date.now() - begun;
    await expect(page.locator('.board-said')).toContainText('Rock crushes Scissors');
    return taken;
  });
  expect(press).toBeLessThan(5_000);
});
