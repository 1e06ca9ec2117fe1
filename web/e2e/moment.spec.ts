import type { Locator, Page } from '@playwright/test';
import { expect, Player, STAGES, test, toMove, SHOW } from './fixtures';
import { DevNode } from './node';

/** The time between two blocks of Vara, ms. */
const VARAS_BLOCK = 3_000;

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };

/** Whether an element is completely on the screen, below the bar at its top. */
async function isOnScreen(part: Locator): Promise<boolean> {
  return part.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    const bar = document.querySelector('.stage')?.getBoundingClientRect();
    const isUnderBar = bar !== undefined && bar.top <= 1 && top < bar.bottom;
    return top >= 0 && !isUnderBar && bottom <= innerHeight;
  });
}

/** Makes the page note whether the result is on the screen in the first frame that has one. */
async function noteResult(page: Page): Promise<() => Promise<boolean | undefined>> {
  await page.evaluate(() => {
    const noted = { isSeen: undefined as boolean | undefined };
    Object.assign(window, { noted });
    const look = (): void => {
      const card = document.querySelector('[role=status] .result:is(.won, .lost)');
      if (!card) return void requestAnimationFrame(look);
      const { top, bottom } = card.getBoundingClientRect();
      noted.isSeen = top >= 0 && bottom <= innerHeight;
    };
    look();
  });
  return () => page.evaluate(() => (window as unknown as { noted: { isSeen?: boolean } }).noted.isSeen);
}

interface Scene {
  turned: number;
  /** Whether the cards are those that lay there before. */
  isSame: boolean;
  isOnScreen: boolean;
  blow: string;
  /** The number of arrows that strike at once. */
  strikes: number;
  /** The texts around the scene that could give its end away. */
  around: string[];
  /** The time for which it was there, in ms. */
  length: number;
}

/** Makes the page note, frame by frame, what is visible of the scene of a round. */
async function noteScene(page: Page): Promise<() => Promise<Scene>> {
  await page.evaluate(() => {
    const before = [...document.querySelectorAll('.hand-card')];
    const scene: Scene = {
      turned: 0,
      isSame: before.length === 2,
      isOnScreen: false,
      blow: '',
      strikes: 0,
      around: [],
      length: 0,
    };
    let start = 0;
    Object.assign(window, { scene });
    const look = (): void => {
      const part = document.querySelector('.box.scene');
      const hands = part?.querySelector('.face-off-cards')?.getBoundingClientRect();
      const bar = document.querySelector('.stage')?.getBoundingClientRect();
      if (part && hands) {
        const lying = [...part.querySelectorAll('.hand-card')];
        scene.isSame &&= lying.every((card, index) => card === before[index]);
        const isUnderBar = bar !== undefined && bar.top <= 1 && hands.top < bar.bottom;
        scene.turned = Math.max(scene.turned, part.querySelectorAll('.hand.turned').length);
        scene.isOnScreen ||= hands.top >= 0 && !isUnderBar && hands.bottom <= innerHeight;
        scene.blow = part.querySelector('.blow')?.textContent ?? '';
        scene.strikes = Math.max(scene.strikes, part.querySelectorAll('.strike svg').length);
        const around = document.querySelectorAll(
          'h1, .player .status, .log-line.paid, .last-game, .countdown, .bracket-card',
        );
        for (const { textContent } of around) if (!scene.around.includes(textContent)) scene.around.push(textContent);
        start ||= performance.now();
        scene.length = Math.round(performance.now() - start);
      }
      requestAnimationFrame(look);
    };
    look();
  });
  return () => page.evaluate(() => (window as unknown as { scene: Scene }).scene);
}

