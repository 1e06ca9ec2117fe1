import { u8aToHex } from '@polkadot/util';
import type { HexString } from '@polkadot/util/types';
import type { Page } from '@playwright/test';
import { submit } from '../scripts/club.mjs';
import { expect, letAlarmRun, STAGES, test, VARA, type Player, type World } from './fixtures';
import { connectWallet, fund, installWallet, keyOf, type Wallet, type WalletOptions } from './wallet';

const MONEY = 40n * VARA;

interface Kept {
  account: string;
  id: string;
  seed: string;
}

/** The keys that a page keeps. */
async function keysIn(page: Page): Promise<Kept[]> {
  const kept = await page.evaluate(() =>
    Object.entries<string>(localStorage).flatMap(([key, value]) => (key.startsWith('rpsls/delegate/') ? [value] : [])),
  );
  return kept.map((value) => JSON.parse(value) as Kept);
}

async function theKey(page: Page): Promise<Kept> {
  const [kept] = await keysIn(page);
  if (!kept) throw new Error('the page keeps no key');
  return kept;
}

/** A player at a table with a wallet that has this much money. */
async function withWallet(
  world: World,
  program: string,
  uri: string,
  options: WalletOptions & { money?: bigint } = {},
): Promise<{ player: Player; wallet: Wallet }> {
  await fund(world.node, uri, options.money ?? MONEY);
  const player = await world.join('Wallet');
  const wallet = await installWallet(player.page, { uri, ...options });
  await player.openTable(program);
  await connectWallet(player.page);
  await expect(player.page.getByText('There is a seat for you')).toBeVisible();
  return { player, wallet };
}

/** A table of Alice's with two seats, and Ada there with a wallet. */
async function againstAlice(world: World, options: WalletOptions = {}) {
  const host = await world.join('Alice');
  const program = await host.ownTable({ seats: '2', isModern: true });
  return { host, program, ...(await withWallet(world, program, '//Ada', options)) };
}

/** The whole balance of an account, with its reserved and locked parts. */
async function coinsOf({ node }: World, id: string): Promise<{ all: bigint; providers: number }> {
  const { data, providers } = await (await node.api()).query.system.account(id);
  return { all: data.free.toBigInt() + data.reserved.toBigInt(), providers: providers.toNumber() };
}

/** The costs of a winner of 20 VARA, without the bet of 10. */
async function costOf(world: World, uri: string): Promise<number> {
  const { all } = await coinsOf(world, keyOf(uri).address);
  return Number(MONEY + 10n * VARA - all) / Number(VARA);
}

async function vouchersOf({ node }: World, id: string): Promise<string[]> {
  return Object.keys(await (await node.api()).voucher.getAllForAccount(id));
}

