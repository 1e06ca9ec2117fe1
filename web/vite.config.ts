import { blake2AsHex } from '@polkadot/util-crypto';
import react from '@vitejs/plugin-react';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Where the programs and their metadata are: put there by the Rust build. */
function artifacts(): string {
  const places = [process.env['ARTIFACTS'], '../target/wasm32-gear/release', '../dist']
    .filter((place) => place !== undefined)
    .map((place) => fileURLToPath(new URL(place.replace(/\/?$/, '/'), import.meta.url)));
  const found = places.find((place) => existsSync(`${place}rpsls.meta.txt`));
  if (!found) throw new Error('rpsls.meta.txt is not built: run `make artifacts`');
  return found;
}

/** What names a program's code on the chain. */
function codeId(file: string): string {
  return JSON.stringify(blake2AsHex(readFileSync(`${artifacts()}${file}`), 256));
}

export default defineConfig({
  define: {
    __RPSLS_CODE__: codeId('rpsls.opt.wasm'),
    __TIC_TAC_TOE_CODE__: codeId('tic_tac_toe.opt.wasm'),
  },
  // Works from any folder of any host.
  base: './',
  plugins: [react()],
  resolve: {
    alias: [
      { find: /^@artifacts\//, replacement: artifacts() },
      // Node's own is not in browsers.
      { find: /^assert$/, replacement: fileURLToPath(new URL('src/assert.ts', import.meta.url)) },
    ],
  },
  server: { fs: { allow: ['.', artifacts()] } },
  build: { target: 'es2022', chunkSizeWarningLimit: 2_000 },
  test: { include: ['tests/**/*.test.ts'] },
});
