import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Hex } from '../src/chain/hex';
import { expect, test, type Player, type World } from './fixtures';
import { betUpTo, houseWith } from './house';

const VARA = 1_000_000_000_000n;
const RPSLS = process.env['RPSLS'] ?? fileURLToPath(new URL('../../target/release/rpsls', import.meta.url));

/** A player at a terminal, who knows the node and the house. */
class Terminal {
  private constructor(
    readonly ended: Promise<number | null>,
    readonly said: () => string,
  ) {}

  /** Takes a seat at any table up to this bet, and plays its game to the end. */
  static async join({ node }: World, house: Hex, account: string, bet: number): Promise<Terminal> {
    const home = await mkdtemp(join(tmpdir(), 'rpsls-'));
    const args = ['--node', node.url, '--account', account, 'join', '--any', '--house', house];
    const child = spawn(RPSLS, [...args, '--max-bet', String(bet), '--auto', '--yes'], {
      env: { ...process.env, RPSLS_HOME: home },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const words: string[] = [];
    child.stdout.on('data', (bytes: Buffer) => words.push(bytes.toString()));
    child.stderr.on('data', (bytes: Buffer) => words.push(bytes.toString()));
    const ended = new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', resolve);
    }).finally(() => rm(home, { recursive: true, force: true }));
    return new Terminal(ended, () => words.join(''));
  }

  /** Waits for the end of the game. The output has its result. */
  async outcome(): Promise<string> {
    expect(await this.ended, this.said()).toBe(0);
    return this.said();
  }
}

/** Presses play now on the first screen of a house. */
async function playNow(player: Player, house: Hex, bet: number): Promise<void> {
  await player.open(`/house/${house}`);
  const { page } = player;
  await beOneself(player);
  await betUpTo(page, bet);
  await page.getByRole('button', { name: `Play for ${bet} VARA` }).click();
  await expect(page).toHaveURL(/#\/table\//);
}

/** Chooses the account, unless this tab already has it. */
async function beOneself(player: Player): Promise<void> {
  const { page } = player;
  await expect(page.getByRole('button', { name: /^(Choose an account|Account:)/ }).first()).toBeVisible();
  if ((await page.getByRole('button', { name: /^Account:/ }).count()) === 0) await player.choose();
}

/** Makes a move, and waits until it is on the chain. */
async function move(player: Player, choice: string): Promise<void> {
  await player.commit(choice);
  await expect(player.page.getByRole('radio', { name: choice, exact: true })).toHaveCount(0, { timeout: 60_000 });
}

/** Makes a move and closes the tab. Returns the same person in another tab. */
async function moveAndClose(player: Player, choice: string): Promise<Player> {
  await move(player, choice);
  const [url, other] = [player.page.url(), await player.again()];
  await player.page.close();
  await other.page.goto(url);
  await beOneself(other);
  return other;
}

/** Makes a move, loses the connection, and then reloads the page. */
async function moveAndLoad(player: Player, choice: string): Promise<void> {
  await move(player, choice);
  const { page } = player;
  await page.context().setOffline(true);
  await expect(page.locator('.network.online')).toHaveCount(0);
  await page.context().setOffline(false);
  await expect(page.locator('.network.online')).toBeVisible();
  await page.reload();
  await beOneself(player);
}

/**
 * Moves whenever the page asks for it, up to the end of the game. Returns the winnings, or 0. Two players
 * with the same choice would draw for ever, so each has another one.
 */
async function playOut({ page }: Player, choice: string, bet: number): Promise<number> {
  const won = page.getByText(/^You won \d+ VARA$/);
  const lost = page.getByRole('heading', { name: `You lost ${bet} VARA` });
  const move = page.getByRole('radio', { name: choice, exact: true });
  const commit = page.getByRole('button', { name: `Play ${choice}` });
  for (let look = 0; look < 100; look += 1) {
    await expect(won.or(lost).or(move).first()).toBeVisible({ timeout: 120_000 });
    if (await lost.first().isVisible()) return 0;
    if (await won.first().isVisible()) return Number((await won.first().innerText()).replace(/\D/g, ''));
    // The round may end before the press. Then the next round asks again.
    await move.click({ timeout: 5_000 }).catch(() => undefined);
    await commit.click({ timeout: 5_000 }).catch(() => undefined);
    await page.waitForTimeout(500);
  }
  throw new Error(`asked for a hundred moves, and still not over: ${await page.locator('main').innerText()}`);
}

test('three browsers and two terminals that know only a house play two duels and a knockout', async ({ world }) => {
  test.setTimeout(600_000);
  const house = await houseWith(world.node, [
    { bet: VARA, seats: 4, title: 'Four' },
    { bet: 2n * VARA, seats: 2, title: 'First' },
    { bet: 2n * VARA, seats: 2, title: 'Second' },
  ]);
  const [alice, bob, charlie] = [await world.join('Alice'), await world.join('Bob'), await world.join('Charlie')];

  // These are two duels, each of a browser and a terminal.
  await playNow(alice, house, 2);
  const dave = await Terminal.join(world, house, 'dave', 2);
  await expect(alice.page.getByRole('heading', { level: 1, name: 'Choose in secret' })).toBeVisible();
  await playNow(bob, house, 2);
  expect(bob.page.url()).not.toBe(alice.page.url());
  const eve = await Terminal.join(world, house, 'eve', 2);
  const duels = await Promise.all([playOut(alice, 'Rock', 2), playOut(bob, 'Rock', 2)]);
  for (const [index, terminal] of [dave, eve].entries()) {
    expect(duels[index] === 2 || duels[index] === 0).toBe(true);
    await terminal.outcome();
  }

  // This is a knockout of all players but one.
  await playNow(alice, house, 1);
  const [dave2, eve2] = [await Terminal.join(world, house, 'dave', 1), await Terminal.join(world, house, 'eve', 1)];
  await playNow(charlie, house, 1);
  expect(charlie.page.url()).toBe(alice.page.url());
  const [alice2] = await Promise.all([moveAndClose(alice, 'Rock'), moveAndLoad(charlie, 'Paper')]);
  const won = await Promise.all([playOut(alice2, 'Rock', 1), playOut(charlie, 'Paper', 1)]);
  await Promise.all([dave2.outcome(), eve2.outcome()]);
  // The list shows who has won, and how much.
  await bob.open(`/house/${house}`);
  const four = bob.page.locator('.listed').filter({ hasText: 'Four' });
  await expect(four).toContainText(/Last game: .+ won the pot of 4 VARA in (2|3|4|5|6|7|8|9) rounds/);
  const names = ['Alice', 'Charlie'].filter((_, index) => won[index] === 3);
  if (names.length > 0) await expect(four).toContainText(`${names[0]} won the pot of 4 VARA`);
  else await expect(four).toContainText(/(Dave|Eve) won the pot of 4 VARA/);
});
