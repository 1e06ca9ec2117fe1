// The browser of the tests. `npm run browser` makes sure that there is one before anything is built, since no test of
// the page runs without it.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';

/** The name that Debian and Playwright give the windowless browser. It does the same with less. */
const SHELL = 'chromium-headless-shell';

const SYSTEM = [`/usr/bin/${SHELL}`, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** An npm package with a Chromium for Linux on x86-64 and the libraries that it needs. */
const PACKAGE = {
  name: '@sparticuz/chromium@153.0.0',
  file: 'sparticuz-chromium-153.0.0.tgz',
  sha512: 'jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA==',
};

/** Where the package is unpacked, and the script that starts it. */
const FOLDER = fileURLToPath(new URL('../.browser/', import.meta.url));
const UNPACKED = `${FOLDER}chromium.sh`;

/** Whether a browser starts. A file alone proves little: it may lack libraries, or only name a snap to install. */
function starts(path) {
  return existsSync(path) && spawnSync(path, ['--version'], { timeout: 60_000 }).status === 0;
}

/** The path of the browser. Nothing if it is Playwright's own. `CHROMIUM` names another. */
export function chromium() {
  return process.env.CHROMIUM || [...SYSTEM, UNPACKED].find(starts);
}

/** Runs a command and shows its output only if it fails. Returns whether it succeeded. */
function run(command, args, options) {
  const { status, error, stderr } = spawnSync(command, args, { encoding: 'utf8', ...options });
  if (status === 0) return true;
  const lines = (stderr ?? '').split('\n').filter((line) => /^(E:|Error|npm err)/i.test(line));
  console.log(`  ${error?.message ?? lines[0] ?? `${command} ended with ${status}`}`);
  return false;
}

function fromDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  console.log(`The page's tests take Chromium: installing ${SHELL} with apt-get`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // A list that can't be read may not be needed: the installation will tell.
  spawnSync('apt-get', ['update', '-qq'], { env });
  return run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', SHELL], { env }) && starts(SYSTEM[0]);
}

async function playwrightsStarts() {
  const { chromium: playwrights } = await import('@playwright/test');
  return playwrights.launch().then(
    (browser) => browser.close().then(() => true),
    () => false,
  );
}

async function fromPlaywright() {
  console.log("The page's tests take Chromium: downloading Playwright's");
  if (!run('npx', ['playwright', 'install', SHELL])) return false;
  if (await playwrightsStarts()) return true;
  console.log('  It does not start: it may lack libraries of the system');
  return false;
}

function fromNpm() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return false;
  console.log(`The page's tests take Chromium: taking the one in npm's ${PACKAGE.name}`);
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER);
  if (!run('npm', ['pack', '--loglevel=error', PACKAGE.name], { cwd: FOLDER })) return false;
  const packed = readFileSync(`${FOLDER}${PACKAGE.file}`);
  if (createHash('sha512').update(packed).digest('base64') !== PACKAGE.sha512) {
    console.log('  It is not the one whose checksum is known here');
    return false;
  }
  const unpack = (args, input) => run('tar', ['-x', '-C', FOLDER, ...args], { input });
  const plain = (name) => brotliDecompressSync(readFileSync(`${FOLDER}${name}.br`));
  const isUnpacked =
    unpack(['-z', '--strip-components=2', 'package/bin'], packed) &&
    unpack([], plain('al2023.tar')) &&
    unpack([], plain('fonts.tar'));
  if (!isUnpacked) return false;
  writeFileSync(`${FOLDER}chromium`, plain('chromium'), { mode: 0o755 });
  for (const name of readdirSync(FOLDER)) if (/\.(br|tgz)$/.test(name)) rmSync(`${FOLDER}${name}`);
  // If the system has no fonts, these are the only ones.
  const fonts = ['/usr/share/fonts', `${FOLDER}fonts`].map((folder) => `<dir>${folder}</dir>`).join('');
  writeFileSync(`${FOLDER}fonts.conf`, `<fontconfig>${fonts}<cachedir>${FOLDER}cache</cachedir></fontconfig>\n`);
  const set = `LD_LIBRARY_PATH='${FOLDER}lib' FONTCONFIG_FILE='${FOLDER}fonts.conf'`;
  writeFileSync(UNPACKED, `#!/bin/sh\n${set} exec '${FOLDER}chromium' "$@"\n`, { mode: 0o755 });
  return starts(UNPACKED);
}

/** What the tests run in, as a sentence has it; nothing where there is none to be had. */
async function found() {
  const there = chromium();
  if (there) return there;
  if (await playwrightsStarts()) return "Playwright's Chromium";
  if (fromDebian()) return SYSTEM[0];
  if (await fromPlaywright()) return "Playwright's Chromium";
  return fromNpm() ? UNPACKED : undefined;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const named = process.env.CHROMIUM;
  const path = named && !starts(named) ? undefined : await found();
  if (path) console.log(`The page's tests run in ${path}`);
  else {
    console.error(
      (named ? `CHROMIUM names ${named}, which does not start. ` : 'No Chromium is to be had here. ') +
        'Install one, or name one (CHROMIUM=/path/to/chromium), or run `make test WEB=0`, which leaves out the tests that run in it.',
    );
    process.exitCode = 1;
  }
}
