import { findings, overflow } from './findings';
import type { Locator } from '@playwright/test';
import { expect, SHOW, STAGES, test, toMove, VARA } from './fixtures';
import { clubWith, playNow, seat, tableCalled } from './club';
import { connectWallet, fund, installWallet, keyOf, type Wallet } from './wallet';
import { holdable, switchableFinality } from './wire';

test('every screen shows a reveal that is due and makes it, and after a draw the next move', async ({ world }) => {
  const [alice, bob] = await toMove(world, undefined, undefined, { format: 'Replay' });
  const { page } = alice;
  await alice.switchRevealForMe(false);
  await alice.seal('Rock');
  await alice.goHome();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await bob.commit('Rock');
  const reveal = page.getByRole('alert').filter({ hasText: 'Time to show your move' });
  await expect(reveal).toContainText('Alice');
  await expect(reveal.getByRole('timer')).toBeVisible();
  await expect(page).toHaveTitle(/^● Your turn/);
  await page.getByRole('link', { name: 'Set up your own table' }).click();
  await expect(reveal).toBeVisible();
  await reveal.getByRole('button', { name: 'Show it' }).click();

  const move = page.getByRole('alert').filter({ hasText: 'Time to choose a move' });
  await expect(move).toContainText('Alice');
  await expect(reveal).toHaveCount(0);
  await expect(move.getByRole('timer')).toBeVisible();
  await expect(page).toHaveTitle(/^● Your turn/);
  for (const width of [206, 320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await overflow(page), `${width}`).toBe(0);
  }
  await move.getByRole('link', { name: 'To the table' }).click();
  await expect(move).toHaveCount(0);
  await alice.switchRevealForMe(true);
  await alice.seal('Paper');
  await alice.goHome();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page).toHaveTitle(/^Rock Paper Scissors/);
  await bob.commit('Rock');
  await expect(page.getByText('You won 10 VARA').first()).toBeVisible();
});

test('two people who share a browser each see whose move is due, and only their own game', async ({ world }) => {
  const one = await world.join('Alice');
  const [alice, bob] = await toMove(world, one, await one.again('Bob'));
  await alice.seal('Paper');
  await expect(alice.page.getByRole('alert').filter({ hasText: 'Time to choose a move' })).toContainText(
    'Bob has to choose',
  );
  await expect(alice.page).toHaveTitle(/^● Time to choose a move/);
  await bob.goHome();
  await expect(bob.page.getByRole('alert').filter({ hasText: 'Time to choose a move' })).toContainText(
    'Bob (you) has to',
  );
  await expect(bob.page).toHaveTitle(/^● Your turn/);
  await alice.goHome();
  await bob.page.goBack();
  await bob.commit('Rock');
  await expect(alice.page.locator('.toast', { hasText: 'You won 10 VARA' })).toBeVisible();
  await expect(alice.page.locator('.toast', { hasText: 'You lost' })).toHaveCount(0);
});

test('a player who left before play now had the seat has its move shown from any screen', async ({ world }) => {
  const club = await clubWith(world.node, [{ bet: VARA, seats: 2, title: 'Duel' }]);
  const [alice, bob] = [await world.join('Alice'), await world.join('Bob')];
  const { page } = alice;
  const messages = await holdable(page, /^author_submit/);
  messages.hold();
  const sent = await world.node.nonceOf(keyOf('//Alice').address);
  await alice.open(`/club/${club}`);
  await alice.choose();
  await playNow(page, 'Rock');
  await messages.held;
  await page.getByRole('link', { name: 'Set up your own table' }).click();
  await expect(page).toHaveTitle(/^Set up a table/);
  messages.letGo();
  await expect(page.locator('.toast').filter({ hasText: 'You have a seat' })).toBeVisible();
  await bob.visit(await tableCalled(world.node, club, 'Duel'));
  await bob.join('Scissors');
  await expect(page.locator('.toast', { hasText: 'You won 1 VARA' })).toBeVisible();
  // The seat with its move, and the show: a duel takes no third message.
  expect(await world.node.nonceOf(keyOf('//Alice').address)).toBe(sent + 2);
});

