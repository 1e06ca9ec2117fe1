import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { serve } from '../scripts/serve.mjs';
import { expect, test as base } from './fixtures';
import { clubWith } from './club';
import { keyOf } from './wallet';

const DIST = fileURLToPath(new URL('../dist/', import.meta.url));

/** Runs servers of a test, and ends them. */
const test = base.extend<{ run: (server: Server | Promise<Server>) => Promise<number> }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright asks for a pattern
  run: async ({}, use) => {
    const servers: Server[] = [];
    await use(async (starting) => {
      const server = await starting;
      servers.push(server);
      if (!server.listening) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
      return (server.address() as AddressInfo).port;
    });
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  },
});

for (const [from, to] of [
  ['/app/', '/app/index.html'],
  ['/app/index.html', '/app/'],
] as const)
  test(`a host that redirects ${from} has a page that opens again, with a network and without`, async ({
    browser,
    run,
  }) => {
    const files = await run(serve(DIST, 0, '/app/'));
    const port = await run(
      createServer((request, response) => {
        const path = request.url ?? '/';
        if (path === from) response.writeHead(302, { Location: to }).end();
        else
          void fetch(`http://127.0.0.1:${files}${path}`).then(async (answer) => {
            response.writeHead(answer.status, { 'Content-Type': answer.headers.get('Content-Type') ?? '' });
            response.end(Buffer.from(await answer.arrayBuffer()));
          });
      }),
    );
    const context = await browser.newContext({ serviceWorkers: 'allow', locale: 'en-US' });
    const page = await context.newPage();
    const opens = async (path: string): Promise<void> => {
      await page.goto('about:blank');
      await page.goto(`http://127.0.0.1:${port}${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    };
    await opens('/app/');
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
    await opens('/app/');
    await opens('/app/index.html');
    await context.setOffline(true);
    await opens('/app/');
    await opens('/app/index.html');
    await context.close();
  });

test('a page in another’s frame takes no node and holds no keys, and says why', async ({ page, run, world }) => {
  const port = await run(serve(DIST, 0, '/'));
  const inner = `http://127.0.0.1:${port}/#/?node=${encodeURIComponent(world.node.url)}`;
  const outer = await run(
    createServer((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(`<iframe src="${inner}" width=900 height=900>`);
    }),
  );
  await page.goto(`http://127.0.0.1:${outer}/`);
  const frame = page.frameLocator('iframe');
  await expect(frame.getByText('Another page shows this one in a frame')).toBeVisible();
  await expect(frame.getByRole('link', { name: 'Open it by itself' })).toHaveAttribute('target', '_blank');
  await expect(frame.locator('.network')).toHaveCount(0);
});

test('a sealed move calls on every screen, though the page can’t read its table, and leads to one that can', async ({
  world,
}) => {
  const alice = await world.join('Alice');
  await alice.open('/');
  // A program of another kind, as a table of another release is.
  const program = await clubWith(world.node, []);
  const genesis = (await (await world.node.api()).rpc.chain.getBlockHash(0)).toHex();
  const account = `0x${Buffer.from(keyOf('//Alice').publicKey).toString('hex')}`;
  await alice.page.evaluate(
    ([genesis, program, account]) => {
      const secret = { genesis, program, account, game: 0, round: 1, opening: '1secret' };
      const seat = `${genesis}/${program}/${account}`;
      localStorage.setItem(`rpsls/secret/${seat}/0/1/0x00`, JSON.stringify(secret));
      localStorage.setItem('rpsls/marks', JSON.stringify({ [seat]: { release: '1.9.0' } }));
    },
    [genesis, program, account],
  );
  for (const screen of ['/', '/you', '/deploy', `/table/${program}`]) {
    await alice.page.goto('about:blank');
    await alice.open(screen);
    const bar = alice.page.getByRole('alert').filter({ hasText: 'may have to be shown' });
    await expect(bar).toBeVisible();
    await expect(bar.getByRole('link', { name: 'Open the page of 1.9.0' })).toHaveAttribute(
      'href',
      new RegExp(`/any/folder/1\\.9\\.0/#/table/${program}`),
    );
  }
});
