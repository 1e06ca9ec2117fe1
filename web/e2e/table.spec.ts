import { expect, SEAT, STAGES, test, toMove } from './fixtures';

const ALICE = '0xd43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d';

test('a latecomer sees when to come back', async ({ world }) => {
  const [alice, bob, late] = [await world.join('Alice'), await world.join('Bob'), await world.join('Charlie')];
  const program = await alice.ownTable({ bet: '0', seats: '2' });
  for (const player of [bob, late]) {
    await player.openTable(program);
    await player.choose();
  }
  await expect(late.page.getByText('This game is free.')).toBeVisible();
  await alice.register();
  await bob.register();
  await expect(late.page.getByRole('heading', { name: 'All seats are taken' })).toBeVisible();
  await world.node.advanceBlocks(201);
  await expect(late.page.getByRole('heading', { name: 'A game is under way' })).toBeVisible();
  await expect(late.page.getByRole('button', { name: SEAT })).toHaveCount(0);
});

test('a player with a seat can leave, and gets the bet back', async ({ world }) => {
  const alice = await world.join('Alice');
  await alice.ownTable();
  await alice.register();
  await alice.page.getByRole('button', { name: /^Leave/ }).click();
  await expect(alice.page.getByRole('heading', { name: 'There is a seat for you' })).toBeVisible();
  await expect(alice.page.getByText('left, with the bet')).toBeVisible();
  await expect(alice.page.locator('.figure.main')).toContainText('0 VARA');
});

test('a refusal has a sentence, and costs nothing', async ({ world }) => {
  const [alice, bob, late] = [await world.join('Alice'), await world.join('Bob'), await world.join('Charlie')];
  const program = await alice.ownTable({ seats: '2' });
  // The latecomer's page gets no new blocks, so it still offers a seat that is taken.
  let isDeaf = false;
  await late.page.routeWebSocket(/^ws:/, (socket) => {
    socket.connectToServer().onMessage((message) => {
      if (!isDeaf || !message.toString().includes('"chain_newHead"')) socket.send(message);
    });
  });
  for (const player of [bob, late]) {
    await player.openTable(program);
    await player.choose();
  }
  const before = await late.balance();
  isDeaf = true;
  await alice.register();
  await bob.register();
  await late.page.getByRole('button', { name: SEAT }).click();
  await expect(late.page.getByRole('alert')).toContainText('All 2 seats are taken. Wait for the next game.');
  isDeaf = false;
  await expect(late.page.getByRole('heading', { name: 'All seats are taken' })).toBeVisible();
  expect(await late.balance()).toBe(before);
});

test('the owner configures the next game, and a stop pays each player', async ({ world }) => {
  const [alice, bob] = [await world.join('Alice'), await world.join('Bob')];
  const program = await alice.ownTable({ bet: '7' });
  await bob.openTable(program);
  await bob.choose();
  await expect(bob.page.getByRole('button', { name: 'Stop the game' })).toHaveCount(0);
  await bob.register();
  await alice.register();

  const owner = alice.page.locator('.owner');
  await owner.getByLabel('Seats', { exact: true }).fill('1');
  await expect(owner.getByText('A game takes at least 2 seats.')).toBeVisible();
  await owner.getByLabel('Time to choose', { exact: true }).fill('4');
  await owner.getByLabel('Time to choose: Unit').selectOption('s');
  await expect(owner.getByText('Each stage lasts at least 5 seconds.')).toBeVisible();
  await expect(owner.getByRole('button', { name: 'Set for the next game' })).toBeDisabled();
  await owner.getByLabel('Time to choose', { exact: true }).fill('30');
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

test('a silent player is out by the clock, and the spectator sees it', async ({ world }) => {
  const [alice, bob, spectator] = [await world.join('Alice'), await world.join('Bob'), await world.join('nobody')];
  const program = await alice.ownTable({ bet: '3' });
  for (const player of [bob, spectator]) await player.openTable(program);
  await bob.choose();
  await alice.register();
  await bob.register();
  await world.node.advanceBlocks(201);
  await alice.stage(STAGES.moves);
  await alice.commit('Rock');
  await expect(alice.page.getByRole('heading', { name: 'Your move is sealed' })).toBeVisible();
  await world.node.advanceBlocks(201);
  await expect(spectator.page.getByText(/won the pot of 6 VARA/)).toBeVisible();
  await expect(spectator.page.getByText('was paid 6 VARA')).toBeVisible();
  await expect(spectator.page.getByText('one is left, the game is over')).toBeVisible();
  const lost = bob.page.locator('.result.lost');
  await expect(lost.getByRole('heading', { name: 'You lost 3 VARA' })).toBeVisible();
  await expect(lost).toContainText('You did not choose in time.');
});

test('digits choose moves, and the keyboard is enough to play', async ({ world }) => {
  const [alice] = await toMove(world);
  for (const [index, move] of ['Rock', 'Paper', 'Scissors', 'Lizard', 'Spock'].entries()) {
    await alice.page.keyboard.press(String(index));
    await expect(alice.page.getByRole('radio', { name: move, exact: true })).toBeChecked();
  }
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
  await expect(alice.page.getByRole('heading', { name: 'Your move is sealed' })).toBeVisible();
});

test('the countdown follows the chain without jumping back', async ({ world }) => {
  const [alice, bob] = [await world.join('Alice'), await world.join('Bob')];
  const program = await alice.ownTable({ entry: ['1', 'h'] });
  await bob.openTable(program);
  await bob.choose();
  await alice.register();
  await bob.register();
  await expect(alice.page.getByRole('timer')).toBeVisible();
  const times = await alice.page.evaluate(async () => {
    const shown: string[] = [];
    for (let tick = 0; tick < 40; tick += 1) {
      shown.push(document.querySelector('[role=timer]')?.textContent ?? '');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return shown;
  });
  const seconds = times.map((time) => time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0));
  for (const [index, left] of seconds.slice(1).entries()) expect(left).toBeLessThanOrEqual(seconds[index] ?? 0);
  expect(seconds.at(-1)).toBeLessThan(seconds[0] ?? 0);
});

test('anybody can end an overdue stage whose alarm does not come', async ({ world }) => {
  const [alice, bob, anybody] = [await world.join('Alice'), await world.join('Bob'), await world.join('Eve')];
  const program = await alice.ownTable({ reveal: ['120', 's'] });
  for (const player of [bob, anybody]) {
    await player.openTable(program);
    await player.choose();
  }
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
  await world.node.advanceBlocks(45);
  await expect(anybody.page.getByText('The time is up, but the game has not gone on')).toBeVisible();
  await anybody.page.getByRole('button', { name: 'Move the game on' }).click();
  await expect(alice.page.getByText('You won 10 VARA')).toBeVisible();
});
