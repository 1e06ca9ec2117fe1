import type { Page } from '@playwright/test';
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { forgeState, knockout } from './forged';
import { expect, STAGES, test, toMove, VARA, type Player } from './fixtures';
import { clubWith, seat, tableCalled } from './club';
import { connectWallet, fund, installWallet } from './wallet';

const IMAGES = fileURLToPath(new URL('../../docs/images/', import.meta.url));
const FOLDER = `${IMAGES}all/`;
const BOB = '0x8eaf04151687736326c9fea17e25fc5287613693c912909cb226aa4794f26a48';
const WIDTHS = { desktop: 1280, phone: 360 } as const;
/** Both languages, and the dark theme. */
const VARIANTS = {
  en: { language: 'en', theme: 'light' },
  zh: { language: 'zh-CN', theme: 'light' },
  dark: { language: 'en', theme: 'dark' },
} as const;

/** Sets the preferences without reloading the page. */
async function speak(page: Page, preferences: Record<string, unknown>): Promise<void> {
  await page.evaluate((chosen) => {
    const key = 'rpsls/preferences';
    const known = JSON.parse(localStorage.getItem(key) ?? '{}') as object;
    localStorage.setItem(key, JSON.stringify({ ...known, ...chosen }));
    window.dispatchEvent(new StorageEvent('storage', { key }));
  }, preferences);
}

/**
 * Takes pictures of the page in all widths, both languages and both themes. Of a dialog it takes what is on
 * the screen.
 */
async function shoot({ page }: { page: Page }, name: string, fullPage = true): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  for (const [variant, preferences] of Object.entries(VARIANTS)) {
    await speak(page, preferences);
    for (const [width, pixels] of Object.entries(WIDTHS)) {
      await page.setViewportSize({ width: pixels, height: 800 });
      await page.waitForTimeout(250);
      await page.screenshot({ path: `${FOLDER}${name}-${width}-${variant}.png`, fullPage });
    }
  }
  await speak(page, VARIANTS.en);
  await page.setViewportSize({ width: WIDTHS.desktop, height: 800 });
}

/** Takes a picture for the documentation, beginning at this part of the page. */
async function picture({ page }: Player, name: string, [width, height]: [number, number], from: string): Promise<void> {
  await page.setViewportSize({ width, height });
  await page
    .locator(from)
    .first()
    .evaluate((part) => {
      // The stage's bar stays visible above the picture's subject.
      const bar = document.querySelector('.stage');
      const above = bar && !part.contains(bar) && !bar.contains(part) ? bar.getBoundingClientRect().height : 0;
      window.scrollTo(0, part.getBoundingClientRect().top + window.scrollY - above - 12);
    });
  // The mouse must point at nothing.
  await page.mouse.move(1, 1);
  await page.waitForTimeout(400);
  await page.screenshot({ path: `${IMAGES}${name}.png` });
}

test('every stage', async ({ world }) => {
  const names = ['Alice', 'Bob', 'Charlie', 'Dave'];
  const players = await Promise.all(names.map((name) => world.join(name)));
  const [alice, bob, charlie, dave] = players as [Player, Player, Player, Player];
  const spectator = await world.join('nobody');

  await alice.open('/');
  await shoot(alice, 'home');
  await alice.open('/deploy');
  await alice.choose();
  await shoot(alice, 'deploy');
  const program = await alice.deploy({ bet: '12.5', entry: ['1', 'h'], move: ['1', 'h'], reveal: ['1', 'h'] });
  for (const player of [bob, charlie, dave]) await player.visit(program);
  await spectator.openTable(program);
  await shoot(spectator, 'watching');
  await shoot(bob, 'register');
  for (const player of players) await player.register();
  await shoot(alice, 'registered');
  await world.node.advanceBlocks(1_201);

  for (const player of players) await player.stage(STAGES.moves);
  await bob.page.keyboard.press('3');
  await shoot(bob, 'move');
  await picture(bob, 'web-move', [1280, 830], 'header');
  await alice.switchRevealForMe(false);
  await bob.switchRevealForMe(false);
  await alice.seal('Lizard');
  await shoot(alice, 'moved');
  await bob.commit('Lizard');
  await charlie.commit('Spock');
  await dave.commit('Paper');

  await bob.stage(STAGES.reveals);
  await expect(bob.page.locator('.player.revealed')).toHaveCount(2);
  await shoot(bob, 'reveal');
  await alice.page.getByRole('button', { name: 'Show Lizard' }).click();
  await expect(spectator.page.locator('.player.revealed')).toHaveCount(3);
  await shoot(spectator, 'reveals-watched');
  await bob.page.getByRole('button', { name: 'Show Lizard' }).click();

  await expect(spectator.page.getByText('Round 2')).toBeVisible();
  await shoot(charlie, 'out');
  await alice.commit('Rock');
  await bob.commit('Scissors');
  await alice.stage(STAGES.reveals);
  await bob.page.getByRole('button', { name: 'Show Scissors' }).click();
  await alice.page.getByRole('button', { name: 'Show Rock' }).click();
  await expect(alice.page.getByText('You won 37.5 VARA')).toBeVisible();
  await expect(alice.page.locator('.toast')).toHaveCount(0, { timeout: 20_000 });
  await shoot(alice, 'won');
  await shoot(bob, 'lost');

  const dialogs = { share: /^Share$/, settings: /^Settings$/, account: /^Account:/, network: /^Network/ };
  for (const [name, button] of Object.entries(dialogs)) {
    await alice.page.getByRole('button', { name: button }).click();
    await shoot(alice, name, false);
    await alice.page.keyboard.press('Escape');
  }
  await bob.register();
  await charlie.register();
  await alice.page.getByRole('button', { name: 'Stop the game' }).click();
  await shoot(alice, 'stop', false);
  await world.node.stop();
  await expect(bob.page.getByText('The connection is lost')).toBeVisible();
  await shoot(bob, 'offline');
});

