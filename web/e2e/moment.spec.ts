import type { Locator, Page } from '@playwright/test';
import { expect, STAGES, test, toMove } from './fixtures';

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };

/** Whether all of something is on the screen, beneath what stays at its top. */
async function isOnScreen(part: Locator): Promise<boolean> {
  return part.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    const bar = document.querySelector('.stage')?.getBoundingClientRect();
    const isUnderBar = bar !== undefined && bar.top <= 1 && top < bar.bottom;
    return top >= 0 && !isUnderBar && bottom <= innerHeight;
  });
}

/** Has the page note where a result is in the first frame in which there is one. */
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
  verdict: string;
}

/** Has the page note, frame by frame, what is seen of the scene in which a round is played. */
async function noteScene(page: Page): Promise<() => Promise<Scene>> {
  await page.evaluate(() => {
    const scene: Scene = { turned: 0, isOnScreen: false, verdict: '' };
    Object.assign(window, { scene });
    const look = (): void => {
      const part = document.querySelector('[role=status] .scene');
      const hands = part?.querySelector('.hands')?.getBoundingClientRect();
      const bar = document.querySelector('.stage')?.getBoundingClientRect();
      if (part && hands) {
        const isUnderBar = bar !== undefined && bar.top <= 1 && hands.top < bar.bottom;
        scene.turned = Math.max(scene.turned, part.querySelectorAll('.hand.turned').length);
        scene.isOnScreen ||= hands.top >= 0 && !isUnderBar && hands.bottom <= innerHeight;
        scene.verdict = part.textContent;
      }
      requestAnimationFrame(look);
    };
    look();
  });
  return () => page.evaluate(() => (window as unknown as { scene: Scene }).scene);
}

for (const [what, viewport] of Object.entries(SIZES)) {
  test(`on a ${what}, a move is there to press, and the result to see, wherever one has scrolled to`, async ({
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
      const reveal = page.getByRole('button', { name: /^Show ./ });
      await reveal.focus();
      // As far down as the button may be pressed from.
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
    // Nothing else is in its place, and the next game one press away.
    await expect(page.locator('.act')).toHaveCount(0);
    await page.getByRole('button', { name: 'Play again', exact: true }).click();
    await expect(page.getByRole('radio', { name: 'Rock', exact: true })).toBeVisible();
  });
}

test('whoever is late while typing a password sees that, and no button that pays', async ({ world }) => {
  const [alice, bob] = await toMove(world);
  await bob.page.setViewportSize(SIZES.phone);
  await alice.commit('Rock');
  for (const move of await bob.page.getByRole('radio').all()) await expect.poll(() => isOnScreen(move)).toBe(true);
  await bob.page.getByRole('radio', { name: 'Paper', exact: true }).click();
  await bob.page.locator('summary', { hasText: 'Password' }).click();
  const password = bob.page.getByLabel('Password', { exact: true });
  await password.fill('as yet too short');
  await password.evaluate((field) => window.scrollBy(0, field.getBoundingClientRect().top - 90));
  // The time left stays in sight.
  await expect(bob.page.getByRole('timer')).toBeInViewport({ ratio: 1 });
  const isSeen = await noteResult(bob.page);
  await world.node.advanceBlocks(402);
  await expect(bob.page.locator('[role=status] .result.lost')).toContainText('You did not choose in time.');
  await expect.poll(isSeen).toBe(true);
  await expect(bob.page.getByRole('button', { name: /^Take a seat/ })).toHaveCount(0);
});

test('a round is played before the eyes of those who move and those who watch', async ({ browser, baseURL, world }) => {
  const [alice, bob] = await toMove(world);
  const context = await browser.newContext({ baseURL: baseURL ?? '', reducedMotion: 'no-preference' });
  const watcher = await context.newPage();
  await watcher.setViewportSize(SIZES.phone);
  await watcher.goto(alice.page.url());
  await alice.commit('Lizard');
  await expect(watcher.locator('.hand.held')).toHaveCount(1);
  const seen = await noteScene(watcher);
  await bob.commit('Spock');
  // Face down until they are shown; never a spinner alone.
  await expect(watcher.locator('.hand')).toHaveCount(2);
  // It is over in a few seconds, in which a busy machine may look late.
  await expect
    .poll(seen)
    .toEqual({ turned: 2, isOnScreen: true, verdict: expect.stringContaining('was the last one standing') });
  // It goes over into the result, which is in its place.
  await expect(watcher.locator('[role=status] .result.watched')).toContainText('won 20 VARA');
  await expect(watcher.locator('[role=status] .scene')).toHaveCount(0);
  await watcher.getByRole('button', { name: 'To the next game' }).click();
  await expect(watcher.getByText(/invites you to rock, paper/)).toBeVisible();
  await alice.stage(STAGES.lobby);
  await context.close();
});
