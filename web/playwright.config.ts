import { defineConfig } from '@playwright/test';
import type { NodeOptions } from './e2e/fixtures';
import { chromium } from './scripts/browser.mjs';
import { freePort } from './scripts/port.mjs';

/** Where the built page is served. The processes that run the tests take over what the first one finds. */
const PORT = (process.env['E2E_PORT'] ??= String(await freePort()));
const PAGE = `http://127.0.0.1:${PORT}/any/folder/`;

export default defineConfig<NodeOptions>({
  testDir: 'e2e',
  // Its cells are those of `npm run faults`.
  testIgnore: process.env['FAULT_CELLS'] ? [] : 'faults.spec.ts',
  // Two busy cores run node, browser and tests: what is slow is not wrong.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  // They wait for blocks half of the time: more run at once than there are processors.
  workers: 4,
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  reporter: [['list']],
  use: {
    baseURL: PAGE,
    locale: 'en-US',
    actionTimeout: 60_000,
    // What keeps the page for later would ask for all of it once more, in each test.
    contextOptions: { reducedMotion: 'reduce', serviceWorkers: 'block' },
    // Copying the whole page at each step would take a tenth of all the time.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    launchOptions: {
      executablePath: chromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-dev-shm-usage',
        // Pages live for seconds here: their code is run through before it is optimized.
        '--js-flags=--no-opt --no-maglev',
      ],
    },
  },
  webServer: {
    command: `node scripts/serve.mjs dist ${PORT} /any/folder/`,
    // Not its address, for which a proxy of the environment would be asked.
    port: Number(PORT),
    reuseExistingServer: false,
  },
});
