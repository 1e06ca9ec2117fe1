// Starts a development node that lives as long as this process.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { built } from '../../kit/built.mjs';

/**
 * Starts the node, and returns its address.
 *
 * @param {number} port that it listens at; 0 takes a free one
 * @param {readonly string[]} options more of its options
 * @returns {Promise<string>}
 */
export async function startNode(port = 0, options = []) {
  const { url } = await spawnNode(port, options);
  return url;
}

/**
 * Starts the node, and returns its address and what ends it before this process does.
 *
 * @param {number} port that it listens at; 0 takes a free one
 * @param {readonly string[]} options more of its options
 * @returns {Promise<{ url: string, stop: () => void }>}
 */
export function spawnNode(port, options) {
  const node = process.env.VARA_DEVNODE || built('vara-devnode');
  const child = spawn(node, ['--port', String(port), ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  const stop = () => void child.kill();
  process.on('exit', stop);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the node ended with ${code}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const url = /ws:\/\/\S+/.exec(line)?.[0];
      if (url) resolve({ url, stop });
    });
  });
}
