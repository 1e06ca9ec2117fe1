import { expect, test, type Player, type World } from './fixtures';
import { judged, switchableNews } from './wire';

const BOB = '0x8eaf04151687736326c9fea17e25fc5287613693c912909cb226aa4794f26a48';
const CHARLIE = '0x90b5ab205c6974c9ea841be688864633dc9ca8a357843eeacf2314649965fe22';

/** A program of Alice's, which Bob has opened. */
async function opened(world: World, someone?: Player): Promise<[alice: Player, bob: Player, program: string]> {
  const [alice, bob] = [await world.join('Alice'), someone ?? (await world.join('Bob'))];
  await alice.open('/tic-tac-toe');
  await alice.choose();
  await alice.page.getByRole('button', { name: 'Set up a program' }).click();
  await expect(alice.page.getByText('You have no game here.')).toBeVisible();
  const program = await alice.programShown('tic-tac-toe');
  await bob.open(`/tic-tac-toe/${program}`);
  await bob.choose();
  await expect(bob.page.getByText('You have no game here.')).toBeVisible();
  return [alice, bob, program];
}

/** Invites Bob to a game for 5 VARA, perhaps with a referee. */
async function invite({ page }: Player, referee = ''): Promise<void> {
  await page.getByLabel('Opponent').fill(BOB);
  await page.getByLabel('Bet (VARA)').fill('5');
  await page.getByLabel(/^Referee/).fill(referee);
  await page.getByRole('button', { name: 'Invite for 5 VARA', exact: true }).click();
}

async function mark(player: Player, row: number, column: number): Promise<void> {
  const cell = player.page.getByRole('button', { name: `Row ${row}, column ${column}: empty` });
  await cell.click();
  await expect(cell).toHaveCount(0);
}

// Vara is to lose what most pages read by.
test.describe('where no method reads state', () => {
  test.use({ readsState: false });

  test('two play for a bet, and the winner gets a trophy', { tag: '@journey' }, async ({ world }) => {
    const [alice, bob, program] = await opened(world);
    const spectator = await world.join('nobody');
    await spectator.open(`/tic-tac-toe/${program}`);
    await expect(spectator.page.getByText('Nobody plays here yet.')).toBeVisible();
    await invite(alice);
    await bob.page.getByRole('button', { name: 'Accept for 5 VARA' }).click();
    await expect(alice.page.getByText('Pot: 10 VARA')).toBeVisible();
    await expect(spectator.page.getByText('Pot: 10 VARA')).toBeVisible();
    await expect(spectator.page.getByRole('button', { name: 'Row 1, column 1: empty' })).toBeDisabled();
    await expect(spectator.page.getByText('anyone can close it; the bets then go back')).toBeVisible();
    await expect(alice.page).toHaveTitle(/^● Your turn/);
    await expect(bob.page).not.toHaveTitle(/Your turn/);
    await mark(alice, 1, 1);
    await mark(bob, 2, 1);
    await mark(alice, 1, 2);
    await mark(bob, 2, 2);
    await mark(alice, 1, 3);
    await expect(alice.page.getByText('You won 10 VARA', { exact: true })).toBeVisible();
    await expect(alice.page.getByText('Won against')).toBeVisible();
    await expect(bob.page.getByText('You lost 5 VARA', { exact: true })).toBeVisible();
    await bob.page.getByRole('button', { name: 'Play again for 5 VARA' }).click();
    await expect(bob.page.getByText('You asked to play again')).toBeVisible();
    await expect(bob.page.getByRole('button', { name: /^Play again/ })).toHaveCount(0);
    await expect(alice.page.getByRole('button', { name: 'Play again for 5 VARA' })).toBeVisible();
    await expect(spectator.page.getByText('Alice won 10 VARA', { exact: true })).toBeVisible();
    await bob.page.getByRole('button', { name: 'Put the game away' }).click();
    await expect(alice.page.getByText('You have no game here.')).toBeVisible();
  });
});

test('an acceptance is for the game on the screen, and anybody can close a game that has expired', async ({
  world,
}) => {
  const bob = await world.join('Bob');
  const switchNews = await switchableNews(bob.page);
  const [alice, , program] = await opened(world, bob);
  await bob.page.getByLabel('Opponent').fill(BOB);
  await bob.page.getByRole('button', { name: 'Invite' }).click();
  await expect(bob.page.getByRole('alert')).toContainText('You can’t play against yourself.');

  await invite(alice);
  const accept = bob.page.getByRole('button', { name: 'Accept for 5 VARA' });
  await expect(accept).toBeVisible();
  switchNews(false);
  await alice.page.getByRole('button', { name: 'Withdraw the invitation' }).click();
  await expect(alice.page.getByText('You have no game here.')).toBeVisible();
  await invite(alice, CHARLIE);
  await expect(alice.page.getByText('The opponent has to accept.')).toBeVisible();
  await accept.click();
  const otherTerms = 'other terms now: a bet of 5 VARA, with a referee';
  await expect(bob.page.getByRole('alert').filter({ hasText: otherTerms })).toBeVisible();

  const stranger = await world.join('Dave');
  await stranger.open(`/tic-tac-toe/${program}`);
  await stranger.choose();
  await expect(stranger.page.getByText('anyone can close it; the bets then go back')).toBeVisible();
  const close = stranger.page.getByRole('button', { name: 'Close the expired game' });
  await expect(close).toHaveCount(0);
  await world.node.passTime(8 * 86_400_000);
  await close.click();
  await expect(alice.page.getByText('You have no game here.')).toBeVisible();

  // Its program is not a table of the other game.
  await stranger.open(`/table/${program}`);
  await expect(stranger.page.getByText('This program is not a table of this game')).toBeVisible();
});

test('a mark shows though the node answers with what was, unless it is asked about a block', async ({ world }) => {
  const bob = await world.join('Bob');
  let before: string | null = null;
  await judged(bob.page, {
    judge: ({ method, params }) =>
      method === 'gear_readState' && before ? { params: [params[0], params[1], params[2] ?? before] } : 'pass',
  });
  const [alice] = await opened(world, bob);
  await invite(alice);
  await bob.page.getByRole('button', { name: 'Accept for 5 VARA' }).click();
  await expect(alice.page).toHaveTitle(/^● Your turn/);
  await expect(bob.page.getByText('Pot: 10 VARA')).toBeVisible();
  before = (await (await world.node.api()).rpc.chain.getBlockHash()).toHex();
  await mark(alice, 1, 1);
  await expect(bob.page).toHaveTitle(/^● Your turn/);
});
