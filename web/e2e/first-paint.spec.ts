import { expect, test } from './fixtures';

/** What Chromium's tools call slow 4G: a round trip in ms, and bytes a second. */
const SLOW_4G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };
/** In ms. */
const SOON = 1_000;
/** In ms, too: until there is something to press. */
const FIRST_BUTTON = 5_000;
/** The machine may be busy with something else: what was fast once can be. */
const TRIES = 10;

test('something is seen within a second on slow 4G, and what it is about before the chain’s code is there', async ({
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
