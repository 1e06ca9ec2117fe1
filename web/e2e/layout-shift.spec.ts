import type { Page } from '@playwright/test';
import { expect, test, VARA } from './fixtures';
import { clubWith, seat, tableCalled, tables } from './club';

/** The highest value that counts as good for the web's layout shift score. */
const MOST = 0.05;

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
}

/** Makes a page add up its layout shifts, each as a part of the screen. */
async function noteShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const noted = { sum: 0 };
    Object.assign(window, { noted });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) if (!entry.hadRecentInput) noted.sum += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { noted: { sum: number } }).noted.sum);
}

for (const [width, height] of [
  [390, 844],
  [1280, 800],
] as const) {
  test(`nothing moves under the finger while the page loads, at ${width}`, async ({ world }) => {
    const club = await clubWith(world.node, tables(8));
    const table = await tableCalled(world.node, club, 'Table 1');
    await seat(world.node, '//Ferdie', table, VARA);
    const query = `?node=${encodeURIComponent(world.node.url)}`;
    const screens = {
      home: [`#/${query}`, '.listed'],
      lobby: [`#/club/${club}${query}`, '.listed'],
      practice: [`#/practice${query}`, '.player'],
      invitation: [`#/table/${table}${query}`, '.player'],
    } as const;
    for (const [what, [hash, there]] of Object.entries(screens)) {
      const { page } = await world.join('nobody');
      await page.setViewportSize({ width, height });
      const sum = await noteShifts(page);
      // A slow host: each part of the page comes when something is shown already.
      await page.route('**/assets/*', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 400));
        await route.continue();
      });
      await page.goto(`./${hash}`);
      await expect(page.locator(there).first()).toBeVisible();
      // The chain's data that comes after that has come, too.
      await page.waitForTimeout(3_000);
      expect(await sum(), what).toBeLessThanOrEqual(MOST);
      await page.close();
    }
  });
}
