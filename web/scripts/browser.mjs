// The browser of the tests: the system's Chromium, or else Playwright's own,
// which this downloads when it is run. `CHROMIUM` names another. The one that has no
// windows comes first: it does the same with less.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const SYSTEM = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** The path of the browser, or nothing where it is Playwright's own. */
export function chromium() {
  return process.env.CHROMIUM || SYSTEM.find((path) => existsSync(path));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = chromium();
  if (path) console.log(`Tests run in ${path}`);
  else
    process.exit(
      spawnSync('npx', ['playwright', 'install', 'chromium-headless-shell'], { stdio: 'inherit' }).status ?? 1,
    );
}
