import { findings, overflow } from './findings';
import { expect, STAGES, test, toMove } from './fixtures';

test('whoever comes by a link is told what it is, and tries it first', { tag: '@journey' }, async ({ world }) => {
  const alice = await world.join('Alice');
  const program = await alice.deploy({ bet: '10', seats: '2', isModern: true });
  await alice.join('Lizard');
  await alice.hasSeat();
  const guest = await world.join('Bob');
  await guest.page.setViewportSize({ width: 390, height: 844 });
  await guest.openTable(program);
  // On this chain nobody has a name except the accounts that this browser knows.
  const title = guest.page.getByRole('heading', {
    name: 'Alice invites you to rock, paper, scissors, lizard, Spock for 10 VARA',
  });
  await expect(title).toBeInViewport();
  const tryFirst = guest.page.getByRole('link', { name: 'Try it first, against a bot' });
  await expect(tryFirst).toBeInViewport();
  expect(await findings(guest.page)).toEqual([]);
  expect(await overflow(guest.page)).toBe(0);
  await tryFirst.click();
  await expect(guest.page.getByRole('radio', { name: 'Rock', exact: true })).toBeInViewport();
  await guest.page.goBack();
  await guest.choose();
  await guest.join('Spock');
  await expect(guest.page.locator('[role=status] .result.lost')).toContainText('Alice’s Lizard poisoned your Spock.');
});

test('a player who looks elsewhere is called to act, and sees the result', async ({ world }) => {
  const [alice, bob] = await toMove(world);
  /** Brings another tab to the front, or this one again. */
  const turnAway = (isHidden: boolean): Promise<void> =>
    bob.page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
      document.dispatchEvent(new Event('visibilitychange'));
    }, isHidden);
  await expect(bob.page).toHaveTitle(/^● Your turn/);
  await turnAway(true);
  await bob.seal('Spock');
  await expect(bob.page).not.toHaveTitle(/●/);
  const titles = await bob.page.evaluateHandle(() => {
    const seen: string[] = [];
    new MutationObserver(() => seen.push(document.title)).observe(document.head, { childList: true, subtree: true });
    return seen;
  });
  await alice.commit('Lizard');
  await expect(bob.page).toHaveTitle(/^● You lost/);
  // The page has revealed by itself, so it called nobody.
  expect((await titles.jsonValue()).filter((title) => title.includes('Your turn'))).toEqual([]);
  await turnAway(false);
  await expect(bob.page).not.toHaveTitle(/●/);
});

test('another screen shows a loss: how much, to whom, and at which table', async ({ world }) => {
  const [alice, bob] = await toMove(world);
  await alice.seal('Spock');
  await alice.goHome();
  // A toast stays while a person looks elsewhere.
  await alice.page.evaluate(() => {
    document.hasFocus = () => false;
  });
  await bob.commit('Lizard');
  const toast = alice.page.locator('.toast');
  await expect(toast).toContainText('You lost 10 VARA. Bob won the pot of 20 VARA.');
  await toast.getByRole('link', { name: 'To the table' }).click();
  await alice.stage(STAGES.lobby);
});

test('the screen stays on while a move is committed, and no longer', async ({ world }) => {
  const one = await world.join('Alice');
  await one.page.addInitScript(() => {
    const locks = { held: 0 };
    Object.assign(window, { locks });
    const release = (): Promise<unknown> => Promise.resolve((locks.held -= 1));
    const request = (): Promise<object> => Promise.resolve({ release, number: (locks.held += 1) });
    Object.defineProperty(navigator, 'wakeLock', { value: { request } });
  });
  const [alice, bob] = await toMove(world, one);
  const held = (): Promise<number> =>
    alice.page.evaluate(() => (window as unknown as { locks: { held: number } }).locks.held);
  expect(await held()).toBe(0);
  await alice.commit('Lizard');
  await expect.poll(held).toBe(1);
  await bob.commit('Spock');
  await expect.poll(held).toBe(0);
});

test('a link has a preview', async ({ page }) => {
  const { origin, pathname } = new URL((await page.goto('./'))?.url() ?? '');
  const found = await page.evaluate(() =>
    ['og:title', 'og:description', 'og:image'].map((name) =>
      document.querySelector(`meta[property="${name}"]`)?.getAttribute('content'),
    ),
  );
  expect(found[0]).toContain('You are invited');
  for (const file of [found[2] ?? '', 'icon-180.png', 'icon-512.png', 'manifest.webmanifest']) {
    expect((await page.request.get(new URL(file, origin + pathname).href)).status(), file).toBe(200);
  }
});
