import { expect, STAGES, test, type Player, type World } from './fixtures';

/** A full table of two at which Alice is to reveal by hand. */
async function atReveals(world: World, hers: string, his: string): Promise<[alice: Player, bob: Player]> {
  const [alice, bob] = [await world.join('Alice'), await world.join('Bob')];
  const program = await alice.ownTable({ seats: '2', isModern: true });
  await bob.openTable(program);
  await bob.choose();
  await alice.switchRevealForMe(false);
  await alice.join(hers);
  await bob.join(his);
  await alice.stage(STAGES.reveals);
  return [alice, bob];
}

test('two join with a move, the game starts when it is full, and ends after two signatures each', async ({ world }) => {
  const [alice, bob] = [await world.join('Alice'), await world.join('Bob')];
  const program = await alice.ownTable({ seats: '2', isModern: true });
  await bob.openTable(program);
  await bob.choose();
  await expect(bob.page.getByText('the highest score goes on').first()).toBeVisible();
  await expect(bob.page.getByText('The game starts as soon as both seats are taken.').first()).toBeVisible();
  await alice.join('Lizard');
  await expect(alice.page.locator('.player')).toContainText('ready');
  // A reload loses nothing.
  await alice.page.reload();
  await alice.page.getByRole('button', { name: 'Let me see it' }).click();
  await expect(alice.page.locator('.your-move-value')).toHaveText('Lizard');
  await bob.join('Spock');
  await expect(alice.page.getByText('You won 10 VARA')).toBeVisible();
  await expect(bob.page.locator('.result.lost')).toContainText('Alice’s Lizard poisoned your Spock.');
  await expect(bob.page.getByText('was paid 20 VARA')).toHaveCount(1);
});

test('points decide a round that no move wins, and the picture shows them', async ({ world }) => {
  const names = ['Alice', 'Bob', 'Charlie', 'Dave'];
  const [alice, bob, charlie, dave] = await Promise.all(names.map((name) => world.join(name)));
  if (!alice || !bob || !charlie || !dave) throw new Error('somebody is missing');
  const program = await alice.ownTable({ seats: '4', isModern: true });
  for (const player of [bob, charlie, dave]) {
    await player.openTable(program);
    await player.choose();
  }
  await alice.join('Rock');
  await bob.join('Scissors');
  await charlie.join('Paper');
  await dave.join('Lizard');
  // Scissors beats Paper and Lizard, Rock beats Scissors and Lizard: one point each.
  const lost = charlie.page.locator('.result.lost');
  await expect(lost).toContainText('Paper scored −1, Rock and Scissors +1: the highest score went on.');
  await expect(charlie.page.locator('.score')).toHaveText(['+1', '−1', '+1', '−1']);
  await expect(alice.page.getByText('No move beat all others, so points decided').first()).toBeVisible();
  await alice.stage(STAGES.moves);
});

test('a player can commit to the next move with the reveal', async ({ world }) => {
  const [alice, bob] = await atReveals(world, 'Rock', 'Rock');
  await alice.page.locator('summary', { hasText: 'Choose the next move, too' }).click();
  await alice.page.getByRole('radio', { name: 'Paper', exact: true }).click();
  await alice.page.getByRole('button', { name: 'Show Rock, then play Paper' }).click();
  await expect(alice.page.getByText('Round 2')).toBeVisible();
  await expect(alice.page.getByRole('heading', { name: 'Your move is sealed' })).toBeVisible();
  await alice.switchRevealForMe(true);
  await bob.commit('Rock');
  await expect(alice.page.getByText('You won 10 VARA')).toBeVisible();
});

test('a stop during reveals waits until the round is decided, and the page says so', async ({ world }) => {
  const [alice, bob] = await atReveals(world, 'Rock', 'Paper');
  await alice.page.getByRole('button', { name: 'Stop the game' }).click();
  const dialog = alice.page.getByRole('dialog');
  await expect(dialog).toContainText('the game stops after this round');
  await dialog.getByRole('button', { name: 'Stop it' }).click();
  await expect(bob.page.getByText('The owner stops the game after this round')).toBeVisible();
  await alice.page.getByRole('button', { name: 'Show Rock' }).click();
  await expect(bob.page.getByText('You won 10 VARA')).toBeVisible();
});

test('a table of many seats that replays draws warns before a player sits down', async ({ world }) => {
  const alice = await world.join('Alice');
  await alice.open('/deploy');
  await alice.choose();
  await alice.page.getByLabel('Seats', { exact: true }).fill('20');
  await expect(alice.page.getByText('This table has 20 seats.')).toHaveCount(0);
  await alice.page.getByRole('radio', { name: 'All against all, replayed' }).click();
  await expect(alice.page.getByText('some 10,000 with 20. This table has 20 seats.')).toBeVisible();
  await alice.page.getByRole('button', { name: 'Create the table' }).click();
  await alice.passInvitation();
  await alice.stage(STAGES.lobby);
  await expect(alice.page.getByText('some 10,000 with 20. This table has 20 seats.').first()).toBeVisible();
});
