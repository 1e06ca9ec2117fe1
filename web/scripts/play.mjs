// Everything for a game on this machine: a development node, a club with two tables on
// it, tic-tac-toe, the page, and links to all that. `make web` builds what it needs.
import { GearApi } from '@gear-js/api';
import { Keyring } from '@polkadot/keyring';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { foundClub, openTables, upload } from './club.mjs';
import { startNode } from './node.mjs';
import { openInBrowser } from './open.mjs';
import { portOf } from './port.mjs';
import { serve } from './serve.mjs';

/** Tables for strangers: enough to look around without waiting. */
const TABLES = [
  { bet: 1_000_000_000_000n, seats: 2, title: 'A duel', times: 120_000 },
  { bet: 1_000_000_000_000n, seats: 4, title: 'A knockout of four', times: 120_000 },
];

/** Deploys Alice's club with two tables, and the other game. */
async function deploy(providerAddress) {
  const api = await GearApi.create({ providerAddress });
  const alice = new Keyring({ type: 'sr25519' }).addFromUri('//Alice');
  const club = await foundClub(api, alice);
  await openTables(api, alice, club, TABLES);
  const ticTacToe = await upload(api, alice, 'tic_tac_toe', { turn_timeout: 120_000, pass: null });
  await api.disconnect();
  return { club, ticTacToe };
}

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
if (!existsSync(`${dist}index.html`)) {
  console.error(`${dist}index.html is not built: run \`make web\``);
  process.exit(1);
}
process.on('SIGINT', () => process.exit());
process.on('SIGTERM', () => process.exit());
const url = await startNode(await portOf('NODE_PORT'));
const { club, ticTacToe } = await deploy(url);
const server = await serve(dist, await portOf('PORT'));
const { port } = server.address();
const page = `http://127.0.0.1:${port}/`;
const query = new URLSearchParams({ node: url });
// The page finds a development node's club by itself.
const link = `${page}#/?${query}`;
console.log(`
Development node  ${url}
Club             ${club}
Page              ${link}
Tic-tac-toe       ${page}#/tic-tac-toe/${ticTacToe}?${query}

Open the page in two tabs, and choose another development account in each.
Ctrl+C ends it, and the node forgets everything.
`);
openInBrowser(link);
