import { test as base, expect, type Page } from '@playwright/test';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serve } from '../scripts/serve.mjs';

const DIST = fileURLToPath(new URL('../dist/', import.meta.url));

interface Site {
  /** The folder that is served. */
  folder: string;
  url: string;
}

/** The built page on its own host, so its caches are shared with no other test. */
const test = base.extend<{ site: Site }>({
  contextOptions: { reducedMotion: 'reduce', serviceWorkers: 'allow' },
  // eslint-disable-next-line no-empty-pattern -- Playwright asks for a pattern
  site: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'rpsls-site-'));
    await cp(DIST, folder, { recursive: true });
    const server = await serve(folder, 0, '/any/folder/');
    const { port } = server.address() as AddressInfo;
    await use({ folder, url: `http://127.0.0.1:${port}/any/folder/` });
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  },
});

/**
 * Waits until the browser has cached the page, as after a first visit. Returns the caches and their files.
 */
async function kept(page: Page): Promise<{ builds: string[]; urls: string[] }> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  return page.evaluate(async () => {
    const builds = await caches.keys();
    const all = await Promise.all(builds.map(async (name) => (await caches.open(name)).keys()));
    return { builds, urls: all.flat().map(({ url }) => url) };
  });
}

/** Plays a round on the board of the first screen, up to its result. */
async function play(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Spock', exact: true }).click();
  await expect(page.locator('.board-said')).toContainText('Spock vaporizes Rock and smashes Scissors.');
  await page.getByRole('button', { name: 'Play Spock' }).click();
  await expect(page.getByText(/^(You win!|The bot wins|A draw)$/)).toBeVisible();
}

test('a page that was opened once can be played without a network', { tag: '@journey' }, async ({ page, site }) => {
  await page.goto(site.url);
  const { builds, urls } = await kept(page);
  expect(builds).toHaveLength(1);
  // These are only the page's own files, and nothing of a chain.
  expect(urls).toContain(site.url);
  for (const url of urls) expect(url.startsWith(site.url), url).toBe(true);
  await page.context().setOffline(true);
  await page.reload();
  await play(page);
  // Parts that were never opened load as well.
  await page.goto(`${site.url}#/practice`);
  await page.getByRole('radio', { name: '3', exact: true }).click();
  await expect(page.locator('.player')).toHaveCount(3);
});

test('a new build comes with the next load, and an open tab keeps its own', async ({ page, site }) => {
  await page.goto(site.url);
  await kept(page);
  // The next build has another page, and no file with this name.
  const change = async (name: string, from: string | RegExp, to: string): Promise<void> => {
    const path = join(site.folder, name);
    const text = await readFile(path, 'utf8');
    expect(text).toMatch(from);
    await writeFile(path, text.replace(from, to));
  };
  const worker = await readFile(join(site.folder, 'offline.js'), 'utf8');
  const part = /TicTacToePage-[^"]+\.js/.exec(worker)?.[0] ?? '';
  await change('index.html', '<body>', '<body data-build="next">');
  await change('offline.js', /BUILD = "\w+"/, 'BUILD = "next"');
  await change('offline.js', `"./assets/${part}",`, '');
  await rm(join(site.folder, 'assets', part));
  await page.evaluate(() => {
    navigator.serviceWorker.addEventListener('controllerchange', () => Object.assign(window, { isTakenOver: true }));
  });
  const next = await page.context().newPage();
  await next.goto(site.url);
  await expect(next.locator('body')).toHaveAttribute('data-build', 'next');
  await page.waitForFunction(() => 'isTakenOver' in window);
  await page.evaluate(() => {
    location.hash = '#/tic-tac-toe';
  });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('A part of this page did not load')).toHaveCount(0);
  // Without a network the browser has the new build.
  await next.context().setOffline(true);
  await next.reload();
  await expect(next.locator('body')).toHaveAttribute('data-build', 'next');
  await play(next);
});
