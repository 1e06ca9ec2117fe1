import { blake2AsHex } from '@polkadot/util-crypto';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { ARTIFACTS } from '../kit/built.mjs';
import { NODE_SOURCES } from './src/lib/reach.ts';
import { preferredLanguage } from './src/i18n/preferred.ts';
import { PREFERENCES } from './src/lib/storedPreferences.ts';

/** What was released. */
const releases = fileURLToPath(new URL('../releases/', import.meta.url));

function release(): string {
  return `../releases/${readFileSync(`${releases}CURRENT`, 'utf8').trim()}/`;
}

/** The tests of the page's logic, and those of them that replace modules or globals. */
const UNITS = 'tests/**/*.test.ts';
const tests = fileURLToPath(new URL('tests/', import.meta.url));
const REPLACING = readdirSync(tests)
  .filter((name) => name.endsWith('.test.ts'))
  .filter((name) => /\bvi\.(mock|resetModules|stubGlobal)\(/.test(readFileSync(`${tests}${name}`, 'utf8')))
  .map((name) => `tests/${name}`);

/** What the page has of the programs. */
const PROGRAMS = ['rpsls', 'rpsls_club', 'tic_tac_toe'];
const FILES = PROGRAMS.flatMap((name) => ['opt.wasm', 'meta.txt', 'idl'].map((kind) => `${name}.${kind}`));

/** Where the programs and their metadata are: put there by the Rust build, or else by the release. */
function artifacts(): string {
  const folders = [ARTIFACTS, ...['../dist/', release()].map((place) => new URL(place, import.meta.url))];
  const places = folders.map((folder) => fileURLToPath(folder));
  const found = places.find((place) => FILES.every((file) => existsSync(`${place}${file}`)));
  if (!found) throw new Error(`none of these folders has all of the programs' files:\n${places.join('\n')}`);
  return found;
}

/** What names a program's code on the chain. */
function codeId(file: string): string {
  return JSON.stringify(blake2AsHex(readFileSync(`${artifacts()}${file}`), 256));
}

/** What names a program's interface in the Sails encoding. */
function interfaceId(file: string): string {
  const id = /^service \w+@(0x[0-9a-f]{16})/m.exec(readFileSync(`${artifacts()}${file}`, 'utf8'))?.[1];
  if (id === undefined) throw new Error(`${file} names no service`);
  return JSON.stringify(id);
}

/** What the built page may load and reach: itself, and nodes. Of the scripts in it, those that are there. */
function policyOf(html: string): string {
  const scripts = [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(([, script = '']) => script);
  const hashes = scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  return [
    "default-src 'self'",
    ["script-src 'self' 'wasm-unsafe-eval'", ...hashes].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    `connect-src 'self' ${NODE_SOURCES}`,
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

/** The policy is part of the page, wherever it is hosted. */
const withPolicy: Plugin = {
  name: 'content-security-policy',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: policyOf(html) },
        injectTo: 'head-prepend',
      },
    ],
  },
};

/** Where the page is hosted, with a slash at its end: previews of links have their picture from an absolute address. */
const withSite: Plugin = {
  name: 'site',
  transformIndexHtml: { order: 'pre', handler: (html) => html.replace('%SITE%', process.env['VITE_SITE'] || './') },
};

/** The look comes with the page itself: what is first seen takes one request. */
const withStyles: Plugin = {
  name: 'inline-styles',
  apply: 'build',
  enforce: 'post',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) =>
      html.replace(/<link rel="stylesheet"[^>]*href="\.\/([^"]+)"[^>]*>/g, (link, file: string) => {
        const styles = bundle[file];
        if (styles?.type !== 'asset') return link;
        Reflect.deleteProperty(bundle, file);
        return `<style>${styles.source.toString()}</style>`;
      }),
  },
};

/** What keeps the page for a visit without a network: it names the files of this very build. */
const withWorker: Plugin = {
  name: 'offline',
  apply: 'build',
  writeBundle: {
    order: 'post',
    handler: ({ dir = '' }) => {
      const page = readFileSync(join(dir, 'index.html'), 'utf8');
      const assets = readdirSync(join(dir, 'assets')).sort();
      const entry = /src="\.\/(assets\/index-[^"]+)"/.exec(page)?.[1];
      if (entry === undefined) throw new Error('the page names no script');
      const files = ['manifest.webmanifest', 'icon-180.png', ...assets.map((name) => `assets/${name}`)];
      const named = {
        BUILD: createHash('sha256').update(page).update(files.join()).digest('hex').slice(0, 16),
        FILES: files.map((file) => `./${file}`),
        ENTRY: entry,
      };
      const head = Object.entries(named).map(([name, value]) => `const ${name} = ${JSON.stringify(value)};\n`);
      const worker = readFileSync(new URL('worker/offline.js', import.meta.url), 'utf8');
      writeFileSync(join(dir, 'offline.js'), head.join('') + worker);
      copyFileSync(new URL('worker/404.html', import.meta.url), join(dir, '404.html'));
    },
  },
};

