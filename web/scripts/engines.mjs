// The browsers of three engines, each driven the same way. Nothing is installed: what is not there is said.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium as chromiums } from '@playwright/test';
import { Builder, Capabilities } from 'selenium-webdriver';
import { chromium as chromiumThere } from './browser.mjs';
import { freePort } from './port.mjs';

/**
 * A page in a browser of its own.
 *
 * @typedef {object} Tab
 * @property {(url: string) => Promise<unknown>} open
 * @property {() => Promise<unknown>} reload
 * @property {(run: Function, ...values: unknown[]) => Promise<unknown>} ask runs a function in the page
 * @property {(run: Function, ...values: unknown[]) => Promise<boolean>} press presses what a function finds, if it does
 */

/**
 * @typedef {object} Engine
 * @property {string} name
 * @property {() => Promise<Tab>} open opens a browser that knows nothing of the others
 * @property {() => Promise<void>} close
 */

const FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];
const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver';
const MINI_BROWSERS = ['x86_64', 'aarch64'].map((cpu) => `/usr/lib/${cpu}-linux-gnu/webkit2gtk-4.1/MiniBrowser`);

/** A machine with much to do starts a browser slowly, ms. */
const START = 180_000;

/** What is missing for an engine, as a sentence. */
export class Missing extends Error {}

/** The engines by name: what starts each. @type {Record<string, () => Promise<Engine>>} */
export const ENGINES = {
  Chromium: async () => {
    const browser = await chromiums.launch({ timeout: START, executablePath: chromiumThere(), args: ['--no-sandbox'] });
    return {
      name: `Chromium ${browser.version()}`,
      open: async () => {
        const page = await (await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' })).newPage();
        page.on('dialog', (dialog) => dialog.accept().catch(() => undefined));
        return {
          open: (url) => page.goto(url),
          reload: () => page.reload(),
          ask: (run, ...values) => page.evaluate(called(run, values)),
          press: async (run, ...values) => {
            const found = (await page.evaluateHandle(called(run, values))).asElement();
            await found?.click({ timeout: START });
            return found !== null;
          },
        };
      },
      close: () => browser.close(),
    };
  },
  Firefox: async () => {
    const binary = process.env.FIREFOX || FIREFOX.find((path) => existsSync(path));
    const driver = pathOf('geckodriver');
    if (!binary || !driver)
      throw new Missing(
        'Firefox is not here: apt-get install firefox-esr (or FIREFOX names one), cargo install geckodriver',
      );
    const prefs = { 'intl.accept_languages': 'en-US', 'ui.prefersReducedMotion': 1 };
    return byDriver([driver, '--host=127.0.0.1'], process.env, {
      browserName: 'firefox',
      'moz:firefoxOptions': { binary, args: ['-headless'], prefs },
    });
  },
  WebKit: async () => {
    const binary = MINI_BROWSERS.find((path) => existsSync(path));
    if (!binary || !existsSync(WEBKIT_DRIVER))
      throw new Missing('WebKit is not here: apt-get install webkit2gtk-driver xvfb');
    const display = process.env.DISPLAY ? undefined : await startDisplay();
    const env = { ...process.env, DISPLAY: process.env.DISPLAY ?? display?.name, LANG: 'en_US.UTF-8' };
    const engine = await byDriver([WEBKIT_DRIVER, '--host=127.0.0.1'], env, {
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary, args: ['--automation'] },
    });
    return { ...engine, close: () => engine.close().then(() => display?.end()) };
  },
};

/** An engine by its WebDriver: the command that runs it, but for its port, and the browser that is wanted. */
async function byDriver([driver, ...options], env, wanted) {
  const ends = [];
  // A driver has one browser at a time.
  const start = async () => {
    const port = await freePort();
    const server = `http://127.0.0.1:${port}`;
    const process = spawn(driver, [`--port=${port}`, ...options], { env, stdio: 'ignore' });
    ends.push(() => process.kill());
    for (let tries = 0; tries < 100 && !(await fetch(`${server}/status`).catch(() => null)); tries += 1)
      await pause(100);
    const capabilities = new Capabilities({ ...wanted, unhandledPromptBehavior: 'accept' });
    const session = await new Builder().usingServer(server).withCapabilities(capabilities).build();
    ends.unshift(() => session.quit().catch(() => undefined));
    await session.manage().setTimeouts({ pageLoad: START, script: START });
    return session;
  };
  let fresh = await start();
  const capabilities = await fresh.getCapabilities();
  return {
    name: `${capabilities.get('browserName')} ${capabilities.get('browserVersion')}`,
    open: async () => {
      const session = fresh ?? (await start());
      fresh = undefined;
      return {
        open: (url) => session.get(url),
        // Firefox's driver refreshes past the service worker.
        reload: async () => {
          const url = await session.getCurrentUrl();
          await session.get('about:blank');
          await session.get(url);
        },
        ask: (run, ...values) => session.executeScript(`return ${called(run, values)}`),
        press: async (run, ...values) => {
          const found = await session.executeScript(`return ${called(run, values)}`);
          await found?.click();
          return found !== null;
        },
      };
    },
    close: async () => {
      for (const end of ends) await end();
    },
  };
}

/** Where a command is, if it is on the PATH. */
function pathOf(command) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => join(folder, command)).find((path) => existsSync(path));
}

/** A screen that nobody sees. */
async function startDisplay() {
  const server = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x1000x24'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const name = await new Promise((resolve, reject) => {
    server.once('error', () => reject(new Missing('there is no display: apt-get install xvfb')));
    createInterface({ input: server.stdout }).once('line', (line) => resolve(`:${line.trim()}`));
  });
  return { name, end: () => server.kill() };
}

/** A function and what it is called with, as text for a page. */
function called(run, values) {
  return `(${run})(${values.map((value) => JSON.stringify(value)).join()})`;
}

export function pause(ms) {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
