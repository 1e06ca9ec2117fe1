// How long the page takes on a slow phone: `npm run speed [FOLDER]`, of the build in dist or another one.
import { GearApi } from '@gear-js/api';
import { Keyring } from '@polkadot/keyring';
import { chromium } from '@playwright/test';
import { fileURLToPath } from 'node:url';
import { chromium as executable } from './browser.mjs';
import { foundClub, openTables } from './club.mjs';
import { startNode } from './node.mjs';
import { serve } from './serve.mjs';

/** What Chromium's tools call slow 4G: a round trip in ms, and bytes a second. */
const SLOW_4G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };
/** How many times slower than this machine a phone's processor is. */
const SLOWER = 4;
/** How many tries there are. The median counts, because the machine does other things, too. */
const TRIES = 5;
const TABLES = Array.from({ length: 8 }, (_, index) => {
  return { bet: 1_000_000_000_000n, seats: index % 2 === 0 ? 2 : 4, title: `Table ${index}` };
});

const folder = process.argv[2] ?? fileURLToPath(new URL('../dist/', import.meta.url));
const node = await startNode();
const api = await GearApi.create({ providerAddress: node, noInitWarn: true });
const alice = new Keyring({ type: 'sr25519' }).addFromUri('//Alice');
const club = await foundClub(api, alice);
await openTables(api, alice, club, TABLES);
await api.disconnect();
const server = await serve(folder, 0);
const page = `http://127.0.0.1:${server.address().port}/`;
const browser = await chromium.launch({ executablePath: executable(), args: ['--no-sandbox', '--disable-gpu'] });

/** Opens an address on a slow phone. Returns after how many ms something is there. */
async function timeTo(context, hash, there) {
  const tab = await context.newPage();
  const session = await context.newCDPSession(tab);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_4G);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const begun = performance.now();
  await tab.goto(`${page}${hash}`, { waitUntil: 'commit' });
  await there(tab).first().waitFor({ timeout: 60_000 });
  const taken = performance.now() - begun;
  // By then the page is stored for the next visit.
  await tab.waitForTimeout(3_000);
  await tab.close();
  return taken;
}

const move = (tab) => tab.getByRole('radio', { name: 'Rock', exact: true });
const table = (tab) => tab.locator('.listed');
const lobby = `#/club/${club}?node=${encodeURIComponent(node)}`;
const times = { 'first move, first screen': [], 'first move, practice': [], tables: [], 'tables, second visit': [] };
for (let attempt = 0; attempt < TRIES; attempt += 1) {
  const visits = [
    ['first move, first screen', '', move],
    ['first move, practice', '#/practice', move],
  ];
  for (const [what, hash, there] of visits) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    times[what].push(await timeTo(context, hash, there).catch(() => Infinity));
    await context.close();
  }
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  times.tables.push(await timeTo(context, lobby, table));
  times['tables, second visit'].push(await timeTo(context, lobby, table));
  await context.close();
}
for (const [what, all] of Object.entries(times)) {
  const middle = all.sort((one, other) => one - other)[Math.floor(TRIES / 2)];
  console.log(`${what.padEnd(26)} ${(middle / 1_000).toFixed(1)} s`);
}
await browser.close();
process.exit();
