import { expect, SEAT, STAGES, test, toMove } from './fixtures';
import { switchableBlocks } from './wire';

const ALICE = '0xd43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d';

test('a refusal has a sentence, and costs nothing', async ({ world }) => {
  const [alice, bob, late] = [await world.join('Alice'), await world.join('Bob'), await world.join('Charlie')];
  const program = await alice.ownTable({ seats: '2' });
  // The latecomer's page gets no new blocks, so it still offers a seat that is taken.
  const switchBlocks = await switchableBlocks(late.page);
  for (const player of [bob, late]) await player.visit(program);
  const before = await late.balance();
  switchBlocks(false);
  await alice.register();
  await bob.register();
  await late.page.getByRole('button', { name: SEAT }).click();
  await expect(late.page.getByRole('alert')).toContainText('All 2 seats are taken. Wait for the next game.');
  switchBlocks(true);
  await expect(late.page.getByRole('heading', { name: 'All seats are taken' })).toBeVisible();
  expect(await late.balance()).toBe(before);
});

test('the owner configures the next game, and a stop pays each player', async ({ world }) => {
  const [alice, bob] = [await world.join('Alice'), await world.join('Bob')];
  const program = await alice.ownTable({ bet: '7' });
  await bob.visit(program);
  await expect(bob.page.getByRole('button', { name: 'Stop the game' })).toHaveCount(0);
  await bob.register();
  await alice.register();

  const owner = alice.page.locator('.owner');
  await owner.getByLabel('Seats', { exact: true }).fill('1');
  await expect(owner.getByText('A game takes at least 2 seats.')).toBeVisible();
  await expect(owner.getByRole('button', { name: 'Set for the next game' })).toBeDisabled();
  await owner.getByLabel('Seats', { exact: true }).fill('20');
  await expect(owner.getByText('some 10,000 with 20. This table has 20 seats.')).toBeVisible();
  await owner.getByLabel('Seats', { exact: true }).fill('3');
  await owner.getByLabel('Bet (VARA)').fill('0.000000000001');
  await owner.getByRole('button', { name: 'Set for the next game' }).click();
  await expect(owner.getByText('Already set.')).toBeVisible();

  await alice.page.getByRole('button', { name: 'Stop the game' }).click();
  const dialog = alice.page.getByRole('dialog');
  await expect(dialog.locator('.shares li')).toHaveCount(2);
  await expect(dialog.locator('.shares')).toContainText('7 VARA');
  await dialog.getByRole('button', { name: 'Stop it' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(bob.page.getByText('stopped the game: 2 players got the pot back')).toBeVisible();
  await expect(bob.page.getByText('was paid 7 VARA')).toHaveCount(2);
  await bob.goOn();
  await expect(
    bob.page.getByRole('button', { name: 'Take a seat for 0.000000000001 VARA, choose later' }),
  ).toBeVisible();
  await expect(bob.page.locator('.terms')).toContainText('0 of 3');
});

test('digits choose moves, and the keyboard is enough to play', async ({ world }) => {
  const [alice] = await toMove(world);
  for (const [index, move] of ['Rock', 'Paper', 'Scissors', 'Lizard', 'Spock'].entries()) {
    await alice.page.keyboard.press(String(index));
    await expect(alice.page.getByRole('radio', { name: move, exact: true })).toBeChecked();
  }
  await alice.page.locator('summary', { hasText: 'How your move is hidden' }).click();
  await alice.page.getByLabel('Password', { exact: true }).pressSequentially('0');
  await expect(alice.page.getByRole('radio', { name: 'Spock', exact: true })).toBeChecked();
  await alice.page.getByRole('radio', { name: 'Spock', exact: true }).focus();
  // Arrow keys go around the circle. The choice follows while the key is down.
  await alice.page.keyboard.down('ArrowRight');
  await expect(alice.page.getByRole('radio', { name: 'Scissors', exact: true })).toBeChecked();
  await alice.page.keyboard.up('ArrowRight');
  await alice.page.keyboard.press('Tab');
  const commit = alice.page.getByRole('button', { name: 'Play Scissors' });
  await expect(commit).toBeFocused();
  // A button that has just appeared does not react to a press yet.
  await expect(commit).toBeEnabled();
  await alice.page.keyboard.press('Enter');
  await alice.hasSealed();
});

test('anybody can end an overdue stage whose alarm does not come', async ({ world }) => {
  const [alice, bob, anybody] = [await world.join('Alice'), await world.join('Bob'), await world.join('Eve')];
  const program = await alice.ownTable({ reveal: ['300', 's'] });
  for (const player of [bob, anybody]) await player.visit(program);
  await alice.register();
  await bob.register();
  await world.node.advanceBlocks(201);
  await bob.stage(STAGES.moves);
  await bob.switchRevealForMe(false);
  await bob.commit('Rock');
  // This is enough for messages, but not for one with an alarm.
  await world.node.call('dev_setBalance', [ALICE, '1600000000000']);
  await alice.commit('Paper');
  await expect(anybody.page.locator('.player.revealed')).toHaveCount(1);
  await world.node.advanceBlocks(105);
  await expect(anybody.page.getByText('The time is up, but the game has not gone on')).toBeVisible();
  await anybody.page.getByRole('button', { name: 'Move the game on' }).click();
  await expect(alice.page.getByText('You won 10 VARA')).toBeVisible();
});