test('two play two rounds with one signature each, and reload meanwhile', { tag: '@journey' }, async ({ world }) => {
  const host = await world.join('Alice');
  const program = await host.ownTable({ seats: '2', isModern: true, format: 'Replay' });
  let keptWhenSigning = 0;
  const ada = await withWallet(world, program, '//Ada', {
    beforeSigning: async () => {
      keptWhenSigning ||= (await keysIn(ada.player.page)).length;
    },
  });
  const grace = await withWallet(world, program, '//Grace');
  const pages = [ada.player.page, grace.player.page];
  await expect(ada.player.page.getByText('Sign once for the whole game')).toBeVisible();
  // The button's price is shown above it, and is what it takes.
  const price = await ada.player.page.getByText(/^Takes [\d.]+ VARA\. About/).innerText();
  const said = Number(/^Takes ([\d.]+) VARA/.exec(price)?.[1]);
  const before = (await coinsOf(world, keyOf('//Ada').address)).all;
  await ada.player.join('Rock');
  await ada.player.hasSeat();
  // The key existed before the wallet was asked.
  expect(keptWhenSigning).toBe(1);
  const { voucher } = await world.node.api();
  const issued = Object.values(await voucher.getAllForAccount((await theKey(ada.player.page)).id));
  // This is the bet, the reserve, the fees, and at most the gas of one message.
  const taken = Number(before - (await coinsOf(world, keyOf('//Ada').address)).all) / Number(VARA);
  expect(taken).toBeLessThan(said + 0.01);
  expect(taken).toBeGreaterThan(said - 0.1);
  // The voucher is for this table only, and not for uploading code.
  const owner = u8aToHex(keyOf('//Ada').publicKey);
  expect(issued).toMatchObject([{ owner, programs: [program], codeUploading: false }]);
  await expect(ada.player.page.getByText('There is nothing more to sign')).toBeVisible();
  await grace.player.join('Rock');
  for (const page of pages) await expect(page.getByText('Round 2')).toBeVisible();
  for (const page of pages) await page.reload();
  await ada.player.commit('Paper');
  await ada.player.hasSealed();
  await ada.player.page.reload();
  await grace.player.commit('Rock');
  await expect(ada.player.page.getByText('You won 10 VARA')).toBeVisible();
  await expect(grace.player.page.locator('.result.lost')).toContainText('Paper covered your Rock.');
  expect([ada.wallet.asked, grace.wallet.asked]).toEqual([1, 1]);
  // The log names the players, not the keys that acted for them.
  await expect(host.page.locator('.log')).toContainText('showed Paper');
  for (const { player } of [ada, grace]) {
    const { id } = await theKey(player.page);
    expect(await coinsOf(world, id)).toEqual({ all: 0n, providers: 0 });
  }
});

test('the key still plays beside a player who had waited alone for an hour', async ({ world }) => {
  const { host, program, player, wallet } = await againstAlice(world);
  await host.visit(program);
  await host.register();
  // Alice has an hour from now, which is more than the game could take if she had just sat down.
  await world.node.advanceBlocks(1_200);
  await expect(player.page.getByText('Alice has waited 1 h, so the game may take as long.')).toBeVisible();
  await player.join('Rock');
  await player.hasSealed();
  await world.node.advanceBlocks(1_100);
  await host.commit('Scissors');
  await expect(player.page.getByText('You won 10 VARA')).toBeVisible();
  expect(wallet.asked).toBe(1);
});

test('the rest of the gas is taken back, and the key is deleted', async ({ world }) => {
  const { host, player, wallet } = await againstAlice(world);
  await host.join('Rock');
  await player.join('Paper');
  await expect(player.page.getByText('You won 10 VARA')).toBeVisible();
  const { id } = await theKey(player.page);
  const [voucher = ''] = await vouchersOf(world, id);
  await letAlarmRun(world);
  const before = await coinsOf(world, keyOf('//Ada').address);
  const left = await coinsOf(world, voucher);
  await player.page.getByRole('button', { name: /^Take back/ }).click();
  await expect(player.page.locator('.toast')).toContainText('is back in your account.');
  expect(wallet.asked).toBe(2);
  expect((await coinsOf(world, voucher)).all).toBe(0n);
  const gained = (await coinsOf(world, keyOf('//Ada').address)).all - before.all;
  // All of it comes back but two small fees.
  expect(gained).toBeGreaterThan(left.all - VARA / 10n);
  // The costs are two messages, perhaps the alarm, the voucher, and taking back the rest.
  expect(await costOf(world, '//Ada')).toBeLessThan(0.68);
  await expect.poll(() => keysIn(player.page)).toEqual([]);
});