for (const [what, viewport] of Object.entries(SIZES)) {
  test(`on a ${what}, the move’s button and the result are visible, wherever the page is scrolled to`, async ({
    page,
  }) => {
    await page.routeWebSocket(/.*/, (socket) => void socket.close());
    await page.setViewportSize(viewport);
    await page.goto('./#/practice');
    for (const move of await page.getByRole('radio', { name: /Rock|Paper|Scissors|Lizard|Spock/ }).all()) {
      expect(await isOnScreen(move)).toBe(true);
    }
    await page.getByRole('radio', { name: 'Rock', exact: true }).click();
    const seat = page.getByRole('button', { name: /^Play Rock/ });
    expect(await isOnScreen(seat)).toBe(true);
    const isSeen = await noteResult(page);
    await seat.click();
    for (;;) {
      const reveal = page.getByRole('button', { name: SHOW });
      await reveal.focus();
      // This is the lowest scroll position from which the button can still be pressed.
      await reveal.evaluate((button) => window.scrollBy(0, button.getBoundingClientRect().top - 90));
      await page.keyboard.press('Enter');
      const ended = page.locator('.result.won, .result.lost');
      const again = page.getByRole('button', { name: 'Choose a move', exact: true });
      await expect(ended.or(again).first()).toBeVisible();
      if (await ended.isVisible()) break;
      await page.getByRole('radio', { name: 'Spock', exact: true }).click();
      await page.getByRole('button', { name: 'Play Spock' }).click();
    }
    await expect.poll(isSeen).toBe(true);
    // Nothing else takes its place, and the next game is one press away.
    await expect(page.locator('.act')).toHaveCount(0);
    await page.getByRole('button', { name: 'Again with Rock' }).click();
    await expect(page.getByText('Game 2 · Round 1')).toBeVisible();
  });

  test(`on a ${what}, a picked move shows what it beats, and what beats it`, async ({ page }) => {
    await page.routeWebSocket(/.*/, (socket) => void socket.close());
    await page.setViewportSize(viewport);
    await page.goto('./#/practice');
    // The table's own board has replaced the first one.
    await expect(page.locator('.password')).toBeVisible();
    const said = page.locator('.board-said');
    await expect(said).toHaveText('Each move beats two others, and loses to two.');
    const picked = async (verbs: Record<string, string[]>, sentence: string): Promise<void> => {
      for (const [relation, texts] of Object.entries(verbs)) {
        const labels = page.locator(`.disc.${relation} .disc-verb`);
        await expect(labels).toHaveText(texts);
        for (const label of await labels.all()) expect(await isOnScreen(label)).toBe(true);
      }
      await expect(said).toHaveText(sentence);
      await expect(said).toHaveRole('status');
      expect(await isOnScreen(said)).toBe(true);
    };
    const rock = page.getByRole('radio', { name: 'Rock', exact: true });
    await rock.click();
    const ofRock = 'Rock crushes Scissors and crushes Lizard. Paper covers it, and Spock vaporizes it.';
    await picked({ beaten: ['crushed', 'crushed'], beating: ['covers', 'vaporizes'] }, ofRock);
    await expect(rock).toHaveAccessibleDescription(ofRock);
    await page.keyboard.press('4');
    await picked(
      { beaten: ['smashed', 'vaporized'], beating: ['disproves', 'poisons'] },
      'Spock vaporizes Rock and smashes Scissors. Paper disproves it, and Lizard poisons it.',
    );
  });
}

test('a player who is late while typing a password sees that, and no button that pays', async ({ world }) => {
  const [alice, bob] = await toMove(world);
  await bob.page.setViewportSize(SIZES.phone);
  await alice.seal('Rock');
  for (const move of await bob.page.getByRole('radio').all()) await expect.poll(() => isOnScreen(move)).toBe(true);
  await bob.page.getByRole('radio', { name: 'Paper', exact: true }).click();
  await bob.page.locator('summary', { hasText: 'How your move is hidden' }).click();
  const password = bob.page.getByLabel('Password', { exact: true });
  await password.fill('as yet too short');
  await password.evaluate((field) => window.scrollBy(0, field.getBoundingClientRect().top - 90));
  // The remaining time stays visible.
  await expect(bob.page.getByRole('timer')).toBeInViewport({ ratio: 1 });
  const isSeen = await noteResult(bob.page);
  await world.node.advanceBlocks(402);
  await expect(bob.page.locator('[role=status] .result.lost')).toContainText('You did not choose in time.');
  await expect.poll(isSeen).toBe(true);
  await expect(bob.page.getByRole('button', { name: /^Take a seat/ })).toHaveCount(0);
  await expect(alice.page.getByText('one is left, the game is over')).toBeVisible();
});

