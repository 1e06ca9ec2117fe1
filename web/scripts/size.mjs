// Fails if a first visit, or a visit just for practice, loads too much: `npm run size`.
import { readFile, readdir } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';

/**
 * The limits of what a visit asks for, compressed, in bytes: until a move can be picked; with the bot and its program;
 * and before anything is pressed, at the first screen and at a table, with what keeps the page.
 */
const LIMITS = {
  'First move': 51_000,
  'Practice by itself': 112_000,
  'First visit': 185_000,
  'Visit to a table': 190_000,
};
const dist = new URL('../dist/', import.meta.url);

const manifest = JSON.parse(await readFile(new URL('.vite/manifest.json', dist), 'utf8'));
const assets = (await readdir(new URL('assets/', dist))).map((name) => `assets/${name}`);

/** The files that come with a file, and what those need. */
function filesOf(name, found = new Set()) {
  const { file, imports = [] } = manifest[name];
  if (found.has(file)) return found;
  found.add(file);
  for (const needed of imports) filesOf(needed, found);
  return found;
}

/** The files of a part of the page, by its name in `vite.config.ts`. */
function partOf(part) {
  const name = Object.keys(manifest).find((key) => manifest[key].file.startsWith(`assets/${part}-`));
  if (name === undefined) throw new Error(`the build has no part “${part}”`);
  return [...filesOf(name)];
}

async function compressed(path) {
  const bytes = await readFile(new URL(path, dist));
  return path.endsWith('.gz') ? bytes.length : gzipSync(bytes, { level: 9 }).length;
}

const named = [];

/** Lists the files that a part adds to those before it, and their size. */
async function list(title, paths, count = (sizes) => sizes.reduce((all, size) => all + size, 0)) {
  console.log(title);
  const added = [...new Set(paths)].filter((path) => !named.includes(path));
  named.push(...added);
  const sizes = await Promise.all(added.map(compressed));
  added.forEach((path, at) => console.log(`  ${(sizes[at] / 1_000).toFixed(1).padStart(7)} KB  ${path}`));
  return count(sizes);
}

const largest = (sizes) => Math.max(...sizes);
const shell = await list('The first screen, compressed with gzip:', [
  'index.html',
  ...filesOf('index.html'),
  ...partOf('page'),
]);
const texts = await list('The languages, of which a visit takes one:', ['en', 'zh'].flatMap(partOf), largest);
const bot = await list('The bot:', partOf('bot'));
const program = await list(
  'Its program:',
  assets.filter((path) => /\/rpsls\.opt-.*\.wasm$/.test(path)),
);
const page = await list('The rest of the page:', [...partOf('app'), 'offline.js']);
const seat = await list('What the first screen and a table share:', partOf('seat'));
const lobby = await list('The lobby:', partOf('lobby'));
const table = await list('A table:', partOf('table'));
const runtime = await list(
  'The runtimes that it knows, of which a visit takes one:',
  assets.filter((path) => /\.scale(-.*)?\.gz$/.test(path)),
  largest,
);
await list('Only when it is needed:', assets);

const first = shell + texts;
const before = first + bot + page + seat + runtime;
const sums = {
  'First move': first,
  'Practice by itself': first + bot + program,
  'First visit': before + lobby,
  'Visit to a table': before + table,
};
for (const [what, size] of Object.entries(sums)) {
  console.log(`${what}: ${(size / 1_000).toFixed(1)} KB of at most ${LIMITS[what] / 1_000} KB`);
  if (size <= LIMITS[what]) continue;
  console.error('That is too much.');
  process.exitCode = 1;
}