test('one signature, guests and a bot', async ({ world }) => {
  const host = await world.join('Alice');
  const free = await host.deploy({ bet: '0', seats: '2', isModern: true });
  await host.page.getByLabel('Guests: a number or names').fill('3');
  await host.page.getByRole('button', { name: /^Make 3 free-play links for/ }).click();
  await expect(host.page.locator('.sponsored li .number').first()).not.toHaveText('…');
  await expect(host.page.locator('.toast')).toHaveCount(0, { timeout: 20_000 });
  await shoot(host, 'sponsor');
  const link = await host.page.evaluate(() => {
    const kept = Object.entries<string>(localStorage).find(([key]) => key.startsWith('rpsls/sponsored/'));
    return (JSON.parse(kept?.[1] ?? '{}') as { seed: string }).seed.slice(2);
  });
  const guest = await world.join('Guest');
  await guest.page.goto(`./#/table/${free}?node=${encodeURIComponent(world.node.url)}&guest=${link}`);
  await expect(guest.page.getByText('Fees: paid by Alice')).toBeVisible();
  await shoot(guest, 'guest');
  await picture(guest, 'web-guest', [360, 780], '.act');

  const staked = await host.deploy({ bet: '10', seats: '2', isModern: true });
  await fund(world.node, '//Ada', 40n * VARA);
  const ada = await world.join('Wallet');
  await installWallet(ada.page, { uri: '//Ada' });
  await ada.openTable(staked);
  await connectWallet(ada.page);
  await expect(ada.page.getByText('One signature takes the seat')).toBeVisible();
  await ada.page.keyboard.press('4');
  await shoot(ada, 'one-signature');
  await picture(ada, 'web-one-signature', [1280, 800], '.act');
  await ada.join('Spock');
  await expect(ada.page.getByText('There is nothing more to sign')).toBeVisible();
  await expect(ada.page.locator('.toast')).toHaveCount(0, { timeout: 20_000 });
  await shoot(ada, 'seated');
  await host.join('Rock');
  await expect(ada.page.getByText('You won 10 VARA')).toBeVisible();
  await expect(ada.page.locator('.toast')).toHaveCount(0, { timeout: 20_000 });
  await shoot(ada, 'won-with-one-signature');
  await picture(ada, 'web-won', [1280, 900], '.stage');
  await host.open('/');
  await expect(host.page.locator('.standing').first()).toBeVisible();
  await shoot(host, 'home-again');
});

test('a bracket', async ({ world }) => {
  const alice = await world.join('Alice');
  const program = await alice.deploy({ bet: '0', seats: '8', format: 'Knockout' });
  await forgeState(alice.page, knockout(8));
  await alice.openTable(program);
  await alice.page.reload();
  await expect(alice.page.getByRole('region', { name: 'The bracket' })).toBeVisible();
  await shoot(alice, 'bracket');
  await picture(alice, 'web-bracket', [1280, 620], '.bracket-card');
});