test('a move is due on every screen also for a seat that was taken elsewhere and visited here', async ({ world }) => {
  const club = await clubWith(world.node, [{ bet: VARA, seats: 2, title: 'Duel' }]);
  const program = await tableCalled(world.node, club, 'Duel');
  await seat(world.node, '//Alice', program, VARA);
  const alice = await world.join('Alice');
  const { page } = alice;
  await alice.visit(program);
  await alice.hasSeat();
  await alice.goHome();
  await seat(world.node, '//Bob', program, VARA);
  const bar = page.getByRole('alert').filter({ hasText: 'Time to choose a move' });
  await expect(bar).toContainText('Alice');
  await expect(page).toHaveTitle(/^● Your turn/);
  await page.reload();
  await expect(bar.getByRole('timer')).toBeVisible();
  await expect(page.locator('.recent li')).toContainText('Your turn');
  await bar.getByRole('link', { name: 'To the table' }).click();
  await alice.stage(STAGES.moves);
  await expect(bar).toHaveCount(0);
});

test('a reveal is due also while the page asks about a link to an unknown node', async ({ world }) => {
  const [alice, bob] = await toMove(world);
  const { page } = alice;
  await alice.switchRevealForMe(false);
  await alice.seal('Paper');
  let isAsked = false;
  page.on('websocket', (socket) => {
    if (socket.url().includes('evil')) isAsked = true;
  });
  const guest = `guest=${'07'.repeat(32)}`;
  await page.evaluate((key) => (location.hash = `#/?node=wss://node.evil.example&${key}`), guest);
  await expect(page.getByText('This link uses a node that is new to you')).toBeVisible();
  await bob.commit('Rock');
  const bar = page.getByRole('alert').filter({ hasText: 'Time to show your move' });
  await expect(bar).toContainText('Alice');
  await expect(page).toHaveTitle(/^● Your turn/);
  await page.setViewportSize({ width: 320, height: 844 });
  expect(await overflow(page)).toBe(0);
  await bar.getByRole('button', { name: 'Show it' }).click();
  await expect(bob.page.getByText('won the pot of 20 VARA').first()).toBeVisible();
  await expect(bar).toHaveCount(0);
  // The link's node and its key wait for an answer.
  expect(isAsked).toBe(false);
  expect(page.url()).toContain(guest);
  await page.getByRole('button', { name: 'Use this node' }).click();
  await expect.poll(() => isAsked).toBe(true);
});

test('a press that leads to another node waits until the move is shown', async ({ world }) => {
  const [alice, bob] = await toMove(world);
  const { page } = alice;
  const nowhere = `#/?node=${encodeURIComponent('ws://127.0.0.1:1')}`;
  const question = page.getByText('Your move still has to be shown');
  const isAsked = async () => {
    await page.evaluate((hash) => (location.hash = hash), nowhere);
    await expect(question).toBeVisible();
    await page.getByRole('button', { name: 'Stay here' }).click();
    await expect(question).toHaveCount(0);
    await alice.stage(STAGES.moves);
  };
  // Also before there is a move: nobody would call for it there.
  await isAsked();
  await alice.seal('Paper');
  await isAsked();
  await page.evaluate((hash) => (location.hash = hash), nowhere);
  await expect(question).toBeVisible();
  await bob.commit('Rock');
  await expect(bob.page.getByText('won the pot of 20 VARA').first()).toBeVisible();
  // Then it goes on.
  await expect(question).toHaveCount(0);
  await expect(page.locator('.network.online')).toHaveCount(0);
});