/** Asks for the texts of one language. It runs in the page before any other script, where not all may be there. */
function askForTexts(files: Record<string, string>, key: string, preferred: typeof preferredLanguage): void {
  try {
    const { language } = JSON.parse(localStorage.getItem(key) ?? '{}') as { language?: string };
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = files[language ?? ''] ?? files[preferred(navigator.languages)] ?? '';
    document.head.append(link);
  } catch {
    // The page asks later.
  }
}

/** What is first shown is asked for with the page itself, and not by what that has asked for. */
const withHints: Plugin = {
  name: 'hints',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) => {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const needed = new Set(chunks.filter(({ moduleIds }) => moduleIds.includes(`${SOURCES}${PARTS.page[0] ?? ''}`)));
      for (const { imports } of needed)
        for (const chunk of chunks) if (imports.includes(chunk.fileName)) needed.add(chunk);
      const texts = Object.entries({ en: 'en', 'zh-CN': 'zh' }).map(([language, file]) => {
        const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === `${SOURCES}src/i18n/${file}.ts`);
        return [language, `./${chunk?.fileName ?? ''}`];
      });
      const given = [JSON.stringify(Object.fromEntries(texts)), JSON.stringify(PREFERENCES), String(preferredLanguage)];
      return [
        { tag: 'script', children: `(${String(askForTexts)})(${given.join()})`, injectTo: 'head' },
        ...[...needed]
          .filter(({ name }) => name !== 'start')
          .map(({ fileName }) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `./${fileName}` },
            injectTo: 'head' as const,
          })),
      ];
    },
  },
};

/**
 * Where a visitor's way leads, in this order: what one needs is not in the files of those after it. What the lobby and
 * a table share is a part of its own, since a visit may begin with either.
 */
const PARTS = {
  start: ['src/app/main.ts'],
  page: ['src/app/Page.tsx'],
  bot: ['src/practice/duel.ts'],
  app: ['src/app/App.tsx'],
  lobby: ['src/lobby/Lobby.tsx'],
  table: ['src/table/TablePage.tsx'],
  practice: ['src/practice/PracticePage.tsx'],
  own: ['src/table/DeployPage.tsx', 'src/table/OwnerPanel.tsx', 'src/table/gas/Sponsor.tsx'],
};
const SOURCES = fileURLToPath(new URL('.', import.meta.url));

/** The first part that loads a module at once, if one does: few files are asked for, each answer takes its time. */
function partOf(id: string, graph: { getModuleInfo: (id: string) => { importers: readonly string[] } | null }) {
  const users = new Set([id]);
  for (const user of users) for (const next of graph.getModuleInfo(user)?.importers ?? []) users.add(next);
  const parts = Object.entries(PARTS).filter(([, paths]) => paths.some((path) => users.has(`${SOURCES}${path}`)));
  const [first, next] = parts.map(([name]) => name);
  return first === 'lobby' && next === 'table' ? 'seat' : first;
}

/** The version that is, or will be, released. */
function version(): string {
  const manifest = readFileSync(new URL('../Cargo.toml', import.meta.url), 'utf8');
  const found = /^\[workspace\.package\]\s+version = "([^"]+)"/m.exec(manifest)?.[1];
  if (found === undefined) throw new Error('Cargo.toml names no version');
  return JSON.stringify(found);
}

export default defineConfig({
  define: {
    __RELEASE__: version(),
    __RPSLS_CODE__: codeId('rpsls.opt.wasm'),
    __CLUB_CODE__: codeId('rpsls_club.opt.wasm'),
    __TIC_TAC_TOE_CODE__: codeId('tic_tac_toe.opt.wasm'),
    __RPSLS_INTERFACE__: interfaceId('rpsls.idl'),
    __CLUB_INTERFACE__: interfaceId('rpsls_club.idl'),
    __TIC_TAC_TOE_INTERFACE__: interfaceId('tic_tac_toe.idl'),
  },
  // Works from any folder of any host.
  base: './',
  plugins: [withSite, withStyles, withHints, withPolicy, withWorker],
  resolve: {
    alias: [
      { find: /^@artifacts\//, replacement: artifacts() },
      { find: /^@releases\//, replacement: releases },
    ],
  },
  server: { fs: { allow: ['.', artifacts(), releases] } },
  // One look for all of the page: it is in the page's own file.
  build: {
    target: 'es2022',
    chunkSizeWarningLimit: 2_000,
    manifest: true,
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [{ name: partOf, debugName: 'part' }], includeDependenciesRecursively: false },
      },
    },
  },
  test: {
    // Two busy cores may run them: what is slow is not wrong.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    setupFiles: 'tests/setup.ts',
    // What a host has set for a page of its own is not tested.
    env: { VITE_NODE: '', VITE_CLUB: '' },
    // To load the page's modules takes three quarters of the time: only what replaces some has its own.
    projects: [
      {
        extends: true,
        test: { name: 'shared', include: [UNITS], exclude: REPLACING, isolate: false, pool: 'threads' },
      },
      { extends: true, test: { name: 'alone', include: REPLACING } },
    ],
  },
});