test('two cards lie from the sealed move to the result, and lock before they turn', async ({ world }) => {
  const [alice, bob] = await toMove(world, undefined, undefined, { format: 'Knockout' });
  await alice.page.setViewportSize(SIZES.phone);
  await alice.seal('Lizard');
  const cards = alice.page.locator('.showdown .hand');
  await expect(cards).toHaveCount(2);
  await expect(cards.first()).toHaveClass(/held/);
  await expect(cards.last()).toHaveClass(/none/);
  await expect(cards.last()).toContainText('Bob: choosing');
  await expect(alice.page.getByRole('timer')).toBeVisible();
  await alice.page.evaluate(() => {
    const noted = { locks: [] as number[], tops: [] as number[], clocks: 0 };
    Object.assign(window, { noted });
    const first = document.querySelector('.showdown .hand-card');
    const look = (): void => {
      const locks = document.querySelectorAll('.showdown .hand:first-child .lock.closed').length;
      if (noted.locks.at(-1) !== locks) noted.locks.push(locks);
      const top = first ? Math.round(first.getBoundingClientRect().top + scrollY) : -1;
      if (first?.isConnected && !noted.tops.includes(top)) noted.tops.push(top);
      if (locks > 0 && document.querySelector('[role=timer]')) noted.clocks += 1;
      requestAnimationFrame(look);
    };
    look();
  });
  await bob.commit('Spock');
  await alice.page.getByRole('heading', { name: 'You won 10 VARA' }).waitFor();
  const { locks, tops, clocks } = await alice.page.evaluate(
    () => (window as unknown as { noted: { locks: number[]; tops: number[]; clocks: number } }).noted,
  );
  // One block after the other, and all three before the card turns.
  expect(Math.max(...locks)).toBe(3);
  expect(locks.slice(0, locks.indexOf(3))).toEqual([...locks.slice(0, locks.indexOf(3))].sort());
  expect(locks.length).toBeGreaterThan(2);
  expect(tops).toHaveLength(1);
  // Nothing is to be done, so no clock runs.
  expect(clocks).toBe(0);
  await expect(alice.page.locator('.showdown .hand.turned')).toHaveCount(2);
});

test('the result is on the screen a block after the last show', async ({ browser, baseURL }) => {
  const node = await DevNode.start(0, VARAS_BLOCK);
  const api = await node.api();
  /** The newest block, and the last one in which somebody sent something. */
  let [newest, sent] = [0, 0];
  const stop = await api.rpc.chain.subscribeNewHeads(async ({ hash, number }) => {
    newest = number.toNumber();
    const { block } = await api.rpc.chain.getBlock(hash);
    if (block.extrinsics.some(({ isSigned }) => isSigned)) sent = number.toNumber();
  });
  const table = await node.openTable({ seats: '2', isModern: true, format: 'Knockout' });
  const players: Player[] = [];
  for (const [name, move] of [
    ['Alice', 'Rock'],
    ['Bob', 'Rock'],
  ] as const) {
    const context = await browser.newContext({
      baseURL: baseURL ?? '',
      reducedMotion: 'no-preference',
      serviceWorkers: 'block',
    });
    const player = new Player(await context.newPage(), name, node);
    players.push(player);
    await player.visit(table);
    await player.join(move);
  }
  const seen = await Promise.all(
    players.map(async ({ page }) => {
      await page.locator('.result:is(.won, .lost)').waitFor();
      return newest;
    }),
  );
  // By the chain's clock: a busy machine draws late, within the block.
  for (const block of seen) expect(block - sent).toBeLessThanOrEqual(1);
  stop();
  await Promise.all(players.map(({ page }) => page.context().close()));
  await node.stop();
});

test('players and spectators see the scene of a round', async ({ browser, baseURL, world }) => {
  const [alice, bob] = await toMove(world, undefined, undefined, { format: 'Knockout' });
  const context = await browser.newContext({ baseURL: baseURL ?? '', reducedMotion: 'no-preference' });
  const watcher = await context.newPage();
  await watcher.setViewportSize(SIZES.phone);
  await watcher.goto(alice.page.url());
  await alice.commit('Lizard');
  await expect(watcher.locator('.hand.held')).toHaveCount(1);
  const seen = await noteScene(watcher);
  await bob.commit('Spock');
  // The cards are face down until they are shown. There is never only a spinner.
  await expect(watcher.locator('.hand')).toHaveCount(2);
  // The scene lasts a few seconds, in which a busy machine may look late.
  await expect.poll(seen).toMatchObject({
    turned: 2,
    isSame: true,
    isOnScreen: true,
    blow: 'Alice’s Lizard poisoned Bob’s Spock.',
    strikes: 1,
  });
  // The result then takes the place of the scene.
  await expect(watcher.locator('[role=status] .result.watched')).toContainText('won the pot of 20 VARA');
  await expect(watcher.locator('.scene')).toHaveCount(0);
  // Nothing has cut it short, and nothing around it has given its end away.
  const { around, length } = await seen();
  expect(length).toBeGreaterThan(1_500);
  expect(around).toContain('Moves are shown');
  expect(around.join()).not.toMatch(/out|over|paid|won|Take your seats/);
  await watcher.getByText('Game 1 is over').waitFor();
  await watcher.getByRole('button', { name: 'To the next game' }).click();
  await expect(watcher.getByText(/invites you to rock, paper/)).toBeVisible();
  await alice.stage(STAGES.lobby);
  await context.close();
});
