import type { Page } from '@playwright/test';
import { expect, JOIN, Player, test, VARA } from './fixtures';
import { clubWith, seat, tableCalled, tables } from './club';

/** The highest value that counts as good for the web's layout shift score. */
const MOST = 0.05;

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: readonly { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

interface Shifts {
  sum: number;
  /** What moved, for whoever reads why the test failed. */
  what: string[];
}

/** Makes a page add up its layout shifts, each as a part of the screen. */
async function noteShifts(page: Page): Promise<() => Promise<Shifts>> {
  await page.addInitScript(() => {
    const noted = { sum: 0, what: [] as string[] };
    Object.assign(window, { noted });
    const told = ({ node, previousRect, currentRect }: Shift['sources'][number]): string => {
      const named = node instanceof Element ? node.className : node?.textContent;
      return `${named ?? '?'} from ${previousRect.y} to ${currentRect.y}`;
    };
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        if (hadRecentInput) continue;
        noted.sum += value;
        noted.what.push(`${value.toFixed(4)}: ${sources.map(told).join('; ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { noted: Shifts }).noted);
}

/** Holds what a page noted to what counts as good. */
function expectStill({ sum, what }: Shifts, where: string): void {
  expect(sum, `${where}\n${what.join('\n')}`).toBeLessThanOrEqual(MOST);
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
      expectStill(await sum(), what);
      await page.close();
    }
  });

  test(`nothing jumps in a whole duel, at ${width}`, async ({ browser, baseURL, world }) => {
    const table = await world.node.openTable({ seats: '2', isModern: true, bet: '1' });
    const players = await Promise.all(
      ['Alice', 'Bob'].map(async (name) => {
        const context = await browser.newContext({
          baseURL: baseURL ?? '',
          viewport: { width, height },
          reducedMotion: 'no-preference',
          serviceWorkers: 'block',
        });
        const player = new Player(await context.newPage(), name, world.node);
        const sum = await noteShifts(player.page);
        await player.visit(table);
        return { player, sum, context };
      }),
    );
    for (const { player } of players) {
      await player.page.getByRole('radio', { name: player.name === 'Alice' ? 'Rock' : 'Paper', exact: true }).click();
      await player.page.getByRole('button', { name: JOIN }).click();
      await expect(player.page.locator('.showdown .hand.held').first()).toBeVisible();
      // One waits a while for the other.
      await player.page.waitForTimeout(2_000);
    }
    for (const { player } of players) await player.stage('Game 1 is over');
    for (const { player, sum, context } of players) {
      // The pot is paid, and what the chain held is told of.
      await player.page.waitForTimeout(3_000);
      expectStill(await sum(), player.name);
      await context.close();
    }
  });
}
