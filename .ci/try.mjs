// Checks that `make try` serves the page, and with it the very program that was
// released: to run where nothing is built.
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);
const current = (await readFile(new URL('releases/CURRENT', root), 'utf8')).trim();
const released = await readFile(new URL(`releases/${current}/rpsls.opt.wasm`, root));

const began = Date.now();
const make = spawn('make', ['try'], {
  cwd: fileURLToPath(root),
  env: { ...process.env, NO_BROWSER: '1' },
  stdio: ['ignore', 'pipe', 'inherit'],
  // A group of its own, which is ended as Ctrl+C ends it.
  detached: true,
});
const isOver = new Promise((resolve) => make.once('close', resolve));
const timeout = setTimeout(() => process.kill(-make.pid, 'SIGTERM'), 300_000);

/** Fetches a file of the page. */
async function fetched(path, base) {
  const response = await fetch(new URL(path, base));
  if (!response.ok) throw new Error(`${path} is not served: ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}

async function check() {
  for await (const line of createInterface({ input: make.stdout })) {
    console.log(line);
    const link = /http:\S+/.exec(line)?.[0];
    if (!link) continue;
    const page = String(await fetched('', link));
    const script = /src="([^"]+)"/.exec(page)?.[1];
    if (!script) throw new Error('the page has no script');
    await fetched(script, link);
    const manifest = JSON.parse(String(await fetched('.vite/manifest.json', link)));
    const program = Object.values(manifest).find(({ file }) => /rpsls\.opt.*\.wasm$/.test(file))?.file;
    if (!program) throw new Error('the page has no program');
    if (!released.equals(await fetched(program, link))) throw new Error(`the program is not that of release ${current}`);
    return;
  }
  throw new Error('`make try` has ended without a link');
}

try {
  await check();
  console.log(`The page has the program of release ${current}, after ${Math.round((Date.now() - began) / 1_000)} s`);
} finally {
  clearTimeout(timeout);
  if (make.exitCode === null) process.kill(-make.pid, 'SIGINT');
  await isOver;
}
