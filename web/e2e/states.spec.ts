import { devices } from '@playwright/test';
import { WebSocket } from 'ws';
import { expect, SEAT, STAGES, test, VARA } from './fixtures';
import { DevNode } from './node';
import { connectWallet, fund, installWallet } from './wallet';

const NOWHERE = `0x${'11'.repeat(32)}`;

test('an unknown program, and a bad link', async ({ world }) => {
  const guest = await world.join('nobody');
  await guest.open(`/table/${NOWHERE}`);
  await expect(guest.page.getByText('There is no such table here')).toBeVisible();
  const home = guest.page.getByRole('link', { name: 'To the first screen' });
  await expect(home).toBeVisible();
  await guest.open('/table/0x12');
  await expect(guest.page.getByText('There is nothing at this link')).toBeVisible();
  await home.click();
  await expect(guest.page.getByRole('heading', { level: 1, name: 'Beat the bot, then a stranger' })).toBeVisible();
});

for (const part of ['app', 'practice']) {
  test(`a page whose part ${part} does not load says so, and is complete after a reload`, async ({ page }) => {
    await page.routeWebSocket(/.*/, (socket) => void socket.close());
    let isGone = true;
    await page.route(`**/assets/${part}-*.js`, (route) => (isGone ? route.abort() : route.continue()));
    await page.goto('./#/practice');
    await expect(page.getByText('A part of this page did not load')).toBeVisible();
    // The parts that have loaded are there.
    await expect(page.getByRole('button', { name: 'Settings' })).toHaveCount(part === 'app' ? 0 : 1);
    isGone = false;
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByRole('radio', { name: 'Rock', exact: true })).toBeVisible();
  });
}

for (const part of ['index', 'start', 'page', 'en'])
  test(`a page whose part ${part} is blocked is not just empty`, async ({ page }) => {
    await page.route(`**/assets/${part}-*.js`, (route) => route.abort());
    await page.goto('./');
    await expect(page.getByText('This page did not load. Reload it')).toBeVisible();
  });

test('a node that restarts in mid-game has lost the table, and the page says so', async ({ world }) => {
  const [alice, late] = [await world.join('Alice'), await world.join('nobody')];
  const { port, url } = world.node;
  await alice.ownTable();
  await alice.register();
  await world.node.stop();
  await expect(alice.page.getByText('The connection is lost')).toBeVisible();
  await expect(alice.page.getByRole('button', { name: /^Leave/ })).toBeDisabled();
  await late.page.goto(`./#/?node=${encodeURIComponent(url)}`);
  await expect(late.page.getByText('No node answers')).toBeVisible();
  const again = await DevNode.start(port);
  await expect(alice.page.getByText('There is no such table here')).toBeVisible({ timeout: 30_000 });
  await expect(alice.page.getByText('The connection is lost')).toHaveCount(0);
  await expect(late.page.locator('.network.online')).toBeVisible();
  await again.stop();
});

test('the page asks again about a node that is no longer trusted', async ({ world }) => {
  const guest = await world.join('nobody');
  await guest.page.addInitScript(() => {
    const nodes = ['wss://node.evil.example'];
    if (!localStorage.getItem('rpsls/preferences'))
      localStorage.setItem('rpsls/preferences', JSON.stringify({ nodes }));
  });
  await guest.open('/');
  await guest.page.getByRole('button', { name: 'Network: Connected' }).click();
  await guest.page.getByRole('button', { name: 'Ask again before connecting to wss://node.evil.example' }).click();
  await guest.page.goto('./#/?node=wss://node.evil.example');
  await expect(guest.page.getByText('This link uses a node that is new to you')).toBeVisible();
});

