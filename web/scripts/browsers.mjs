// Plays the same duel in the browsers of three engines, as two guests: `npm run browsers [ENGINE…]`, of the build in
// dist. It installs nothing, and says what is not there.
/* global caches, document, location -- what runs in a page has them */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { built, environment } from '../../kit/built.mjs';
import { ENGINES, Missing, pause } from './engines.mjs';
import { startNode } from './node.mjs';
import { serve } from './serve.mjs';

/** How long a step may take, ms. The machine may be busy: what is slow is not wrong. */
const PATIENCE = 300_000;

const node = await startNode(0, ['--log', 'error']);
const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const home = await mkdtemp(join(tmpdir(), 'rpsls-browsers-'));

const chosen = process.argv.slice(2).map((word) => word.toLowerCase());
const outcomes = [];
for (const [name, start] of Object.entries(ENGINES)) {
  if (chosen.length === 0 || chosen.includes(name.toLowerCase())) outcomes.push(await tried(name, start));
}
await rm(home, { recursive: true });
const count = (outcome) => outcomes.filter((one) => one === outcome).length;
console.log(`${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`);
process.exit(count('failed') === 0 && count('passed') > 0 ? 0 : 1);

/** How it goes in an engine: 'passed', 'failed', or 'skipped' where it is not there. */
async function tried(name, start) {
  const line = await cuttable(node);
  const host = await serve(dist, 0);
  const leave = () => {
    host.closeAllConnections();
    host.close();
  };
  let engine;
  let step = 'it starts';
  try {
    engine = await start();
    console.log(engine.name);
    for (const [title, run] of duel(engine, line, { url: `http://127.0.0.1:${host.address().port}/`, leave })) {
      step = title;
      await run();
      console.log(`  ✓ ${title}`);
    }
    return 'passed';
  } catch (error) {
    if (error instanceof Missing) console.log(error.message);
    else console.error(`  ✗ ${name}: ${step}: ${error.message}`);
    return error instanceof Missing ? 'skipped' : 'failed';
  } finally {
    await engine?.close();
    line.end();
    leave();
  }
}

/** A duel of two guests in one engine, in steps. */
function duel(engine, line, site) {
  let one, other, links;
  return [
    [
      'the first screen opens, and a bot answers',
      async () => {
        one = await engine.open();
        await one.open(`${site.url}#/?node=${encodeURIComponent(line.url)}`);
        await reads(one, 'Beat the bot, then a stranger');
        await presses(one, 'label', 'Spock');
        await presses(one, 'button', '^Play Spock$');
        await reads(one, 'You win!|The bot wins|A draw');
      },
    ],
    [
      'a link makes a guest',
      async () => {
        links = await invitations(line.url, site.url);
        await one.open(links[0]);
        await reads(one, 'You play as a guest');
        await until(one, 'the key leaves the address', () => !location.href.includes('guest='));
      },
    ],
    [
      'a guest takes a seat',
      async () => {
        await presses(one, 'button', '^Take a seat.*choose later$');
        await reads(one, 'You have a seat');
      },
    ],
    [
      'a lost connection is said, and mended',
      async () => {
        line.cut();
        await reads(one, 'The connection is lost');
        await reads(one, 'You have a seat');
        line.mend();
        await until(one, 'the page is connected', () => document.querySelector('.network.online') !== null);
      },
    ],
    [
      'another one sits down with a move',
      async () => {
        other = await engine.open();
        await other.open(links[1]);
        await reads(other, 'You play as a guest');
        await presses(other, 'label', 'Rock');
        await presses(other, 'button', '^Play Rock');
        await reads(other, 'Your move is sealed|All have chosen');
      },
    ],
    [
      'a move is sealed, and is there after a reload',
      async () => {
        await presses(one, 'label', 'Paper');
        await presses(one, 'button', '^Play Paper$');
        await reads(one, 'Your move is sealed|All have chosen|Moves are shown');
        await one.reload();
        await until(one, 'the opening is kept', () =>
          Object.keys(localStorage).some((key) => key.startsWith('rpsls/secret/')),
        );
      },
    ],
    [
      'both moves are shown, and the result is there',
      async () => {
        await reads(one, 'You won');
        await reads(other, 'Paper covered your Rock|You lost');
      },
    ],
    [
      'without a node the reloaded page says so',
      async () => {
        line.cut();
        await one.reload();
        await reads(one, 'No node answers');
      },
    ],
    [
      'without its host the page opens',
      async () => {
        await until(one, 'the page is kept', keeps, ['/page-', '/app-', '/table-', '/en-']);
        site.leave();
        await one.reload();
        await reads(one, 'No node answers');
      },
    ],
  ];
}

