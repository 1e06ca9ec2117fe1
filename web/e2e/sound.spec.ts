import type { Page } from '@playwright/test';
import { expect, test, SHOW } from './fixtures';

/** Makes the page note the notes that it plays, and its vibrations. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    const create = Reflect.get<AudioContext, 'createOscillator'>(AudioContext.prototype, 'createOscillator');
    AudioContext.prototype.createOscillator = function () {
      const note = create.call(this);
      const start = note.start.bind(note);
      note.start = (when) => {
        heard.push(`${note.frequency.value} Hz`);
        start(when);
      };
      return note;
    };
    navigator.vibrate = (pattern) => {
      heard.push(`shakes ${JSON.stringify(pattern)}`);
      return true;
    };
  });
  return () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
}

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('a move has sound from the first press on, and none once it is muted, also after a reload', async ({ page }) => {
  await page.routeWebSocket(/.*/, (socket) => void socket.close());
  const heard = await listen(page);
  await page.goto('./#/practice');
  const rock = page.getByRole('radio', { name: 'Rock', exact: true });
  await expect(rock).toBeVisible();
  expect(await heard()).toEqual([]);
  await rock.click();
  await page.getByRole('button', { name: 'Play Rock' }).click();
  const committed = ['392 Hz', '523 Hz', 'shakes [15]'];
  await expect.poll(heard).toEqual(committed);

  await page.getByRole('button', { name: 'Mute' }).click();
  await page.getByRole('button', { name: SHOW }).click();
  // The page shows the result of the round, and that of the game if it is over.
  await expect(page.locator('.outcome').getByRole('heading', { level: 2 })).toBeVisible();
  expect(await heard()).toEqual(committed);
  await page.reload();
  await rock.click();
  await page.getByRole('button', { name: 'Play Rock' }).click();
  await expect(page.getByRole('button', { name: SHOW })).toBeVisible();
  expect(await heard()).toEqual([]);
  await page.getByRole('button', { name: 'Sound on' }).click();
  await page.getByRole('button', { name: SHOW }).click();
  await expect.poll(heard).toContain('196 Hz');
});
