// Everything for a game on this machine: a development node, a table on it, the
// page, and a link to all that. `make web` builds what it needs.
import { GearApi, ProgramMetadata } from '@gear-js/api';
import { Keyring } from '@polkadot/keyring';
import { u8aToHex } from '@polkadot/util';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { serve } from './serve.mjs';

const root = new URL('../../', import.meta.url);
const release = new URL(`${process.env.ARTIFACTS ?? 'target/wasm32-gear/release'}/`, root);
const node = process.env.VARA_DEVNODE ?? fileURLToPath(new URL('target/release/vara-devnode', root));

/** Enough to look around, and not to wait. */
const INIT = {
  config: {
    bet_size: '10000000000000',
    players_count_limit: 5,
    entry_timeout: 60_000,
    move_timeout: 120_000,
    reveal_timeout: 120_000,
  },
  rules: { format: 'Points', start_when_full: true },
  owner: null,
};
const GAS_LIMIT = 100_000_000_000n;

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

/** Puts a table of Alice's onto the chain, and returns its id. */
async function deployTable(providerAddress) {
  const api = await GearApi.create({ providerAddress });
  const metadata = ProgramMetadata.from(`0x${(await readFile(new URL('rpsls.meta.txt', release), 'utf8')).trim()}`);
  const code = await readFile(new URL('rpsls.opt.wasm', release));
  const initPayload = metadata.createType(metadata.types.init.input, INIT).toHex();
  const alice = new Keyring({ type: 'sr25519' }).addFromUri('//Alice');
  const { programId, extrinsic } = api.program.upload({
    code,
    initPayload,
    gasLimit: GAS_LIMIT,
    salt: u8aToHex(crypto.getRandomValues(new Uint8Array(20))),
  });
  await new Promise((resolve, reject) => {
    extrinsic
      .signAndSend(alice, ({ status, dispatchError }) => {
        if (dispatchError) reject(new Error(dispatchError.toString()));
        else if (status.isFinalized) resolve();
      })
      .catch(reject);
  });
  await api.disconnect();
  return programId;
}

/** Shows the page where there is a desktop to show it on. */
function openInBrowser(link) {
  const isMac = process.platform === 'darwin';
  const hasDesktop = isMac || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  if (!hasDesktop || process.env.NO_BROWSER) return;
  const opener = spawn(isMac ? 'open' : 'xdg-open', [link], { stdio: 'ignore', detached: true });
  opener.once('error', () => console.log('Open it in a browser.'));
  opener.unref();
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
const program = await deployTable(url);
const server = await serve(dist, Number(process.env.PORT ?? 0));
const { port } = server.address();
const link = `http://127.0.0.1:${port}/#/table/${program}?${new URLSearchParams({ node: url })}`;
console.log(`
Development node  ${url}
Table             ${program}
Page              ${link}

Open the page in two tabs, and choose another development account in each.
Ctrl+C ends it, and the node forgets everything.
`);
openInBrowser(link);
