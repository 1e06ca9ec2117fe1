import type { Page } from '@playwright/test';
import { findings, overflow } from './findings';
import { expect, numberOf, STAGES, test } from './fixtures';
import { forgeState, knockout } from './forged';

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } } as const;

/** Whether a part is visible in its strip. */
async function isInSight(page: Page, name: string): Promise<boolean> {
  return page.getByRole('region', { name, exact: true }).evaluate((part) => {
    const { left, right } = part.getBoundingClientRect();
    const strip = part.parentElement?.getBoundingClientRect();
    return strip !== undefined && left >= strip.left - 2 && right <= strip.right + 2;
  });
}

for (const [players, rounds] of [
  [8, 3],
  [128, 7],
] as const) {
  test(`the bracket of ${players} is drawn, on a phone and a desktop, for keyboard and screen reader`, async ({
    world,
  }) => {
    const program = await world.node.openTable({ bet: '0', seats: '128', format: 'Knockout' });
    const alice = await world.join('Alice');
    const { page } = alice;
    await forgeState(page, knockout(players));
    await page.setViewportSize(SIZES.phone);
    await alice.visit(program);
    const card = page.getByRole('region', { name: 'The bracket' });
    await expect(card).toContainText(`Round 1 of ${rounds}`);
    const final = card.getByRole('region', { name: 'Final' });
    await expect(card.getByRole('region')).toHaveCount(rounds + 1);
    // In the first round every player meets somebody or has a bye. Each later round has half as many matches.
    const first = card.getByRole('region', { name: 'Round 1', exact: true });
    await expect(first.locator('.match')).toHaveCount(2 ** (rounds - 1));
    await expect(first.locator('.entrant')).toHaveCount(players);
    await expect(final.locator('.match')).toHaveCount(1);
    // The player's own path comes first.
    const own = card.getByRole('region', { name: 'Your path' });
    await expect(own.locator('li')).toHaveCount(rounds);
    await expect(own.locator('[aria-current]')).toContainText('You meet');
    expect(await isInSight(page, 'Your path'), `${players}`).toBe(true);
    if (players === 8) {
      // The pairs are seats 0 and 4, 2 and 6, 1 and 5, 3 and 7.
      await expect(first.locator('.match').nth(1)).toHaveText(/: Rock and is out.*: Paper and goes on/);
      await expect(first.locator('.match').nth(0)).toHaveText(/You: ready.*: Paper/);
      expect(await isInSight(page, 'Final')).toBe(false);
      // By keyboard, a button shows the part and moves the focus there.
      await card.getByRole('button', { name: 'Final' }).press('Enter');
      await expect(final).toBeFocused();
      await expect.poll(() => isInSight(page, 'Final')).toBe(true);
      // By a swipe, the strip scrolls.
      await card.locator('.bracket').evaluate((strip) => strip.scrollTo({ left: 0 }));
      await expect.poll(() => isInSight(page, 'Your path')).toBe(true);
    }
    if (players === 128) {
      await first.focus();
      await expect(first).toBeFocused();
      await page.keyboard.press('End');
      await expect.poll(() => first.evaluate((part) => part.scrollTop)).toBeGreaterThan(500);
    }
    for (const size of Object.values(SIZES)) {
      await page.setViewportSize(size);
      await expect(card).toBeVisible();
      expect(await findings(page), `${players} at ${size.width}`).toEqual([]);
      expect(await overflow(page), `${players} at ${size.width}`).toBe(0);
    }
  });
}