test('the page refuses a node of another chain at a public address', async ({ world }) => {
  const guest = await world.join('nobody');
  await guest.page.routeWebSocket(/testnet\.vara\.network/, (socket) => {
    const node = new WebSocket(world.node.url);
    const opened = new Promise((resolve) => node.once('open', resolve));
    socket.onMessage((message) => void opened.then(() => node.send(message.toString())));
    node.on('message', (data: Buffer) => socket.send(data.toString()));
    socket.onClose(() => node.close());
  });
  await guest.page.goto('./#/?node=wss://testnet.vara.network');
  await expect(guest.page.getByText('This node is on the wrong network')).toBeVisible();
  await expect(guest.page.locator('.network.online')).toHaveCount(0);
});

test('the page can load only from its own host', async ({ world }) => {
  const guest = await world.join('nobody');
  await guest.open('/');
  const refused = await guest.page.evaluate(async () => {
    const violated = new Promise<string>((resolve) => {
      document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective), {
        once: true,
      });
    });
    const script = document.createElement('script');
    script.src = 'https://elsewhere.example/x.js';
    document.head.append(script);
    return violated;
  });
  expect(refused).toMatch(/^script-src/);
});

test('a program that only claims to be a table is not paid without a warning', async ({ world }) => {
  const alice = await world.join('Alice');
  // This is the built program with another sentence in it, which the metadata does not show.
  await alice.page.route(/rpsls\.opt-.*\.wasm$/, async (route) => {
    const code = await (await route.fetch()).body();
    const at = code.indexOf('GameConfig');
    expect(at).toBeGreaterThan(0);
    code.write('GameC0nfig', at);
    await route.fulfill({ body: code, contentType: 'application/wasm' });
  });
  await alice.deploy();
  await expect(alice.page.getByText('This may not be the real game')).toBeVisible();
  await expect(alice.page.getByRole('button', { name: SEAT })).toHaveCount(0);
  await alice.page.getByRole('button', { name: 'Play here anyway' }).click();
  await alice.register();
});

test('a chain without Gear, and a bad address', async ({ world }) => {
  const guest = await world.join('nobody');
  await guest.page.routeWebSocket(/:9955\b/, (socket) => {
    socket.onMessage((data) => {
      const { id, method } = JSON.parse(data.toString()) as { id: number; method: string };
      const result = method === 'rpc_methods' ? { methods: ['system_chain'] } : 'Kusama';
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, result }));
    });
  });
  await guest.page.goto('./#/?node=ws://127.0.0.1:9955');
  await expect(guest.page.getByText('The game does not run on this network')).toBeVisible();
  await expect(guest.page.getByText('“Kusama”')).toBeVisible();

  await guest.page.goto('./#/?node=https://example.org');
  await expect(guest.page.getByText('The page can’t reach this address')).toBeVisible();
  await guest.page.getByRole('main').getByRole('button', { name: 'Choose a node' }).click();
  await guest.page.getByLabel('Node').fill(` ${world.node.url.toUpperCase()}/ `);
  await guest.page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(guest.page.locator('.network.online')).toBeVisible();
  expect(new URLSearchParams(new URL(guest.page.url()).hash.split('?')[1]).get('node')).toBe(world.node.url);

  await guest.page.goto(`./#/?node=${world.node.url.replace('//', '//ada:secret@')}`);
  await expect(guest.page.getByText('pass on the name and password in this address')).toBeVisible();
});

test('a node is kept when it is chosen, though the page is connected to it already', async ({ world }) => {
  const guest = await world.join('nobody');
  await guest.open('/');
  await guest.page.getByRole('button', { name: 'Network: Connected' }).click();
  await guest.page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect
    .poll(() => guest.page.evaluate(() => localStorage.getItem('rpsls/preferences') ?? ''))
    .toContain(`"node":"${world.node.url}"`);
});

test('a browser without a wallet is told what to do', async ({ world }) => {
  const guest = await world.join('nobody');
  await guest.open('/');
  await guest.page.getByRole('button', { name: 'Choose an account' }).click();
  await guest.page.getByRole('button', { name: 'Connect a wallet' }).click();
  await expect(guest.page.getByText('This browser has no wallet for Vara')).toBeVisible();
  await expect(guest.page.getByRole('link', { name: 'Talisman' })).toBeVisible();
});