test('the first screen takes back the rest at several tables, with one signature', async ({ world }) => {
  const { host, player, wallet } = await againstAlice(world);
  await host.join('Rock');
  await player.join('Paper');
  await expect(player.page.getByText('You won 10 VARA')).toBeVisible();
  const other = await host.ownTable({ seats: '2', isModern: true });
  await player.openTable(other);
  await player.join('Paper');
  await expect(player.page.getByText('There is nothing more to sign')).toBeVisible();
  await letAlarmRun(world);
  await player.goHome();
  const waiting = player.page.locator('.notice', { hasText: 'of prepaid fees' });
  // The key still plays in a game that is not over.
  await expect(waiting).toContainText('waits at one table');
  await player.openTable(other);
  await player.page.getByRole('button', { name: 'Leave, and take the bet back' }).click();
  await expect(player.page.getByText('There is a seat for you')).toBeVisible();
  await player.goHome();
  await expect(waiting).toContainText('waits at 2 tables');
  const asked = wallet.asked;
  const before = (await coinsOf(world, keyOf('//Ada').address)).all;
  await waiting.getByRole('button', { name: 'Take it all back' }).click();
  await expect(player.page.locator('.toast', { hasText: /[\d.]+ VARA is back in your account/ })).toBeVisible();
  await expect(waiting).toHaveCount(0);
  expect(wallet.asked).toBe(asked + 1);
  expect((await coinsOf(world, keyOf('//Ada').address)).all - before).toBeGreaterThan(5n * VARA);
});

test('the rest of the last game pays for the next one, which also takes one signature', async ({ world }) => {
  const { host, player, wallet } = await againstAlice(world);
  await player.join('Paper');
  await host.join('Rock');
  await expect(player.page.getByText('You won 10 VARA')).toBeVisible();
  const { id } = await theKey(player.page);
  await player.goOn();
  await expect(player.page.getByText('left from the last game pay the fees')).toBeVisible();
  await player.join('Paper');
  await expect(player.page.getByText('There is nothing more to sign')).toBeVisible();
  await host.join('Spock');
  await expect(player.page.getByText('Game 2 is over')).toBeVisible();
  expect(wallet.asked).toBe(2);
  expect((await theKey(player.page)).id).toBe(id);
  expect(await vouchersOf(world, id)).toHaveLength(1);
});

test('a seat and its voucher come both or not at all', async ({ world }) => {
  const { player, wallet } = await againstAlice(world, {
    // The remaining money pays for the voucher, but not for the seat.
    beforeSigning: () => fund(world.node, '//Nobody', MONEY - 14n * VARA, '//Ada'),
  });
  await player.join('Rock');
  await expect(player.page.getByRole('alert')).toBeVisible();
  expect(wallet.asked).toBe(1);
  await expect(player.page.locator('.player')).toHaveCount(0);
  const { id } = await theKey(player.page);
  expect(await vouchersOf(world, id)).toEqual([]);
});

const ASKED_AGAIN = /^Your wallet (is asked again|will be asked again soon)$/;

/** What can happen to a key and its voucher, and what the page says of it before anything is signed. */
const LOSSES: [what: string, said: RegExp, happens: (world: World, player: Player, kept: Kept) => Promise<void>][] = [
  [
    'the voucher is over',
    ASKED_AGAIN,
    async (world, _, { id, seed }) => {
      const [voucher = ''] = await vouchersOf(world, id);
      const api = await world.node.api();
      await submit(api.voucher.call(voucher, { DeclineVoucher: null }), keyOf(seed));
    },
  ],
  [
    'the voucher is used up',
    ASKED_AGAIN,
    async (world, _, { id }) => {
      const [voucher = ''] = await vouchersOf(world, id);
      await world.node.call('dev_setBalance', [voucher, String(VARA)]);
    },
  ],
  [
    'the key is lost',
    /This browser can’t play for you any more/,
    async (_, { page }) => {
      await page.evaluate(() => {
        for (const key of Object.keys(localStorage))
          if (key.startsWith('rpsls/delegate/')) localStorage.removeItem(key);
      });
      await page.reload();
    },
  ],
];

for (const [what, said, happens] of LOSSES) {
  test(`if ${what}, the wallet is asked, and the game goes on`, async ({ world }) => {
    const { host, player, wallet } = await againstAlice(world);
    await player.join('Paper');
    await expect(player.page.getByText('There is nothing more to sign')).toBeVisible();
    await happens(world, player, await theKey(player.page));
    await expect(player.page.getByText(said)).toBeVisible();
    expect(wallet.asked).toBe(1);
    await host.join('Rock');
    await expect(player.page.getByText('You won 10 VARA')).toBeVisible();
    expect(wallet.asked).toBe(2);
  });
}