test('a tab that waits for another to show the move offers it after half of the time', async ({ world }) => {
  const alice = await world.join('Alice');
  const switchFinality = await switchableFinality(alice.page);
  const [, bob] = await toMove(world, alice);
  await alice.seal('Paper');
  // This tab shows the move, and waits for final blocks that don't come.
  switchFinality(false);
  await bob.commit('Rock');
  const shown = alice.page.locator('.act');
  await expect(shown).toContainText('Locking in the moves…');
  const other = await alice.again();
  await other.visit(await alice.programShown('table'));
  await expect(other.page.locator('.act')).toContainText('All have chosen');
  await world.node.advanceBlocks(210);
  await other.page.getByRole('button', { name: SHOW }).click();
  await expect(bob.page.getByText('won the pot of 20 VARA').first()).toBeVisible();
});

test('a reveal that waits for a signature calls the player, at the table and on every screen', async ({ world }) => {
  const host = await world.join('Alice');
  const program = await host.ownTable({ seats: '2', isModern: true });
  await fund(world.node, '//Ada', 40n * VARA);
  const ada = await world.join('Wallet');
  const { page } = ada;
  let sign: () => void = () => undefined;
  // The seat is signed at once, the reveal when the test says so.
  const wallet: Wallet = await installWallet(page, {
    uri: '//Ada',
    beforeSigning: () => (wallet.asked === 1 ? Promise.resolve() : new Promise((resolve) => (sign = resolve))),
  });
  await ada.openTable(program);
  await connectWallet(page);
  await page.getByRole('switch', { name: 'Ask my wallet each time' }).click();
  await ada.join('Paper');
  await ada.hasSeat();
  await host.join('Rock');
  await expect(page.locator('.act')).toContainText('Sign in your wallet…');
  await expect(page.getByRole('heading', { name: 'Show your move', exact: true })).toBeVisible();
  await expect(page).toHaveTitle(/^● Your turn/);
  await ada.goHome();
  const bar = page.getByRole('alert').filter({ hasText: 'Time to show your move' });
  await expect(bar).toContainText('Sign in your wallet…');
  await expect(page.getByText('move is being shown')).toHaveCount(0);
  sign();
  await expect(page.getByText('You won 10 VARA').first()).toBeVisible();
  await expect(bar).toHaveCount(0);
});

for (const isByItself of [true, false]) {
  test(`while moves become final all is calm and no wider than a phone, ${isByItself ? 'by itself' : 'once it is told to'}`, async ({
    world,
  }) => {
    const alice = await world.join('Alice');
    const switchFinality = await switchableFinality(alice.page);
    const [, bob] = await toMove(world, alice);
    const { page } = alice;
    await alice.switchRevealForMe(isByItself);
    // Without final blocks it waits as long as the test needs.
    switchFinality(false);
    await alice.seal('Paper');
    await alice.goHome();
    await bob.commit('Rock');
    const bar = page.locator('.reveal-due');
    if (!isByItself) {
      await expect(bar).toHaveRole('alert');
      await bar.getByRole('button', { name: 'Show it' }).click();
    }
    const isCalm = async (part: Locator, title: string): Promise<void> => {
      await expect(part).toContainText(title);
      await expect(part).toContainText('Locking in the moves…');
      // There is nothing to press.
      await expect(part.getByRole('button')).toHaveCount(0);
      for (const width of [206, 320, 390]) {
        await page.setViewportSize({ width, height: 844 });
        expect(await overflow(page), `${width}`).toBe(0);
      }
      expect(await findings(page)).toEqual([]);
    };
    await expect(bar).toHaveRole('status');
    // There is a light for each block.
    await expect(bar.locator('.light.lit')).toHaveCount(3);
    await isCalm(bar, 'Alice’s move is being shown');
    await page.goBack();
    await isCalm(page.locator('.act'), 'All have chosen');
    // Whoever has shown a move has heard that they are final: all locks are closed.
    await expect(page.locator('.showdown .hand.held').first().locator('.lock.closed')).toHaveCount(3);
    // Whoever hears of final blocks has shown a move by now.
    await expect(page.locator('.player.revealed')).toHaveCount(1);
    switchFinality(true);
    await expect(bob.page.getByText('won the pot of 20 VARA').first()).toBeVisible();
  });
}