test('a phone’s browser leads into the wallets’ apps, to the same table', async ({ world, baseURL }) => {
  const context = await world.browser.newContext({ ...devices['Pixel 7'], baseURL: baseURL ?? '' });
  const phone = await context.newPage();
  const table = `./#/table/0x${'5'.repeat(64)}?node=${encodeURIComponent(world.node.url)}`;
  await phone.goto(table);
  await phone.getByRole('button', { name: 'Choose an account' }).first().click();
  await phone.getByRole('button', { name: 'Connect a wallet' }).click();
  const link = phone.getByRole('link', { name: 'Open in Nova Wallet' });
  const href = new URL((await link.getAttribute('href')) ?? '');
  expect(href.origin + href.pathname).toBe('https://app.novawallet.io/open/dapp');
  expect(href.searchParams.get('url')).toBe(phone.url());
  await context.close();
});

test('a wallet that refuses the page does not count as missing', async ({ world }) => {
  const guest = await world.join('nobody');
  await guest.page.addInitScript(() => {
    const refusal = new Promise<never>((_, reject) => {
      window.addEventListener('refuse', () => reject(new Error('The source has not been authorized yet')));
    });
    Object.assign(window, { injectedWeb3: { 'test-wallet': { version: '1', enable: () => refusal } } });
  });
  await guest.open('/');
  await guest.page.getByRole('button', { name: 'Choose an account' }).click();
  await guest.page.getByRole('button', { name: 'Connect a wallet' }).click();
  await expect(guest.page.getByText('Your wallet asks in its own window.')).toBeVisible();
  await guest.page.evaluate(() => window.dispatchEvent(new Event('refuse')));
  await expect(guest.page.getByText('The wallet has not let this page in')).toBeVisible();
  await expect(guest.page.getByText('This browser has no wallet for Vara')).toHaveCount(0);
});

test('a wallet that holds its account for another chain is not asked, and the page says so', async ({ world }) => {
  const guest = await world.join('Wallet');
  const program = await world.node.openTable();
  const wallet = await installWallet(guest.page, { genesisHash: NOWHERE });
  await guest.openTable(program);
  await connectWallet(guest.page);
  await guest.page.getByRole('button', { name: SEAT }).click();
  await expect(guest.page.getByRole('alert')).toContainText('The wallet holds this account for another chain.');
  expect(wallet.asked).toBe(0);
  await expect(guest.page.locator('.player')).toHaveCount(0);
  await guest.page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(guest.page.getByRole('alert')).toHaveCount(0);
});

test('an account sees before a press that it can’t pay for a seat, and with little more it can play', async ({
  world,
}) => {
  const [alice, guest] = [await world.join('Alice'), await world.join('Wallet')];
  const { page } = guest;
  const program = await alice.ownTable();
  // This is enough for the bet, but not for gas.
  await fund(world.node, '//Nobody', (101n * VARA) / 10n);
  await installWallet(page, { uri: '//Nobody' });
  await guest.openTable(program);
  await connectWallet(page);
  await page.keyboard.press('0');
  await expect(page.getByText('The account has 10.1 VARA, and a seat here takes 11')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Play Rock' })).toBeDisabled();
  await expect(page.getByRole('button', { name: SEAT })).toBeDisabled();
  // The player can press as soon as the money is enough: for the bet, the existential deposit, and 1.3 VARA for
  // fees and gas. The page also says that it is too little to lay some aside.
  await fund(world.node, '//Nobody', (22n * VARA) / 10n);
  await expect(page.getByText('There is too little to fill a purse')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Play Rock' })).toBeEnabled();
  await expect(page.getByText('One signature takes the seat')).toHaveCount(0);
  await guest.register();
  await alice.register();
  await world.node.advanceBlocks(201);
  await guest.stage(STAGES.moves);
  await guest.seal('Paper');
  await alice.commit('Rock');
  await expect(page.getByText('You won 10 VARA')).toBeVisible();
});
