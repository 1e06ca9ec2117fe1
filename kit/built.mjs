// Where a build of the workspace puts what scripts and tests run.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const HERE = new URL('.', import.meta.url);

/**
 * The path of a program that was built, such as `rpsls`.
 *
 * @param {string} name
 * @throws {Error} if it was not built: the message says what to do
 */
export function built(name) {
  return execFileSync(fileURLToPath(new URL('built', HERE)), [name], { encoding: 'utf8' }).trim();
}

/** The folder of the actor programs and their metadata, as a `file:` URL. `RPSLS_ARTIFACTS` names another one. */
export const ARTIFACTS = new URL(
  `${process.env['RPSLS_ARTIFACTS'] || 'target/wasm32-gear/debug'}/`,
  new URL('../', HERE),
);

/**
 * The environment of a client that a test runs: without the settings of whoever plays on this machine, who may have
 * named a public network, and an account with money.
 *
 * @param {Record<string, string>} settings its own
 */
export function environment(settings) {
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('RPSLS_'));
  return { ...Object.fromEntries(others), ...settings };
}
