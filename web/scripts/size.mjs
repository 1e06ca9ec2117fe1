// Fails if what a first visit loads, or whoever only practises, is too much: `npm run size`.
import { readFile, readdir } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';

/** The most that each may be, compressed: the page with the description of one runtime, and the practice game by itself. */
const LIMITS = { 'First load': 275_000, 'Practice by itself': 290_000 };
const dist = new URL('../dist/', import.meta.url);

const manifest = JSON.parse(await readFile(new URL('.vite/manifest.json', dist), 'utf8'));

/** What comes with a module, and what that needs. */
function filesOf(name, found = new Set()) {
  const { file, imports = [] } = manifest[name];
  if (found.has(file)) return found;
  found.add(file);
  for (const needed of imports) filesOf(needed, found);
  return found;
}

const shell = [...filesOf('index.html')];
const page = [...filesOf('src/app/App.tsx')].filter((path) => !shell.includes(path));
const practice = [...filesOf('src/practice/PracticePage.tsx')].filter((path) => ![...shell, ...page].includes(path));
const assets = (await readdir(new URL('assets/', dist))).map((name) => `assets/${name}`);
const code = assets.filter((path) => /\/rpsls\.opt-.*\.wasm$/.test(path));
/** A chain has one of these. */
const runtimes = assets.filter((path) => path.endsWith('.scale.gz') || /\.scale-.*\.gz$/.test(path));
const named = [...shell, ...page, ...practice, ...code, ...runtimes];

async function compressed(path) {
  const bytes = await readFile(new URL(path, dist));
  return path.endsWith('.gz') ? bytes.length : gzipSync(bytes, { level: 9 }).length;
}

async function list(title, paths) {
  console.log(title);
  const sizes = await Promise.all(paths.map(compressed));
  paths.forEach((path, at) => console.log(`  ${(sizes[at] / 1_000).toFixed(1).padStart(7)} KB  ${path}`));
  return sizes;
}

const sum = (sizes) => sizes.reduce((all, size) => all + size, 0);

const first = sum(await list('The shell, compressed with gzip:', ['index.html', ...shell]));
const rest = sum(await list('The page:', page));
const runtime = Math.max(...(await list('The runtimes that it knows, of which a visit takes one at most:', runtimes)));
const table = sum(await list('The practice game, with the program:', [...practice, ...code]));
await list(
  'Only when it is needed:',
  assets.filter((path) => !named.includes(path)),
);

const sums = { 'First load': first + rest + runtime, 'Practice by itself': first + rest + table };
for (const [what, size] of Object.entries(sums)) {
  console.log(`${what}: ${(size / 1_000).toFixed(1)} KB of at most ${LIMITS[what] / 1_000} KB`);
  if (size <= LIMITS[what]) continue;
  console.error('That is too much.');
  process.exitCode = 1;
}