test('three play a knockout, and the bracket leads to the winner', { tag: '@journey' }, async ({ world }) => {
  const [alice, bob, charlie] = [await world.join('Alice'), await world.join('Bob'), await world.join('Charlie')];
  const program = await alice.deploy({ bet: '0', seats: '3', format: 'Knockout' });
  for (const player of [bob, charlie]) await player.visit(program);
  // Seats 0 and 2 meet: Alice and Charlie. Bob has a bye.
  await alice.join('Rock');
  await expect(bob.page.locator('.player')).toHaveCount(1);
  await bob.join('Spock');
  await expect(bob.page.locator('.player')).toHaveCount(2);
  await charlie.join('Paper');
  await expect(alice.page.locator('.player')).toHaveCount(3);
  await world.node.advanceBlocks(201);
  await expect(alice.page.locator('.own-path')).toContainText('went on, and you are out.');
  await expect(alice.page.locator('.result.lost')).toContainText('Charlie’s Paper covered your Rock.');
  // A player with a bye is in no pair.
  await expect(alice.page.locator('.pairings')).toContainText('Charlie’s Paper covered your Rock.');
  await expect(alice.page.locator('.pairings')).toContainText('Bob had no opponent.');
  await expect(alice.page.locator('.duel .arrow.lit')).toHaveCount(0);
  const way = charlie.page.locator('.own-path');
  await expect(way).toContainText(/You beat .*, and went on\..*Final You meet/);
  // A player who is out has another background. Names must still be readable there.
  expect(await findings(alice.page)).toEqual([]);
  await charlie.stage(STAGES.moves);
  await charlie.commit('Lizard');
  await bob.commit('Paper');
  await expect(charlie.page.getByText('You won').first()).toBeVisible();
  await expect(charlie.page.locator('.result-path')).toHaveText('beat Alicebeat Bob');
  await expect(bob.page.locator('.result.lost')).toContainText('Charlie’s Lizard ate your Paper.');
  const card = charlie.page.getByRole('region', { name: 'The bracket' });
  await expect(card).toContainText('How it went');
  await expect(card.locator('.match.path')).toHaveCount(2);
  await expect(card.getByRole('region', { name: 'Final' }).locator('.entrant.on')).toContainText('You');
  await expect(card.getByRole('region', { name: 'Round 1', exact: true })).toContainText('no opponent');
});

test('a player without a place in a full bracket is told so, also on other screens and later', async ({ world }) => {
  const [alice, bob, charlie] = [await world.join('Alice'), await world.join('Bob'), await world.join('Charlie')];
  const program = await alice.ownTable({ seats: '4', format: 'Knockout', isModern: true });
  for (const player of [bob, charlie]) await player.visit(program);
  await expect(charlie.page.getByText('The game starts as soon as 4 have a seat.').first()).toBeVisible();
  await alice.register();
  await expect(charlie.page.getByText(/^Be back by .*: no round ends before that/)).toBeVisible();
  await bob.register();
  await expect(charlie.page.getByText('2 of 4 seated. If time ran out now, both would play.')).toBeVisible();
  const before = numberOf(await charlie.balance());
  await charlie.register();
  await expect(alice.page.getByText('3 of 4 seated. If time ran out now, the first 2 would play.')).toBeVisible();
  const elsewhere = await charlie.again();
  await elsewhere.visit(program);
  await elsewhere.hasSeat();
  await elsewhere.goHome();
  await world.node.advanceBlocks(201);
  const told =
    'The game started with 2 players, and you were among the last to sit down. Your bet of 10 VARA comes back.';
  await expect(elsewhere.page.locator('.toast')).toContainText(told);
  await expect(charlie.page.locator('.result')).toContainText(told);
  await expect(charlie.page.getByText('had no place in the bracket, and 10 VARA is back')).toBeVisible();
  await expect(charlie.page.getByRole('heading', { name: 'A game is under way' })).toBeVisible();
  // Only the fee of one message is missing.
  expect(before - numberOf(await charlie.balance())).toBeLessThan(1);
  await charlie.page.reload();
  await expect(charlie.page.locator('.result')).toContainText(told);
  await alice.commit('Rock');
  await bob.commit('Lizard');
  await expect(alice.page.getByText('You won 10 VARA').first()).toBeVisible();
  await expect(charlie.page.locator('.result.lost')).toHaveCount(0);
  await expect(elsewhere.page.getByText('You lost')).toHaveCount(0);
});
