// Everything for a game on this machine: a development node, a house with two tables on
// it, tic-tac-toe, the page, and links to all that. `make web` builds what it needs.
import { GearApi } from '@gear-js/api';
import { Keyring } from '@polkadot/keyring';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { foundHouse, openTables, upload } from './house.mjs';
import { openInBrowser } from './open.mjs';
import { serve } from './serve.mjs';

const root = new URL('../../', import.meta.url);
const node = process.env.VARA_DEVNODE ?? fileURLToPath(new URL('target/release/vara-devnode', root));

function startNode() {
  const child = spawn(node, ['--port', process.env.NODE_PORT ?? '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  process.on('exit', () => child.kill());
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the node ended with ${code}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const url = /ws:\/\/\S+/.exec(line)?.[0];
      if (url) resolve(url);
    });
  });
}

/** What strangers could play: enough to look around, and not to wait. */
const TABLES = [
  { bet: 1_000_000_000_000n, seats: 2, title: 'A duel', times: 120_000 },
  { bet: 1_000_000_000_000n, seats: 4, title: 'A knockout of four', times: 120_000 },
];

/** Puts a house of Alice's onto the chain, two tables of it, and the other game. */
async function deploy(providerAddress) {
  const api = await GearApi.create({ providerAddress });
  const alice = new Keyring({ type: 'sr25519' }).addFromUri('//Alice');
  const house = await foundHouse(api, alice);
  await openTables(api, alice, house, TABLES);
  const ticTacToe = await upload(api, alice, 'tic_tac_toe', { turn_timeout: 120_000, pass: null });
  await api.disconnect();
  return { house, ticTacToe };
}

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
for (const needed of [node, `${dist}index.html`]) {
  if (!existsSync(needed)) {
    console.error(`${needed} is not built: run \`make web\``);
    process.exit(1);
  }
}
process.on('SIGINT', () => process.exit());
process.on('SIGTERM', () => process.exit());
const url = await startNode();
const { house, ticTacToe } = await deploy(url);
const server = await serve(dist, Number(process.env.PORT ?? 0));
const { port } = server.address();
const page = `http://127.0.0.1:${port}/`;
const query = new URLSearchParams({ node: url });
// It finds the house of a development node by itself.
const link = `${page}#/?${query}`;
console.log(`
Development node  ${url}
House             ${house}
Page              ${link}
Tic-tac-toe       ${page}#/tic-tac-toe/${ticTacToe}?${query}

Open the page in two tabs, and choose another development account in each.
Ctrl+C ends it, and the node forgets everything.
`);
openInBrowser(link);
