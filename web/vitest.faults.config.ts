import { defineConfig } from 'vitest/config';
import page from './vite.config.ts';

/** The matrix of faults: the page's own way in Node.js, through a proxy that fails. */
export default defineConfig({
  ...page,
  plugins: [],
  test: { include: ['tests/faults/*.faults.ts'], setupFiles: 'tests/faults/setup.ts', isolate: false, silent: false },
});
