// The ports that the environment names. Others give these variables meanings of their own (PORT=tcp://… is a link of
// containers), so what can't be listened at is said, and a free port taken: `node port.mjs PORT NODE_PORT`.
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

/**
 * Why a port can't be listened at; nothing if it can.
 *
 * @param {string} named
 * @returns {Promise<string | undefined>}
 */
async function trouble(named) {
  if (!/^\d{1,5}$/.test(named) || Number(named) > 65_535) return 'is no port';
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', (/** @type {NodeJS.ErrnoException} */ { code }) =>
      resolve(code === 'EADDRINUSE' ? 'is in use' : `can't be listened at (${code})`),
    );
    server.listen(Number(named), '127.0.0.1', () => server.close(() => resolve(undefined)));
  });
}

/**
 * The port that a variable names, or 0, which takes a free one.
 *
 * @param {string} variable
 */
export async function portOf(variable) {
  const named = process.env[variable];
  return named && !(await trouble(named)) ? Number(named) : 0;
}

/** A port at which nobody listens. */
export async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  await new Promise((resolve) => server.close(resolve));
  return port;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const variable of process.argv.slice(2)) {
    const named = process.env[variable];
    const why = named && (await trouble(named));
    if (why) console.log(`${variable}=${named} ${why}, so a free port is taken: ${variable}=… names another one`);
  }
}
