import type { Page } from '@playwright/test';
import { expect, test, toMove } from './fixtures';

/** Takes away from a page what some browsers lack, refuse, or never answer. Runs in the page. */
function takeAway(): void {
  const never = (): Promise<never> => new Promise(() => undefined);
  const refuse = (): never => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  const lack = (on: object, ...names: string[]): void => {
    for (const name of names) Object.defineProperty(on, name, { configurable: true, value: undefined });
  };
  lack(navigator, 'storage', 'serviceWorker', 'clipboard', 'share', 'canShare', 'vibrate', 'wakeLock');
  lack(window, 'WebAssembly', 'AudioContext');
  lack(Intl, 'Segmenter');
  Reflect.deleteProperty(window, 'Notification');
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request: never } });
  Object.defineProperty(window, 'indexedDB', { configurable: true, get: refuse });
}

/** The errors that nobody in the page has caught. */
function uncaught(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  return errors;
}

test('a duel needs no service of the browser but its storage', async ({ world }) => {
  const [alice, bob] = [await world.join('Alice'), await world.join('Bob')];
  const errors = uncaught(alice.page);
  await alice.page.addInitScript(takeAway);
  const program = await alice.ownTable({ seats: '2', isModern: true });
  await alice.join('Paper');
  await alice.hasSeat();
  // The browser has not promised to keep the move, and the page says so.
  await expect(alice.page.getByText('may clear it when it needs room')).toBeVisible();
  await alice.page.getByRole('button', { name: 'Save it to a file' }).click();
  await expect(alice.page.getByText('The browser was asked to save rpsls-secrets.json')).toBeVisible();
  await alice.page.getByRole('button', { name: 'Copy the text instead' }).click();
  await expect(alice.page.getByLabel('The browser does not let this page copy')).toHaveValue(/"opening"/);
  await bob.visit(program);
  await bob.join('Rock');
  await expect(alice.page.getByText('You won 10 VARA')).toBeVisible();
  await alice.page.getByRole('button', { name: 'As a picture' }).click();
  await expect(alice.page.getByText('The browser was asked to save rpsls-result.png')).toBeVisible();
  // Once its end is final the game is kept in the storage, since there is no database, and its opening goes.
  await expect
    .poll(() =>
      alice.page.evaluate(() => Object.keys(localStorage).filter((key) => /^rpsls\/(game|secret)\//.test(key))),
    )
    .toEqual([expect.stringContaining('rpsls/game/')]);
  await alice.open('/practice');
  await expect(alice.page.getByText('This browser runs no programs in pages')).toBeVisible();
  expect(errors).toEqual([]);
});

/** Sounds that can be had, and fail at each note. Runs in the page. */
function breakNotes(): void {
  class Broken {
    readonly state = 'running';
    readonly resume = (): Promise<void> => Promise.resolve();
    createOscillator(): never {
      throw new DOMException('too many nodes', 'InvalidStateError');
    }
  }
  Object.assign(window, { AudioContext: Broken });
}

test('a sound that fails keeps nobody from being called, nor a move from being shown', async ({ world }) => {
  const [alice, bob] = [await world.join('Alice'), await world.join('Bob')];
  const errors = uncaught(alice.page);
  await alice.page.addInitScript(breakNotes);
  const program = await alice.ownTable({ seats: '2', isModern: true });
  await alice.register();
  await alice.goHome();
  await bob.visit(program);
  await bob.join('Rock');
  const call = alice.page.getByRole('alert').filter({ hasText: 'Time to choose a move' });
  await call.getByRole('link', { name: 'To the table' }).click();
  await alice.commit('Paper');
  await expect(alice.page.getByText('You won 10 VARA')).toBeVisible();
  expect(errors).toEqual([]);
});

test('a game that is won while the database is closed is in the record', async ({ world }) => {
  const [alice, bob] = [await world.join('Alice'), await world.join('Bob')];
  const program = await alice.ownTable({ seats: '2', isModern: true });
  await alice.join('Paper');
  await alice.hasSeat();
  await alice.open('/you');
  await alice.page.evaluate(async () => {
    const closed = (name: string): Promise<void> =>
      new Promise((resolve) => {
        const request = indexedDB.deleteDatabase(name);
        request.onsuccess = () => resolve();
        request.onblocked = () => resolve();
        request.onerror = () => resolve();
      });
    for (const { name = '' } of await indexedDB.databases()) await closed(name);
  });
  await alice.openTable(program);
  await bob.visit(program);
  await bob.join('Rock');
  await expect(alice.page.getByText('You won 10 VARA')).toBeVisible();
  await expect
    .poll(() => alice.page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('rpsls/secret/'))))
    .toEqual([]);
  await alice.open('/you');
  await expect(alice.page.getByText('1 of 1', { exact: true })).toBeVisible();
});

