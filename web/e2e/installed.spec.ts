import type { Page } from '@playwright/test';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serve } from '../scripts/serve.mjs';
import { expect, test as base } from './fixtures';
import { clubWith, tables } from './club';

const DIST = fileURLToPath(new URL('../dist/', import.meta.url));

interface Site {
  /** The folder that is served. */
  folder: string;
  url: string;
  /** How many bytes the host has sent so far. */
  sent: () => number;
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
    const sockets = new Set<Socket>();
    server.on('connection', (socket) => sockets.add(socket));
    const sent = (): number => [...sockets].reduce((sum, { bytesWritten }) => sum + bytesWritten, 0);
    await use({ folder, url: `http://127.0.0.1:${port}/any/folder/`, sent });
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  },
});

/** The addresses of what the browser keeps of the page. */
function kept(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const builds = await caches.keys();
    const all = await Promise.all(builds.map(async (name) => (await caches.open(name)).keys()));
    return all.flat().map(({ url }) => url);
  });
}

/** Waits until the browser keeps all files that match, once the page is under the worker's care. */
async function keeps(page: Page, ...files: RegExp[]): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await expect
    .poll(async () => (await kept(page)).filter((url) => files.some((file) => file.test(url))).length)
    .toBe(files.length);
}

/** Comes a second time, after which the browser keeps all of the page. */
async function comeAgain(page: Page): Promise<void> {
  await page.reload();
  await keeps(page, /\/practice-/, /\/TicTacToePage-/, /\/tic_tac_toe\.opt-.*\.wasm$/, /\/zh-/, /\/table-/);
}

/** Plays a round on the board of the first screen, up to its result. */
async function play(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Spock', exact: true }).click();
  await expect(page.locator('.board-said')).toContainText('Spock vaporizes Rock and smashes Scissors.');
  await page.getByRole('button', { name: 'Play Spock' }).click();
  await expect(page.getByText(/^(You win!|The bot wins)$/)).toBeVisible();
}

test('a page that was opened once can be played without a network', { tag: '@journey' }, async ({ page, site }) => {
  await page.goto(site.url);
  await play(page);
  await keeps(page, /\/page-/, /\/en-/, /\/bot-/, /\/app-/, /\/rpsls\.opt-.*\.wasm$/);
  const urls = await kept(page);
  // These are only the page's own files, and nothing of a chain. A first visit takes no more than it uses.
  expect(urls).toContain(site.url);
  for (const url of urls) expect(url.startsWith(site.url), url).toBe(true);
  expect(urls.filter((url) => /\/(zh|table|TicTacToePage|keys)-/.test(url))).toEqual([]);
  await page.context().setOffline(true);
  await page.reload();
  await play(page);
  // From the second visit on, parts that were never opened load as well.
  await page.context().setOffline(false);
  await comeAgain(page);
  await page.context().setOffline(true);
  await page.goto(`${site.url}#/practice`);
  await page.getByRole('radio', { name: '3', exact: true }).click();
  await expect(page.locator('.player')).toHaveCount(3);
});

test('a browser that gives back nothing of what it keeps takes the page from the network', async ({ page, site }) => {
  const worker = join(site.folder, 'offline.js');
  await writeFile(
    worker,
    `caches.match = () => Promise.reject(new Error('broken'));\n${await readFile(worker, 'utf8')}`,
  );
  await page.goto(site.url);
  await keeps(page, /\/page-/);
  await page.reload();
  await play(page);
});

for (const screen of ['club', 'table'] as const)
  test(`a first visit to a ${screen} takes 200 KB at most, with what keeps the page`, async ({ page, site, world }) => {
    const program = screen === 'club' ? await clubWith(world.node, tables(3)) : await world.node.openTable();
    await page.goto(`${site.url}#/${screen}/${program}?node=${encodeURIComponent(world.node.url)}`);
    await expect(page.locator(screen === 'club' ? '.listed' : '.terms').first()).toBeVisible();
    await keeps(page, /\/page-/, /\/en-/, /\/bot-/, /\/app-/, /\/seat-/, /\/(lobby|table)-/, /\.scale-.*\.gz$/);
    expect(site.sent()).toBeLessThan(200_000);
  });

test('a new build comes with the next load, and an open tab keeps its own', async ({ page, site }) => {
  await page.goto(site.url);
  await keeps(page, /\/page-/);
  await comeAgain(page);
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