test('practice', async ({ page }) => {
  await page.goto('./#/practice');
  await page.getByRole('radio', { name: '3', exact: true }).click();
  await shoot({ page }, 'practice');
  await page.getByRole('radio', { name: 'Lizard', exact: true }).click();
  await page.getByRole('button', { name: /^Play Lizard/ }).click();
  await expect(page.getByRole('button', { name: 'Show Lizard' })).toBeVisible();
  await shoot({ page }, 'practice-reveal');
  await page.getByRole('button', { name: 'Show Lizard' }).click();
  await expect(page.locator('.result')).toBeVisible();
  await shoot({ page }, 'practice-result');
});

test('tic-tac-toe', async ({ world }) => {
  const [alice, bob] = [await world.join('Alice'), await world.join('Bob')];
  await alice.open('/tic-tac-toe');
  await alice.choose();
  await shoot(alice, 'tic-tac-toe-start');
  await alice.page.getByRole('button', { name: 'Set up a program' }).click();
  await expect(alice.page.getByText('You have no game here.')).toBeVisible();
  await shoot(alice, 'tic-tac-toe-none');
  await bob.page.goto(alice.page.url());
  await bob.choose();
  await alice.page.getByLabel('Opponent').fill(BOB);
  await alice.page.getByLabel('Bet (VARA)').fill('5');
  await alice.page.getByRole('button', { name: 'Invite for 5 VARA', exact: true }).click();
  await expect(bob.page.getByRole('button', { name: 'Accept for 5 VARA' })).toBeVisible();
  await shoot(bob, 'tic-tac-toe-invited');
  await bob.page.getByRole('button', { name: 'Accept for 5 VARA' }).click();
  const marks = [alice, bob, alice, bob, alice] as const;
  const cells = [
    'Row 1, column 1',
    'Row 2, column 1',
    'Row 1, column 2',
    'Row 2, column 2',
    'Row 1, column 3',
  ] as const;
  for (const [turn, player] of marks.entries()) {
    const cell = player.page.getByRole('button', { name: `${cells[turn]}: empty` });
    await cell.click();
    await expect(cell).toHaveCount(0);
    if (turn === 3) await shoot(alice, 'tic-tac-toe-turn');
  }
  await expect(alice.page.getByText('You won 10 VARA', { exact: true })).toBeVisible();
  await shoot(alice, 'tic-tac-toe-won');
  await shoot(bob, 'tic-tac-toe-lost');
});

test('obstacles and calls', async ({ world }) => {
  const [alice, bob] = await toMove(world);
  await alice.switchRevealForMe(false);
  await alice.commit('Rock');
  await bob.commit('Rock');
  await alice.stage(STAGES.reveals);
  await alice.goHome();
  await expect(alice.page.locator('.reveal-due')).toBeVisible();
  await shoot(alice, 'reveal-due');
  const guest = await world.join('nobody');
  await guest.open('/');
  await guest.page.getByRole('button', { name: 'Choose an account' }).click();
  await guest.page.getByRole('button', { name: 'Connect a wallet' }).click();
  await expect(guest.page.getByText('This browser has no wallet for Vara')).toBeVisible();
  await shoot(guest, 'no-wallet', false);
  await guest.page.keyboard.press('Escape');
  const table = await bob.programShown('table');
  await guest.openTable(table);
  await guest.page.locator('.players').getByRole('button', { name: /^Bob/ }).click();
  await shoot(guest, 'person', false);
  await alice.page.evaluate(() => localStorage.clear());
  await alice.page.reload();
  await alice.visit(table);
  await expect(alice.page.getByText('Your sealed move is not in this browser')).toBeVisible();
  await shoot(alice, 'no-secret');
});

test('the lobby', async ({ world }) => {
  const club = await clubWith(world.node, [
    { bet: VARA, seats: 2, title: 'Friday evening' },
    { bet: 5n * VARA, seats: 8, title: 'Eight for forty' },
    { bet: 0n, seats: 2, title: 'Just for fun' },
    { bet: 2n * VARA, seats: 4, title: 'Winner takes it all' },
  ]);
  const eight = await tableCalled(world.node, club, 'Eight for forty');
  for (const uri of ['//Charlie', '//Dave']) await seat(world.node, uri, eight, 5n * VARA);
  await seat(world.node, '//Eve', await tableCalled(world.node, club, 'Friday evening'), VARA);
  const bob = await world.join('Bob');
  await bob.open(`/club/${club}`);
  await bob.choose();
  await expect(bob.page.getByText('Eve waits at “Friday evening”.')).toBeVisible();
  await shoot(bob, 'lobby');
  await picture(bob, 'web-lobby', [1280, 900], 'header');
  await bob.page.getByRole('link', { name: 'Open a listed table' }).click();
  await expect(bob.page.getByText(/^Opening it takes/)).toBeVisible();
  await shoot(bob, 'open');
});
