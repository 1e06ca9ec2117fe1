import { devices } from '@playwright/test';
import { createServer } from 'node:http';
import { WebSocket, WebSocketServer } from 'ws';
import { expect, SEAT, STAGES, test } from './fixtures';
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

test('no node, then a node: the page connects by itself', async ({ world }) => {
  const guest = await world.join('nobody');
  const { port } = world.node;
  await world.node.stop();
  await guest.page.goto(`./#/?node=${encodeURIComponent(world.node.url)}`);
  await expect(guest.page.getByText('No node answers')).toBeVisible();
  const again = await DevNode.start(port);
  await expect(guest.page.locator('.network.online')).toBeVisible();
  await again.stop();
});

test('a node that restarts in mid-game has lost the table, and the page says so', async ({ world }) => {
  const alice = await world.join('Alice');
  const { port } = world.node;
  await alice.ownTable();
  await alice.register();
  await world.node.stop();
  await expect(alice.page.getByText('The connection is lost')).toBeVisible();
  await expect(alice.page.getByRole('button', { name: /^Leave/ })).toBeDisabled();
  const again = await DevNode.start(port);
  await expect(alice.page.getByText('There is no such table here')).toBeVisible({ timeout: 30_000 });
  await expect(alice.page.getByText('The connection is lost')).toHaveCount(0);
  await again.stop();
});

test('the page restores a connection that drops in mid-game, and shows what it missed', async ({ world }) => {
  const [alice, bob] = [await world.join('Alice'), await world.join('Bob')];
  const program = await alice.ownTable();
  await bob.page.routeWebSocket(/^ws:/, (socket) => {
    socket.connectToServer();
    Object.assign(globalThis, { dropped: socket });
  });
  await bob.openTable(program);
  await bob.choose();
  await bob.page.context().setOffline(true);
  const socket = (globalThis as unknown as { dropped: { close: (options: { code: number }) => Promise<void> } })
    .dropped;
  await socket.close({ code: 1001 });
  await alice.register();
  await bob.page.context().setOffline(false);
  await expect(bob.page.locator('.player')).toHaveCount(1, { timeout: 30_000 });
  await expect(bob.page.getByText('took a seat')).toBeVisible();
});