test('the page gives up a wallet that hangs, and another move can be chosen', async ({ world }) => {
  let release: () => void = () => undefined;
  const { player, wallet } = await againstAlice(world, {
    beforeSigning: () => (wallet.asked === 1 ? new Promise<void>((resolve) => (release = resolve)) : Promise.resolve()),
  });
  await player.join('Paper');
  await player.page.getByRole('button', { name: 'Cancel' }).click();
  await player.join('Rock');
  await expect(player.page.getByText('There is nothing more to sign')).toBeVisible();
  release();
  await player.page.getByRole('button', { name: 'Let me see it' }).click();
  await expect(player.page.locator('.your-move-value')).toHaveText('Rock');
});

test('a wallet that signs no batches is asked each time, if the person wants that', async ({ world }) => {
  const { host, player, wallet } = await againstAlice(world, {
    beforeSigning: async () => {
      if (wallet.asked === 1) return Promise.reject(new Error('This call is not supported'));
    },
  });
  await player.join('Paper');
  const alert = player.page.getByRole('alert');
  await expect(alert).toContainText('this wallet can’t sign several messages at once');
  expect(wallet.asked).toBe(1);
  await alert.getByRole('button', { name: 'Ask my wallet each time' }).click();
  await player.page.getByRole('button', { name: 'Take a seat with Paper' }).click();
  await player.hasSeat();
  await expect(player.page.getByText('You pay the fees of each move.')).toBeVisible();
  await host.join('Rock');
  await expect(player.page.getByText('You won 10 VARA')).toBeVisible();
  // These are the batch, the seat and the reveal.
  expect(wallet.asked).toBe(3);
});

test('a player can choose to sign each message', async ({ world }) => {
  const { host, player, wallet } = await againstAlice(world);
  await player.page.getByRole('switch', { name: 'Ask my wallet each time' }).click();
  await player.join('Paper');
  await expect(player.page.getByText('You pay the fees of each move.')).toBeVisible();
  expect(await keysIn(player.page)).toEqual([]);
  await host.join('Rock');
  await expect(player.page.getByText('You won 10 VARA')).toBeVisible();
  expect(wallet.asked).toBe(2);
  await letAlarmRun(world);
  expect(await costOf(world, '//Ada')).toBeLessThan(0.5);
});

test('nothing is signed if the key can’t be kept', async ({ world }) => {
  const { player, wallet } = await againstAlice(world);
  await player.page.evaluate(() => {
    const setItem = Storage.prototype.setItem.bind(localStorage);
    Storage.prototype.setItem = (key: string, value: string) => {
      if (key.startsWith('rpsls/delegate/')) throw new DOMException('full', 'QuotaExceededError');
      setItem(key, value);
    };
  });
  await player.join('Paper');
  await expect(player.page.getByRole('alert')).toContainText('Nothing was sent');
  expect(wallet.asked).toBe(0);
  await expect(player.page.locator('.player')).toHaveCount(0);
});

test('a host may pay the gas of an account, and the page says who', async ({ world }) => {
  const host = await world.join('Alice');
  const program = await host.ownTable({ seats: '2', isModern: true });
  const [ada, table] = [keyOf('//Ada').address as HexString, program as HexString];
  const { voucher } = await world.node.api();
  const { extrinsic } = await voucher.issue(ada, 8 * Number(VARA), 1_000, [table]);
  await submit(extrinsic, keyOf('//Alice'));
  // This is enough for the bet, but not for gas.
  const { player } = await withWallet(world, program, '//Ada', { money: 11n * VARA });
  await expect(player.page.getByText('Fees: paid by Alice')).toBeVisible();
  const before = (await coinsOf(world, keyOf('//Ada').address)).all;
  await player.join('Paper');
  await player.hasSeat();
  expect((await coinsOf(world, keyOf('//Ada').address)).all).toBe(before - 10n * VARA);
  await host.join('Rock');
  await player.stage(STAGES.lobby);
  await expect(player.page.getByText('You won 10 VARA')).toBeVisible();
  expect((await coinsOf(world, keyOf('//Ada').address)).all).toBe(before + 10n * VARA);
});