/** Whether the browser keeps files of the page with these names. Runs in the page. */
async function keeps(names) {
  const builds = await Promise.all((await caches.keys()).map((build) => caches.open(build)));
  const kept = (await Promise.all(builds.map((build) => build.keys()))).flat().map(({ url }) => url);
  const isAwake = (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated';
  return isAwake && names.every((name) => kept.some((url) => url.includes(name)));
}

/** The links of two guests to a free table. */
async function invitations(url, page) {
  const rpsls = async (...args) => {
    const env = environment({ RPSLS_HOME: home });
    const options = [`--node=${url}`, '--account=alice', ...args, '--json', '--yes'];
    return JSON.parse((await promisify(execFile)(process.env.RPSLS || built('rpsls'), options, { env })).stdout);
  };
  const stages = ['entry', 'moves', 'reveals'].map((stage) => `--${stage}=10min`);
  const { program } = await rpsls('deploy', '--bet=0', '--seats=2', '--format=points', '--start=full', ...stages);
  const { vouchers } = await rpsls('voucher', 'issue', `--program=${program}`, '--players=2', `--page=${page}`);
  return vouchers.map(({ link }) => link);
}

/** A way to the node that can be cut. */
async function cuttable(url) {
  const { port } = new URL(url);
  const sockets = new Set();
  let isCut = false;
  const proxy = createServer((near) => {
    if (isCut) return near.destroy();
    const far = connect(Number(port), '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => [near, far].forEach((one) => one.destroy()));
    }
    return near.pipe(far).pipe(near);
  });
  await new Promise((resolve) => {
    proxy.listen(0, '127.0.0.1', resolve);
  });
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  return {
    url: `ws://127.0.0.1:${proxy.address().port}`,
    cut,
    mend: () => (isCut = false),
    end: () => {
      cut();
      proxy.close();
    },
  };
}

/** Waits until a function in the page says yes. */
async function until(tab, what, holds, ...values) {
  const end = Date.now() + PATIENCE;
  while (!(await tab.ask(holds, ...values))) {
    if (Date.now() > end)
      throw new Error(`not within ${PATIENCE / 1_000} s: ${what}\n${await tab.ask(() => document.body.innerText)}`);
    await pause(200);
  }
}

function reads(tab, pattern) {
  return until(tab, `to read “${pattern}”`, (text) => new RegExp(text).test(document.body.innerText), pattern);
}

/** Presses the first thing of this kind whose name matches, once it can be pressed. */
async function presses(tab, kind, pattern) {
  const sought = (kind, text) => {
    const nameOf = (one) => one.getAttribute('aria-label') ?? one.innerText.trim();
    const named = (one) => new RegExp(text).test(nameOf(one));
    const can = (one) => !one.matches(':disabled, [aria-disabled=true]') && one.getClientRects().length > 0;
    return [...document.querySelectorAll(kind)].find((one) => named(one) && can(one)) ?? null;
  };
  const end = Date.now() + PATIENCE;
  while (!(await tab.press(sought, kind, pattern))) {
    if (Date.now() > end) throw new Error(`not within ${PATIENCE / 1_000} s: ${kind} “${pattern}”`);
    await pause(200);
  }
}
