import type { HexString } from '@polkadot/util/types';
import type { Page } from '@playwright/test';
import { submit } from '../scripts/club.mjs';
import { expect, SHOW, STAGES, test, VARA, type Player, type World } from './fixtures';
import { connectWallet, fund, installWallet, keyOf, takeAccountsBack, type Wallet, type WalletOptions } from './wallet';

const MONEY = 40n * VARA;

interface Kept {
  account: string;
  id: string;
  seed: string;
}

/** The purses that a page keeps. */
async function pursesIn(page: Page): Promise<Kept[]> {
  const kept = await page.evaluate(() =>
    Object.entries<string>(localStorage).flatMap(([key, value]) => (key.startsWith('rpsls/purse/') ? [value] : [])),
  );
  return kept.map((value) => JSON.parse(value) as Kept);
}

async function thePurse(page: Page): Promise<Kept> {
  const [kept, ...others] = await pursesIn(page);
  if (!kept || others.length > 0)
    throw new Error(`the page keeps ${others.length + Number(kept !== undefined)} purses`);
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

/** What an account and its purse have together, in VARA. */
async function wealthOf(world: World, uri: string, page: Page): Promise<number> {
  const [own, ...purses] = await Promise.all(
    [keyOf(uri).address, ...(await pursesIn(page)).map(({ id }) => id)].map((id) => coinsOf(world, id)),
  );
  return Number([own, ...purses].reduce((sum, coins) => sum + (coins?.all ?? 0n), 0n)) / Number(VARA);
}

const NO_MORE = 'There is nothing more to sign';

test('two play two rounds with one signature each, and reload meanwhile', { tag: '@journey' }, async ({ world }) => {
  const host = await world.join('Alice');
  const program = await host.ownTable({ seats: '2', isModern: true, format: 'Replay' });
  let keptWhenSigning = 0;
  const ada = await withWallet(world, program, '//Ada', {
    beforeSigning: async () => {
      keptWhenSigning ||= (await pursesIn(ada.player.page)).length;
    },
  });
  const grace = await withWallet(world, program, '//Grace');
  const pages = [ada.player.page, grace.player.page];
  await expect(ada.player.page.getByText('One signature takes the seat')).toBeVisible();
  // The button's price is shown above it, and is what it takes.
  const price = await ada.player.page.getByText(/^Takes [\d.]+ VARA\. About/).innerText();
  const said = Number(/^Takes ([\d.]+) VARA/.exec(price)?.[1]);
  const before = (await coinsOf(world, keyOf('//Ada').address)).all;
  await ada.player.join('Rock');
  await ada.player.hasSeat();
  // The key existed before the wallet was asked.
  expect(keptWhenSigning).toBe(1);
  // This is the bet, the purse, the fees, and at most the gas of one message.
  const taken = Number(before - (await coinsOf(world, keyOf('//Ada').address)).all) / Number(VARA);
  expect(taken).toBeLessThan(said + 0.01);
  expect(taken).toBeGreaterThan(said - 0.1);
  await expect(ada.player.page.getByText(NO_MORE)).toBeVisible();
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
});

test('a seat whose account the wallet takes back is played, and its game not told as a stranger’s', async ({
  world,
}) => {
  const { host, player } = await againstAlice(world);
  await player.join('Paper');
  await expect(player.page.getByText(NO_MORE)).toBeVisible();
  await takeAccountsBack(player.page);
  await expect(player.page.getByRole('button', { name: 'Choose an account' }).first()).toBeVisible();
  await host.join('Rock');
  await expect(player.page.getByText('You won 10 VARA')).toBeVisible();
});

test('the purse still plays beside a player who had waited alone for an hour', async ({ world }) => {
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

test('won duels take one signature and at most 0.44 VARA, each second 0.41, and set 1.7 aside once', async ({
  world,
}) => {
  const { host, program, player, wallet } = await againstAlice(world);
  const purse = async () => Number((await coinsOf(world, (await thePurse(player.page)).id)).all) / Number(VARA);
  const [costs, filled]: [number[], number[]] = [[], []];
  const rounds = [
    ['Paper', 'Rock'],
    ['Spock', 'Scissors'],
    ['Lizard', 'Paper'],
  ] as const;
  await host.switchRevealForMe(false);
  for (const [index, [mine, hers]] of rounds.entries()) {
    const before = await wealthOf(world, '//Ada', player.page);
    await player.join(mine);
    await expect(player.page.getByText(NO_MORE)).toBeVisible();
    filled.push(await purse());
    await host.join(hers);
    // Whoever shows last pays for the pot's way to the winner: so it is known who does.
    await expect(host.page.locator('.log')).toContainText(`showed ${mine}`);
    await host.page.getByRole('button', { name: SHOW }).click();
    await expect(player.page.getByText(`Game ${index + 1} is over`)).toBeVisible();
    await expect(player.page.getByText('You won 10 VARA')).toBeVisible();
    costs.push(before + 10 - (await wealthOf(world, '//Ada', player.page)));
    expect(wallet.asked).toBe(index + 1);
  }
  console.log('won duels take', costs, 'of purses with', filled, program);
  // Each second duel fills nothing: whatever was filled pays for one more, and for a message that settles it.
  for (const [index, cost] of costs.entries()) expect(cost).toBeLessThanOrEqual(index === 1 ? 0.41 : 0.44);
  for (const value of filled) expect(value).toBeLessThanOrEqual(1.7);
});

test('a pot that the other player’s silence leaves is fetched by the purse, without a wallet', async ({ world }) => {
  const { host, player, wallet } = await againstAlice(world);
  await host.switchRevealForMe(false);
  await player.join('Paper');
  await expect(player.page.getByText(NO_MORE)).toBeVisible();
  // The least with which a purse plays a duel without being filled.
  const { id } = await thePurse(player.page);
  await world.node.call('dev_setBalance', [id, String((1_485n * VARA) / 1_000n)]);
  await host.join('Scissors');
  await expect(host.page.locator('.log')).toContainText('showed Paper');
  // Alice never shows, and the purse has sent no alarm.
  await host.page.close();
  await expect.poll(async () => (await coinsOf(world, id)).all).toBeLessThan((13n * VARA) / 10n);
  const before = await wealthOf(world, '//Ada', player.page);
  await world.node.advanceBlocks(402);
  await expect(player.page.getByText('You won 10 VARA')).toBeVisible();
  // The state tells the outcome before anybody has settled it: the money tells that somebody has.
  await expect.poll(() => wealthOf(world, '//Ada', player.page)).toBeGreaterThan(before + 19);
  expect(wallet.asked).toBe(1);
});

test('a press sends the purse back when no seat needs it, without a wallet', async ({ world }) => {
  const { host, player, wallet } = await againstAlice(world);
  await player.join('Paper');
  await expect(player.page.getByText(NO_MORE)).toBeVisible();
  await player.page.getByRole('button', { name: 'Settings' }).click();
  const sendBack = player.page.getByRole('button', { name: 'Send it back to Wallet' });
  await expect(sendBack).toBeDisabled();
  await expect(player.page.getByText('You have a seat: it may need the purse.')).toBeVisible();
  await player.leaveDialog();
  await host.join('Rock');
  await expect(player.page.getByText('You won 10 VARA')).toBeVisible();
  const { id } = await thePurse(player.page);
  const [before, left] = [await coinsOf(world, keyOf('//Ada').address), await coinsOf(world, id)];
  await player.goHome();
  await sendBack.click();
  await expect(player.page.locator('.toast')).toContainText('is back in your account.');
  expect(wallet.asked).toBe(1);
  expect(await coinsOf(world, id)).toEqual({ all: 0n, providers: 0 });
  const gained = (await coinsOf(world, keyOf('//Ada').address)).all - before.all;
  // All of it comes back but a small fee.
  expect(gained).toBeGreaterThan(left.all - VARA / 10n);
  await expect(sendBack).toHaveCount(0);
  // The same key is filled again for the next seat.
  await player.page.goBack();
  await player.goOn();
  await player.join('Paper');
  await expect(player.page.getByText(NO_MORE)).toBeVisible();
  expect((await thePurse(player.page)).id).toBe(id);
});

test('one purse serves seats at two tables, taken in two tabs and shown at once', async ({ world }) => {
  const { host, program, player, wallet } = await againstAlice(world);
  const other = await host.ownTable({ seats: '2', isModern: true });
  const second = await player.again();
  const secondWallet = await installWallet(second.page, { uri: '//Ada' });
  await second.openTable(other);
  await expect(second.page.getByText('There is a seat for you')).toBeVisible();
  // A tab in the background draws nothing that could be pressed.
  for (const [tab, move, signer] of [
    [player, 'Paper', wallet],
    [second, 'Rock', secondWallet],
  ] as const) {
    await tab.page.bringToFront();
    await tab.join(move);
    // A person signs one after the other: of two signatures with the same number the chain takes one.
    await expect.poll(() => signer.asked).toBe(1);
  }
  for (const { page } of [player, second]) await expect(page.getByText(NO_MORE)).toBeVisible();
  const { id } = await thePurse(player.page);
  // Both seats may have filled it, each for itself and for what it knew of the other.
  expect((await coinsOf(world, id)).all).toBeLessThan(4n * VARA);
  const hosts = [host, await host.again()] as const;
  await hosts[1].visit(program);
  await hosts[0].goOn();
  await hosts[1].join('Rock');
  await hosts[0].page.bringToFront();
  await hosts[0].join('Scissors');
  for (const { page } of [player, second])
    await expect(page.getByRole('heading', { name: 'You won 10 VARA' })).toBeVisible();
  expect(wallet.asked + secondWallet.asked).toBe(2);
});

test('of two tabs that sign in the same moment, one is told that the other was faster, and signs anew', async ({
  world,
}) => {
  let asked = 0;
  let sign: () => void = () => undefined;
  const bothAsked = new Promise<void>((resolve) => (sign = resolve));
  const beforeSigning = (): Promise<void> => {
    asked += 1;
    if (asked === 2) sign();
    return bothAsked;
  };
  const { host, player } = await againstAlice(world, { beforeSigning });
  const other = await host.ownTable({ seats: '2', isModern: true });
  const second = await player.again();
  await installWallet(second.page, { uri: '//Ada', beforeSigning });
  await second.openTable(other);
  await expect(second.page.getByText('There is a seat for you')).toBeVisible();
  for (const [index, tab] of [player, second].entries()) {
    await tab.page.bringToFront();
    await tab.join('Rock');
    await expect.poll(() => asked).toBe(index + 1);
  }
  const told = ({ page }: Player) => page.getByRole('alert').filter({ hasText: 'Another message of this account' });
  const late = await Promise.any(
    [player, second].map((tab) =>
      told(tab)
        .waitFor()
        .then(() => tab),
    ),
  );
  const early = late === player ? second : player;
  await expect(early.page.getByText(NO_MORE)).toBeVisible();
  await late.page.bringToFront();
  await late.page.getByRole('button', { name: 'Play Rock' }).click();
  await expect(late.page.getByText(NO_MORE)).toBeVisible();
  await expect(told(late)).toHaveCount(0);
  expect(asked).toBe(3);
});

test('the alarm of a duel does not take what a bracket beside it has in the purse', async ({ world }) => {
  const { host, program, player } = await againstAlice(world);
  const bracket = await host.ownTable({ seats: '4', isModern: true });
  const second = await player.again();
  await installWallet(second.page, { uri: '//Ada' });
  await second.openTable(bracket);
  await second.page.bringToFront();
  await second.join('Rock');
  await expect(second.page.getByText(NO_MORE)).toBeVisible();
  const { id } = await thePurse(second.page);
  const filled = (await coinsOf(world, id)).all;
  // All that the bracket may take: three messages, and the gas of an alarm.
  expect(filled).toBeGreaterThan(3n * VARA);
  await player.page.bringToFront();
  await player.join('Paper');
  await expect(player.page.getByText(NO_MORE)).toBeVisible();
  await host.visit(program);
  await host.join('Rock');
  await expect(player.page.getByRole('heading', { name: 'You won 10 VARA' })).toBeVisible();
  // Neither its cost nor an alarm on its way is the bracket's.
  expect((await coinsOf(world, id)).all).toBeGreaterThanOrEqual(filled);
});

test('a second press, and a tab that is closed before the block, fill the purse once', async ({ world }) => {
  const { player, program, wallet } = await againstAlice(world);
  const again = await player.again();
  await player.page.bringToFront();
  await player.goOn();
  await player.page.getByRole('radio', { name: 'Rock', exact: true }).click();
  await player.page.getByRole('button', { name: 'Play Rock' }).dblclick();
  // It is there until a final block has the message: looked for at each frame.
  await player.page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith('rpsls/sent/')));
  const { id } = await thePurse(player.page);
  await player.page.close();
  expect(wallet.asked).toBe(1);
  await installWallet(again.page, { uri: '//Ada' });
  await again.openTable(program);
  await expect(again.page.getByText(NO_MORE)).toBeVisible();
  expect((await coinsOf(world, id)).all).toBeLessThanOrEqual((17n * VARA) / 10n);
  expect((await thePurse(again.page)).id).toBe(id);
});

test('a seat and what fills the purse come both or not at all', async ({ world }) => {
  const { player, wallet } = await againstAlice(world, {
    // The remaining money fills the purse, but does not pay for the seat.
    beforeSigning: () => fund(world.node, '//Nobody', MONEY - 14n * VARA, '//Ada'),
  });
  await player.join('Rock');
  await expect(player.page.getByRole('alert')).toBeVisible();
  expect(wallet.asked).toBe(1);
  await expect(player.page.locator('.player')).toHaveCount(0);
  const { id } = await thePurse(player.page);
  expect((await coinsOf(world, id)).all).toBe(0n);
});

/** What can happen to a purse, and what the page says of it before anything is signed. */
const LOSSES: [what: string, said: RegExp, happens: (world: World, player: Player, kept: Kept) => Promise<void>][] = [
  [
    'the purse has nothing but its deposit',
    /^Your wallet will be asked again$/,
    (world, _, { id }) => world.node.call('dev_setBalance', [id, String(VARA)]).then(() => undefined),
  ],
  [
    'a thief has emptied the purse',
    /^Your wallet will be asked again$/,
    async (world, _, { seed }) => {
      const { tx } = await world.node.api();
      await submit(tx.balances.transferAll(keyOf('//Thief').address, false), keyOf(seed));
    },
  ],
  [
    'the purse is lost',
    /^You pay the fees of each move/,
    async (_, { page }) => {
      await page.evaluate(() => {
        for (const key of Object.keys(localStorage)) if (key.startsWith('rpsls/purse/')) localStorage.removeItem(key);
      });
      await page.reload();
    },
  ],
];

for (const [what, said, happens] of LOSSES) {
  test(`if ${what}, the wallet is asked, and the game goes on`, async ({ world }) => {
    const { host, player, wallet } = await againstAlice(world);
    await player.join('Paper');
    await expect(player.page.getByText(NO_MORE)).toBeVisible();
    await happens(world, player, await thePurse(player.page));
    await expect(player.page.getByText(said)).toBeVisible();
    expect(wallet.asked).toBe(1);
    await host.join('Rock');
    await expect(player.page.getByText('You won 10 VARA')).toBeVisible();
    expect(wallet.asked).toBe(2);
  });
}

test('the wallet may fill the purse again before the move is due', async ({ world }) => {
  const { host, player, wallet } = await againstAlice(world);
  await player.join('Paper');
  await expect(player.page.getByText(NO_MORE)).toBeVisible();
  await world.node.call('dev_setBalance', [(await thePurse(player.page)).id, String(VARA)]);
  await player.page.getByRole('button', { name: /^Put [\d.]+ VARA into the purse$/ }).click();
  await expect(player.page.getByText(NO_MORE)).toBeVisible();
  expect(wallet.asked).toBe(2);
  await host.join('Rock');
  await expect(player.page.getByText('You won 10 VARA')).toBeVisible();
  expect(wallet.asked).toBe(2);
});

test('an upgrade that makes the show dearer than the purse is told at once, and the wallet fills it', async ({
  world,
}) => {
  const { player, wallet } = await againstAlice(world);
  await player.join('Paper');
  await expect(player.page.getByText(NO_MORE)).toBeVisible();
  await world.node.call('dev_upgradeRuntime', []);
  await expect(player.page.getByText('Your wallet will be asked again')).toBeVisible();
  await player.page.getByRole('button', { name: /^Put [2-9]\.\d+ VARA into the purse$/ }).click();
  await expect(player.page.getByText(NO_MORE)).toBeVisible();
  expect(wallet.asked).toBe(2);
});

test('a file of moves brings the purse to another browser, and the purse shows the move there', async ({ world }) => {
  const { host, program, player } = await againstAlice(world);
  await player.join('Paper');
  await expect(player.page.getByText(NO_MORE)).toBeVisible();
  const saved = player.page.waitForEvent('download');
  await player.page.getByRole('button', { name: 'Save it to a file' }).click();
  const file = await (await saved).path();
  await player.page.close();
  const other = await world.join('Wallet');
  await other.openTable(program);
  await other.page.getByRole('button', { name: 'Settings' }).click();
  await other.page.locator('input[type=file]').setInputFiles(file);
  await expect(other.page.locator('.toast')).toBeVisible();
  await other.leaveDialog();
  await host.join('Rock');
  // Nobody is asked there: neither a wallet nor an account was chosen.
  await expect(host.page.locator('.result.lost')).toBeVisible();
});

test('the page gives up a wallet that hangs, and another move can be chosen', async ({ world }) => {
  let release: () => void = () => undefined;
  const { player, wallet } = await againstAlice(world, {
    beforeSigning: () => (wallet.asked === 1 ? new Promise<void>((resolve) => (release = resolve)) : Promise.resolve()),
  });
  await player.join('Paper');
  await player.page.getByRole('button', { name: 'Cancel' }).click();
  await player.join('Rock');
  await expect(player.page.getByText(NO_MORE)).toBeVisible();
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
  await player.page.getByRole('button', { name: 'Play Paper' }).click();
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
  expect(await pursesIn(player.page)).toEqual([]);
  await host.join('Rock');
  await expect(player.page.getByText('You won 10 VARA')).toBeVisible();
  expect(wallet.asked).toBe(2);
});

test('nothing is signed if the key can’t be kept', async ({ world }) => {
  const { player, wallet } = await againstAlice(world);
  await player.page.evaluate(() => {
    const setItem = Storage.prototype.setItem.bind(localStorage);
    Storage.prototype.setItem = (key: string, value: string) => {
      if (key.startsWith('rpsls/purse/')) throw new DOMException('full', 'QuotaExceededError');
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
  const { extrinsic } = await voucher.issue(ada, 8 * Number(VARA), 100_000, [table]);
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
