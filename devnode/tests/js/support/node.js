// The node that the tests talk to: a new one for each test, or the one that VARA_NODE names.

import { GearApi } from '@gear-js/api';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { built } from '../../../../kit/built.mjs';

/** The metadata of a Vara node, so that the client sees the same as there. */
const METADATA = fileURLToPath(new URL('../../data/metadata.scale', import.meta.url));

/** How often the node makes a block, in ms. */
const BLOCK_TIME = 50;

/**
 * The nodes that run. They end with the tests: one that goes on holds the test runner's own output,
 * for whose end the runner waits. It ends tests that take too long by a signal.
 */
const running = new Set();
process.on('exit', () => running.forEach((child) => child.kill()));
process.once('SIGTERM', () => process.exit(143));

/** Starts a node, if none is named. Without metadata, the node stands for its own runtime. */
async function startNode({ metadata = METADATA } = {}) {
  const url = process.env.VARA_NODE;
  if (url) return { url, stop: async () => {} };
  const binary = process.env.VARA_DEVNODE || built('vara-devnode');
  const runtime = metadata ? ['--metadata', metadata] : [];
  const args = ['--port', '0', '--log', 'error', '--block-time', String(BLOCK_TIME), ...runtime];
  const child = spawn(binary, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  running.add(child);
  const exit = once(child, 'exit').finally(() => running.delete(child));
  const stop = async () => {
    child.kill();
    await exit;
  };
  try {
    return { url: await announced(child, exit), stop };
  } catch (error) {
    child.kill();
    throw error;
  }
}

/** The URL that a node prints once it listens. */
async function announced(child, exit) {
  const lines = createInterface(child.stdout);
  const url = new Promise((resolve) => {
    lines.on('line', (line) => {
      const found = /ws:\/\/\S+/.exec(line);
      if (found) resolve(found[0]);
    });
  });
  const ended = exit.then(([code]) => {
    throw new Error(`the node has ended with code ${code}`);
  });
  return Promise.race([url, ended]);
}

/** Starts a node and connects to it. `close` ends both. */
export async function connect(options) {
  const node = await startNode(options);
  const api = await GearApi.create({ providerAddress: node.url });
  const close = async () => {
    // The client still reads in the background, which would fail without a connection.
    await setTimeout(2 * BLOCK_TIME);
    await api.disconnect();
    await node.stop();
  };
  return { api, url: node.url, close };
}
