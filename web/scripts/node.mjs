// Starts a development node that lives as long as this process.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** Where the Rust build puts the node. */
export const NODE =
  process.env.VARA_DEVNODE ?? fileURLToPath(new URL('../../target/release/vara-devnode', import.meta.url));

/**
 * Starts the node, and returns its address.
 *
 * @param {string} port that it listens at; 0 takes a free one
 * @returns {Promise<string>}
 */
export function startNode(port = '0') {
  const child = spawn(NODE, ['--port', port], { stdio: ['ignore', 'pipe', 'inherit'] });
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
