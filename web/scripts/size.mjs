// Fails if what a first visit loads is too much: `npm run size`.
import { readFile, readdir } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';

const LIMIT = 600_000;
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
const later = (await readdir(new URL('assets/', dist)))
  .map((name) => `assets/${name}`)
  .filter((path) => !shell.includes(path) && !page.includes(path));

async function compressed(path) {
  return gzipSync(await readFile(new URL(path, dist)), { level: 9 }).length;
}

async function list(title, paths) {
  console.log(title);
  let sum = 0;
  for (const path of paths) {
    const size = await compressed(path);
    sum += size;
    console.log(`  ${(size / 1_000).toFixed(1).padStart(7)} KB  ${path}`);
  }
  return sum;
}

const first = await list('The shell, compressed with gzip:', ['index.html', ...shell]);
const sum = first + (await list('The page:', page));
await list('Only when it is needed:', later);
console.log(`First load: ${(sum / 1_000).toFixed(1)} KB of at most ${LIMIT / 1_000} KB`);
if (sum > LIMIT) {
  console.error('The first load is too large.');
  process.exitCode = 1;
}
