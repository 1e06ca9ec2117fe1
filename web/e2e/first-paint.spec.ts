import { expect, test } from './fixtures';

/** Slow 4G as in Chromium's tools: round trip in ms, bandwidth in bytes per second. */
const SLOW_4G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };
/** The time until the first paint, in ms. */
const SOON = 1_000;
/** The time until the first button can be pressed, in ms. */
const FIRST_BUTTON = 5_000;
/** The number of tries. The machine may be busy, and one fast try shows that the page can be fast. */
const TRIES = 10;

test('the page shows something within a second on slow 4G, and its subject before the chain’s code has loaded', async ({
  browser,
  world,
  baseURL,
}) => {
  let fastest = Infinity;
  for (let attempt = 0; attempt < TRIES && fastest >= SOON; attempt += 1) {
    const context = await browser.newContext({ baseURL: baseURL ?? '', serviceWorkers: 'block' });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', SLOW_4G);
    await page.goto(`./#/?node=${encodeURIComponent(world.node.url)}`, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1, name: 'Beat the bot, then a stranger' })).toBeVisible();
    await expect(page.getByText('Loading')).toBeVisible();
    await expect(page.locator('.network.online')).toBeVisible();
    const paint = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
    );
    fastest = Math.min(fastest, paint);
    await context.close();
  }
  expect(fastest).toBeLessThan(SOON);
});

test('the first move can be pressed within five seconds on slow 4G with a quarter of the speed', async ({
  browser,
  baseURL,
}) => {
  let fastest = Infinity;
  for (let attempt = 0; attempt < TRIES && fastest >= FIRST_BUTTON; attempt += 1) {
    const context = await browser.newContext({ baseURL: baseURL ?? '', serviceWorkers: 'block' });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', SLOW_4G);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    const begun = Date.now();
    await page.goto('./', { waitUntil: 'commit' });
    await page.getByRole('radio', { name: 'Rock', exact: true }).click();
    fastest = Math.min(fastest, Date.now() - begun);
    await expect(page.locator('.board-said')).toContainText('Rock crushes Scissors');
    await context.close();
  }
  expect(fastest).toBeLessThan(FIRST_BUTTON);
});
