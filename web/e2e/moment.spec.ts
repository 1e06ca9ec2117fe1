import type { Locator, Page } from '@playwright/test';
import { expect, STAGES, test, toMove, SHOW } from './fixtures';

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
    const scene: Scene = { turned: 0, isOnScreen: false, blow: '', strikes: 0, around: [], length: 0 };
    let start = 0;
    Object.assign(window, { scene });
    const look = (): void => {
      const part = document.querySelector('[role=status] .scene');
      const hands = part?.querySelector('.face-off-cards')?.getBoundingClientRect();
      const bar = document.querySelector('.stage')?.getBoundingClientRect();
      if (part && hands) {
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
    const seat = page.getByRole('button', { name: /^Take a seat with Rock/ });
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
    isOnScreen: true,
    blow: 'Alice’s Lizard poisoned Bob’s Spock.',
    strikes: 1,
  });
  // The result then takes the place of the scene.
  await expect(watcher.locator('[role=status] .result.watched')).toContainText('won the pot of 20 VARA');
  await expect(watcher.locator('[role=status] .scene')).toHaveCount(0);
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
