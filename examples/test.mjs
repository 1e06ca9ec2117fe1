// Plays by each example on a development node, and by the commands of cli/SKILL.md.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { built, environment } from '../kit/built.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const RPSLS = built('rpsls');

/** No wait is longer, in ms. */
const PATIENCE = 120_000;
/** A test waits for several processes, on a machine that may be busy. */
const options = { timeout: 4 * PATIENCE };

/** How each example is started with a move. The agent chooses its own. */
const CLIENTS = {
  'js-client': () => ['node', here('js-client/play.js'), 'rock'],
  'rust-client': () => [built('rust-client'), 'Rock'],
  agent: () => ['node', here('agent/agent.mjs')],
};

let home;
let node;
let other;
/** Takes connections, and says nothing. */
let silent;

before(async () => {
  home = mkdtempSync(join(tmpdir(), 'rpsls-examples-'));
  [node, other] = await Promise.all([startNode('1700000000000'), startNode('1800000000000')]);
  silent = await listening(() => {});
}, options);

after(async () => {
  for (const { child } of [node, other]) {
    child.kill();
    await once(child, 'exit');
  }
  silent.end();
  rmSync(home, { recursive: true });
});

/** Starts a node. Another time of genesis makes another chain. */
async function startNode(genesis) {
  const args = ['--port', '0', '--log', 'error', '--block-time', '100', '--genesis-time', genesis];
  const child = spawn(built('vara-devnode'), args, { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface(child.stdout)) {
    const url = /ws:\/\/\S+/.exec(line)?.[0];
    if (url) return { child, url };
  }
  throw new Error('the node has ended');
}

/** Waits for what comes, and stands as a node for whoever takes connections: `cut` ends all of them. */
async function listening(onConnection) {
  const open = new Set();
  const server = createServer((socket) => {
    open.add(socket.on('error', () => {}).on('close', () => open.delete(socket)));
    onConnection(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const cut = () => open.forEach((socket) => socket.destroy());
  const end = () => [server.close(), cut()];
  return { url: `ws://127.0.0.1:${server.address().port}`, cut, end };
}

/** A way to the node that can be cut. */
const wayTo = ({ url }) =>
  listening((socket) => {
    const there = connect(new URL(url).port, '127.0.0.1').on('error', () => {});
    socket.pipe(there).pipe(socket);
    socket.on('close', () => there.destroy());
    there.on('close', () => socket.destroy());
  });

/** The environment of a player at a table: an account by its secret phrase, a folder of its own. */
function player(phrase, program, url = node.url) {
  const folder = mkdtempSync(join(home, 'player-'));
  return environment({
    ...{ RPSLS, RPSLS_HOME: folder, RPSLS_NODE: url, RPSLS_PROGRAM: program, RPSLS_PHRASE: phrase },
    PATH: `${dirname(RPSLS)}${delimiter}${process.env.PATH}`,
  });
}

/** Runs a command to its end in the player's folder. `onOutput` is called with the process when it says something. */
async function run([command, ...args], env, onOutput = () => {}) {
  const child = spawn(command, args, { env, cwd: env.RPSLS_HOME, timeout: PATIENCE });
  let [out, err] = ['', ''];
  child.stdout.on('data', (data) => {
    out += data;
    onOutput(child);
  });
  child.stderr.on('data', (data) => (err += data));
  const [code] = await once(child, 'close');
  return { code, out, err };
}

/** What a command of `rpsls` answers. */
function rpsls(env, ...args) {
  return JSON.parse(execFileSync(RPSLS, ['--json', ...args], { env }));
}

/** Opens a duel, by default with stages that outlast a busy machine. */
function deploy(owner = '//Alice', moves = '1h') {
  const stages = ['--moves', moves, '--reveals', '1h'];
  return rpsls(player(owner, ''), 'deploy', '--bet', '1', '--seats', '2', ...stages, '--yes').program;
}

for (const [name, client] of Object.entries(CLIENTS)) {
  test(`${name} wins or loses a duel`, options, async () => {
    const program = deploy();
    const rival = run([RPSLS, 'join', '--moves', 'scissors', '--yes'], player('//Bob', program));
    const { code, out, err } = await run(client(), player('//Charlie', program));
    assert.equal(code, 0, err);
    // Rock crushes scissors.
    assert.match(out, name === 'agent' ? /"result":"(won|lost)"/ : /\nwon\n$/);
    assert.equal((await rival).code, 0);
  });

  test(`${name} knows that silence has won it a duel`, options, async () => {
    // No longer than a node keeps blocks, with the time to register before.
    const program = deploy('//Alice', '5m');
    const rival = player('//Bob', program);
    const playing = run(client(), player('//Charlie', program));
    while (rpsls(rival, 'status').players.length === 0) await new Promise((resolve) => setTimeout(resolve, 200));
    rpsls(rival, 'register', '--yes');
    // The table's alarm ends the stage, and pays.
    rpsls(rival, 'dev', 'advance', '170');
    const { code, out, err } = await playing;
    assert.equal(code, 0, err);
    assert.match(out, name === 'agent' ? /"result":"won"/ : /\nwon\n$/);
  });

  test(`${name} says in a sentence what is wrong`, options, async () => {
    const program = deploy();
    const is = async (env, expected, text) => {
      const { code, out, err } = await run(client(), env);
      assert.deepEqual([code, out], [expected, ''], err);
      assert.match(err, text);
      assert.equal(err.trim().split('\n').length, 1, err);
    };
    await is(player('//Charlie', program, 'ws://127.0.0.1:1'), 4, /no node/i);
    await is(player('//Charlie', program, silent.url), 4, /no node/i);
    await is(player('//Charlie', '0x12'), 2, /RPSLS_PROGRAM|not a program|0x12/);
    await is(player('a b c d e f g h i j k l', program), 2, /phrase/i);
    await is(player('//Charlie', program, other.url), 2, /no (such )?table/i);
    await is(player('//Has nothing', program), 5, /too little|short/i);
  });
}

for (const name of ['js-client', 'rust-client']) {
  test(`${name} plays on after it was stopped, and after its connection was cut`, options, async () => {
    const [program, way] = [deploy(), await wayTo(node)];
    const env = player('//Charlie', program, way.url);
    const isStopped = run(CLIENTS[name](), env, (child) => child.kill('SIGKILL'));
    assert.match((await isStopped).out, /^seated/);
    const playing = run(CLIENTS[name](), env);
    // It asks each second: what is cut now is in the middle of something, or is needed for what comes.
    const cutting = setInterval(way.cut, 5_000);
    setTimeout(() => clearInterval(cutting), 12_000);
    await new Promise((resolve) => setTimeout(resolve, 7_000));
    const rival = run([RPSLS, 'join', '--moves', 'scissors', '--yes'], player('//Bob', program));
    const { code, out, err } = await playing;
    assert.deepEqual([code, out], [0, 'won\n'], err);
    assert.match(err, /goes on with the move/);
    assert.equal((await rival).code, 0);
    way.end();
  });
}

test('the query of docs/sails.md reads what gear_readState reads', options, async () => {
  const page = readFileSync(here('../docs/sails.md'), 'utf8');
  const block = (kind) => new RegExp(`\n\`\`\`${kind}\n(.*?)\n\`\`\`\n`, 's').exec(page)[1];
  assert.ok(block('js').includes(`'0x${block('text query').replaceAll(' ', '')}'`));
  const script = `
    import { GearApi, ProgramMetadata } from '@gear-js/api';
    import { readFileSync } from 'node:fs';
    const [providerAddress, table, file] = process.argv.slice(1);
    const api = await GearApi.create({ providerAddress });
    const meta = ProgramMetadata.from('0x' + readFileSync(file, 'utf8').trim());
    const player = '0x' + '11'.repeat(32);
    ${block('js')}
    const read = await api.programState.read({ programId: table, payload: { All: null } }, meta);
    process.stdout.write(state.toHex() === read.toHex() && state.isAll ? 'equal' : state.toString());
    process.exit(0);`;
  const release = readFileSync(here('../releases/CURRENT'), 'utf8').trim();
  const args = [node.url, deploy(), here(`../releases/${release}/rpsls.meta.txt`)];
  const options = { cwd: here('js-client'), encoding: 'utf8', timeout: PATIENCE };
  assert.equal(execFileSync('node', ['--input-type=module', '-e', script, ...args], options), 'equal');
});

test('an agent plays by the commands of SKILL.md', options, async () => {
  const page = readFileSync(here('../cli/SKILL.md'), 'utf8');
  const blocks = [...page.matchAll(/^```sh\n(.*?)^```/gms)].map(([, text]) => text);
  assert.ok(page.trim().split('\n').length <= 90 && blocks.length > 3);
  const { RPSLS_PHRASE, ...env } = player('//Dave', deploy());
  const script = ['set -eu -o pipefail', ...blocks].join('\n');
  const { code, out, err } = await run(['bash', '-c', script], env);
  assert.equal(code, 0, `${err}${out}`);
  for (const line of out.trim().split('\n')) assert.equal(JSON.parse(line).ok, true, line);
  const games = JSON.parse(out.trim().split('\n').at(-1)).games.filter(({ name }) => name === 'me');
  assert.ok(['won', 'lost'].includes(games[0].end), out);
  // What is only named there is a command as it stands.
  for (const [, command] of page.matchAll(/`rpsls ([^`…]+)`/g)) {
    const help = await run([RPSLS, ...command.split(' '), '--help'], env);
    assert.equal(help.code, 0, `${command}: ${help.err}`);
  }
});
