import type { Page } from '@playwright/test';
import { expect, SEAT, STAGES, test } from './fixtures';
import { switchableNetwork } from './wire';

const ABSENT = 'Your sealed move is not in this browser';

type Offline = (meanwhile: (page: Page) => Promise<void>) => Promise<void>;

/** Returns what loses the connection of a page, looks at the page in the meantime, and restores the connection. */
async function breakable(page: Page): Promise<Offline> {
  const switchNetwork = await switchableNetwork(page);
  return async (meanwhile) => {
    await switchNetwork(false);
    // The browser reports it. By the silence alone the page would find it out in 30 s.
    await expect(page.getByText('The connection is lost')).toBeVisible({ timeout: 25_000 });
    await meanwhile(page);
    await expect(page.getByText(ABSENT)).toHaveCount(0);
    await switchNetwork(true);
    await expect(page.locator('.network.online')).toBeVisible();
    await expect(page.getByText(ABSENT)).toHaveCount(0);
  };
}

test('a lost connection takes no opening away, at any stage of a game', { tag: '@journey' }, async ({ world }) => {
  const [alice, bob] = [await world.join('Alice'), await world.join('Bob')];
  const [withoutAlice, withoutBob] = [await breakable(alice.page), await breakable(bob.page)];
  const program = await alice.ownTable({ seats: '2', isModern: true });
  await alice.switchRevealForMe(false);
  await alice.join('Paper');
  await alice.hasSeat();
  const isKept = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Let me see it' }).click();
    await expect(page.locator('.your-move-value')).toHaveText('Paper');
    await page.getByRole('button', { name: 'Hide it' }).click();
  };
  await withoutAlice(isKept);
  await bob.visit(program);
  await bob.page.getByRole('button', { name: SEAT }).click();
  await alice.stage(STAGES.moves);
  await alice.hasSealed();
  await withoutAlice(isKept);
  await expect(alice.page).not.toHaveTitle(/Your turn/);
  // A player who has to move can't, and the page says only that.
  await withoutBob(async (page) => {
    await page.getByRole('radio', { name: 'Rock', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Play Rock' })).toBeDisabled();
  });
  await bob.commit('Rock');
  await alice.stage(STAGES.reveals);
  await expect(alice.page.getByRole('button', { name: 'Show Paper' })).toBeVisible();
  await withoutAlice(async (page) => {
    await expect(page.getByRole('button', { name: 'Show Paper' })).toBeDisabled();
    // Other screens show it, too, and the page asks before it is closed.
    await alice.goHome();
    await expect(page.getByRole('alert').filter({ hasText: 'Time to show your move' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('button', { name: 'Show Paper' })).toBeVisible();
  });
  await expect(bob.page.getByText('You have shown your move')).toBeVisible();
  // There is nothing to hide or to keep any more.
  await expect(bob.page.locator('.your-move')).toHaveCount(0);
  await withoutBob(async (page) => {
    await expect(page.getByText('You have shown your move')).toBeVisible();
  });
  await alice.page.getByRole('button', { name: 'Show Paper' }).click();
  await expect(alice.page.getByText('You won 10 VARA')).toBeVisible();

  // A reveal that the page makes by itself goes on once the connection is back.
  await alice.goOn();
  await alice.switchRevealForMe(true);
  await alice.join('Paper');
  await alice.hasSeat();
  await withoutAlice(async () => {
    await bob.join('Rock');
    await expect(bob.page.locator('.player.revealed')).toHaveCount(1);
  });
  await alice.stage('Game 2 is over');
  await expect(alice.page.getByText('You won 10 VARA')).toBeVisible();
});