/** Takes the storage away from a page that has it open, as a person does who forbids it. Runs in the page. */
function takeStorage(): void {
  const refuse = (): never => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  for (const name of ['getItem', 'setItem', 'removeItem', 'key'])
    Object.defineProperty(Storage.prototype, name, { configurable: true, value: refuse });
  Object.defineProperty(Storage.prototype, 'length', { configurable: true, get: refuse });
}

test('a move is shown though the browser has taken the storage away', async ({ world }) => {
  const [alice, bob] = await toMove(world);
  const errors = uncaught(alice.page);
  await alice.seal('Rock');
  await alice.page.evaluate(takeStorage);
  await bob.commit('Scissors');
  await expect(alice.page.getByText('You won 10 VARA')).toBeVisible();
  // No new bet goes where its move can't be kept.
  await alice.join('Paper');
  await expect(alice.page.getByRole('alert')).toContainText('Nothing was sent');
  expect(errors).toEqual([]);
});

for (const url of ['ws://127.0.0.1:1/#x', 'ws://0.0.0.0:9944', 'nonsense'])
  test(`an address that leads nowhere leaves the page there: ${url}`, async ({ page }) => {
    const errors = uncaught(page);
    const isThere = async (): Promise<void> => {
      await expect(page.getByRole('heading', { level: 1, name: 'Beat the bot, then a stranger' })).toBeVisible();
      await expect(page.getByText('The page can’t reach this address')).toBeVisible();
    };
    await page.goto(`./#/?node=${encodeURIComponent(url)}`);
    await isThere();
    await page.evaluate((node) => localStorage.setItem('rpsls/preferences', JSON.stringify({ node })), url);
    await page.goto('about:blank');
    await page.goto('./#/');
    await isThere();
    // The dialog says what is wrong with it.
    await page.getByRole('button', { name: 'Choose a node' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('alert')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Connect' })).toBeDisabled();
    expect(errors).toEqual([]);
  });

test('an address is kept once it has answered, and not before', async ({ world }) => {
  const { page } = await world.join('Alice');
  const kept = () =>
    page.evaluate(() => JSON.parse(localStorage.getItem('rpsls/preferences') ?? '{}') as { node?: string });
  const choose = async (url: string): Promise<void> => {
    await page.getByRole('button', { name: /^Network: / }).click();
    await page.getByLabel('Node', { exact: true }).fill(url);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
  };
  await page.goto(`./#/?node=${encodeURIComponent(world.node.url)}`);
  await expect(page.locator('.network.online')).toBeVisible();
  await choose('ws://127.0.0.1:2');
  await expect(page.getByText(/^(No node answers|The page can’t reach this address)$/)).toBeVisible();
  expect((await kept()).node).toBeUndefined();
  await choose(world.node.url);
  await expect(page.locator('.network.online')).toBeVisible();
  await expect.poll(async () => (await kept()).node).toBe(world.node.url);
});

test('a sealed move is known without a node', async ({ world }) => {
  const alice = await world.join('Alice');
  await alice.ownTable({ seats: '2', isModern: true });
  await alice.join('Paper');
  await alice.hasSeat();
  await world.node.stop();
  await alice.page.reload();
  await expect(alice.page.getByText(/^A move that you sealed at .* is safe in this browser$/)).toBeVisible();
  await expect(alice.page.getByText(/Be connected by .*, or you may lose the bet/)).toBeVisible();
});