test('the page asks about a node that a link names, unless it is known here', async ({ world }) => {
  const guest = await world.join('nobody');
  let asked = false;
  await guest.page.routeWebSocket(/evil/, () => {
    asked = true;
  });
  await guest.page.goto('./#/?node=wss://node.evil.example');
  await expect(guest.page.getByText('This link uses a node that is new to you')).toBeVisible();
  expect(asked).toBe(false);
  await guest.page.getByRole('button', { name: 'Use this node' }).click();
  await expect.poll(() => asked).toBe(true);
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

test('bad preferences don’t leave the page empty', async ({ world }) => {
  const guest = await world.join('nobody');
  await guest.page.addInitScript(() =>
    localStorage.setItem(
      'rpsls/preferences',
      JSON.stringify({ language: 'xx', theme: 7, tables: [null], nodes: 'all' }),
    ),
  );
  await guest.open('/');
  await expect(guest.page.getByRole('heading', { level: 1 })).toBeVisible();
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
  const server = createServer();
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) => {
    socket.on('message', (data: Buffer) => {
      const { id, method } = JSON.parse(data.toString()) as { id: number; method: string };
      const result = method === 'rpc_methods' ? { methods: ['system_chain'] } : 'Kusama';
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, result }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  await guest.page.goto(`./#/?node=ws://127.0.0.1:${port}`);
  await expect(guest.page.getByText('The game does not run on this network')).toBeVisible();
  await expect(guest.page.getByText('“Kusama”')).toBeVisible();

  await guest.page.goto('./#/?node=https://example.org');
  await expect(guest.page.getByText('This is not the address of a node')).toBeVisible();
  await guest.page.getByRole('main').getByRole('button', { name: 'Choose a node' }).click();
  await guest.page.getByLabel('Node').fill(world.node.url);
  await guest.page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(guest.page.locator('.network.online')).toBeVisible();
  sockets.close();
  server.close();
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
    const refuse = (): Promise<never> =>
      new Promise((_, reject) => setTimeout(() => reject(new Error('The source has not been authorized yet')), 3_000));
    Object.assign(window, { injectedWeb3: { 'test-wallet': { version: '1', enable: refuse } } });
  });
  await guest.open('/');
  await guest.page.getByRole('button', { name: 'Choose an account' }).click();
  await guest.page.getByRole('button', { name: 'Connect a wallet' }).click();
  await expect(guest.page.getByText('Your wallet asks in its own window.')).toBeVisible();
  await expect(guest.page.getByText('The wallet has not let this page in')).toBeVisible();
  await expect(guest.page.getByText('This browser has no wallet for Vara')).toHaveCount(0);
});

test('a wallet with little more than the bet can play', async ({ world }) => {
  const [alice, thrifty] = [await world.join('Alice'), await world.join('Wallet')];
  // This is the bet, the existential deposit, and 1.3 VARA for fees and gas.
  await fund(world.node, '//Thrifty', 12_300_000_000_000n);
  const program = await alice.ownTable();
  await installWallet(thrifty.page, { uri: '//Thrifty' });
  await thrifty.openTable(program);
  await connectWallet(thrifty.page);
  await thrifty.register();
  await alice.register();
  await world.node.advanceBlocks(201);
  await thrifty.stage(STAGES.moves);
  await thrifty.commit('Paper');
  await expect(thrifty.page.getByRole('heading', { name: 'Your move is sealed' })).toBeVisible();
  await alice.commit('Rock');
  await expect(thrifty.page.getByText('You won 10 VARA')).toBeVisible();
});

const WALLETS = [
  ['a rejected signature', { signs: false }, 'You declined to sign. Nothing was sent.'],
  ['an account for another chain', { genesisHash: NOWHERE }, 'The wallet holds this account for another chain.'],
] as const;

for (const [what, options, sentence] of WALLETS) {
  test(`${what} has a plain message`, async ({ world }) => {
    const guest = await world.join('Wallet');
    const program = await world.node.openTable();
    await installWallet(guest.page, options);
    await guest.openTable(program);
    await connectWallet(guest.page);
    await guest.page.getByRole('button', { name: SEAT }).click();
    await expect(guest.page.getByRole('alert')).toContainText(sentence);
    await expect(guest.page.locator('.player')).toHaveCount(0);
    await guest.page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(guest.page.getByRole('alert')).toHaveCount(0);
  });
}

test('an account that can’t pay for a seat sees that and the price before a press', async ({ world }) => {
  const guest = await world.join('Wallet');
  const program = await world.node.openTable();
  // This is enough for the bet, but not for gas.
  await fund(world.node, '//Nobody', 10_100_000_000_000n);
  await installWallet(guest.page, { uri: '//Nobody' });
  await guest.openTable(program);
  await connectWallet(guest.page);
  await guest.page.keyboard.press('0');
  await expect(guest.page.getByText('The account has 10.1 VARA, and a seat here takes 11')).toBeVisible();
  await expect(guest.page.getByRole('button', { name: 'Take a seat with Rock' })).toBeDisabled();
  await expect(guest.page.getByRole('button', { name: SEAT })).toBeDisabled();
  // The player can press as soon as the money is enough. The page also says that it is too little to lay some
  // aside.
  await fund(world.node, '//Nobody', 2_000_000_000_000n);
  await expect(guest.page.getByText('There is too little to prepay the fees')).toBeVisible();
  await expect(guest.page.getByRole('button', { name: 'Take a seat with Rock' })).toBeEnabled();
  await expect(guest.page.getByText('Sign once for the whole game')).toHaveCount(0);
});
