import type { Locator, Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { ARTIFACTS } from '../../kit/built.mjs';
import { submit } from '../scripts/club.mjs';
import { findings, overflow } from './findings';
import { expect, numberOf, SEAT, STAGES, test, VARA, type Player } from './fixtures';
import { betUpTo, clubWith, playNow, seat, tableCalled, tables } from './club';
import { connectWallet, fund, installWallet, keyOf, type Wallet } from './wallet';
import { counted, interceptNode, tap } from './wire';

function card(page: Page, title: string): Locator {
  return page.locator('.listed').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
}

/** Asserts that pressing this takes the sum that the page has said, in VARA. */
async function takes(player: Player, sum: number, press: () => Promise<void>): Promise<void> {
  const before = numberOf(await player.balance());
  await press();
  const spent = async (): Promise<number> => before - numberOf(await player.balance());
  await expect.poll(spent).toBeGreaterThan(sum - 0.2);
  expect(await spent()).toBeLessThan(sum + 0.01);
}

test('a club without a table offers to open one, and then lists it', async ({ world }) => {
  await clubWith(world.node, []);
  const alice = await world.join('Alice');
  await alice.open('/');
  const { page } = alice;
  await expect(page.getByText('No table is listed yet')).toBeVisible();
  await alice.choose();
  await page.getByRole('link', { name: 'Open a listed table' }).click();
  await page.getByLabel('Title').fill('For whoever comes');
  await page.getByLabel('Seats', { exact: true }).fill('3');
  await expect(page.getByText('A club lists knockouts of 2, 4, 8')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open the table' })).toBeDisabled();
  await page.getByLabel('Seats', { exact: true }).fill('4');
  await expect(page.getByText(/^Opening it takes 1\.\d+ VARA: .* and 1 VARA that stays with the table/)).toBeVisible();
  await page.getByRole('button', { name: 'Open the table' }).click();
  await alice.stage(STAGES.lobby);
  await expect(page.getByRole('button', { name: SEAT })).toBeVisible();
  await alice.goHome();
  await expect(card(page, 'For whoever comes')).toContainText('Knockout of 4');
  await expect(card(page, 'For whoever comes')).toContainText('0 of 4');
});

test('three tables: the soonest is first, and the keyboard takes a seat, on a phone and a desktop', async ({
  world,
}) => {
  const club = await clubWith(world.node, [
    { bet: VARA, seats: 2, title: 'Cheap' },
    { bet: 5n * VARA, seats: 4, title: 'Dear' },
    { bet: 0n, seats: 2, title: 'Free' },
  ]);
  await seat(world.node, '//Charlie', await tableCalled(world.node, club, 'Dear'), 5n * VARA);
  const bob = await world.join('Bob');
  const { page } = bob;
  for (const [width, height] of [
    [390, 844],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await bob.open(`/club/${club}`);
    await expect(page.locator('.listed')).toHaveCount(3);
    await expect(card(page, 'Dear')).toContainText('1 of 4');
    expect(await findings(page), `${width}`).toEqual([]);
    expect(await overflow(page)).toBe(0);
  }
  await expect(page.locator('.listed').first()).toContainText('Dear');
  await expect(card(page, 'Dear')).toContainText('Charlie is there');
  await expect(card(page, 'Free')).toContainText('Nobody has a seat yet');
  await bob.choose();
  expect(await findings(page)).toEqual([]);
  const enter = page.getByRole('link', { name: 'Enter: Cheap' });
  await enter.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: SEAT }).click();
  await expect(page.getByText('Strangers can find this table.')).toBeVisible();
  await expect(page.getByText('It is called “Cheap”.')).toBeVisible();
  await bob.goHome();
  await expect(card(page, 'Cheap').getByRole('link', { name: 'To your seat: Cheap' })).toBeVisible();
  await expect(page.locator('.recent li').first()).toContainText('Cheap');
  // The tab's first screen shows the table that was opened last, and its game's result.
  await page.getByRole('link', { name: 'To your seat: Cheap' }).click();
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('button', { name: SEAT })).toBeVisible();
});

test('a hundred tables take a few requests, and then at most four a minute', async ({ world }) => {
  await clubWith(world.node, tables(100));
  const nobody = await world.join('nobody');
  const { page } = nobody;
  const { asked } = await counted(page);
  await nobody.open('/');
  await expect(page.getByText('100 tables', { exact: true })).toBeVisible();
  await expect(page.getByText('Nobody has a seat yet')).toHaveCount(20);
  const batches = asked.filter((method) => method === 'gear_readStateBatch');
  expect(batches.length).toBeLessThanOrEqual(3);
  expect(asked).not.toContain('gear_readState');
  await page.waitForTimeout(5_000);
  const before = asked.length;
  await page.waitForTimeout(60_000);
  await page.getByRole('button', { name: 'Show more tables' }).click();
  await expect(page.locator('.listed')).toHaveCount(40);
  expect(asked.slice(before).length, asked.slice(before).join(', ')).toBeLessThanOrEqual(4);
});

test('a lobby tells at once who has sat down, and a duel comes before an empty knockout', async ({ world }) => {
  const club = await clubWith(world.node, [
    { bet: VARA, seats: 4, title: 'Four' },
    { bet: VARA, seats: 2, title: 'Two' },
  ]);
  const nobody = await world.join('nobody');
  const { page } = nobody;
  await nobody.open(`/club/${club}`);
  await expect(page.getByText('Nobody has a seat yet')).toHaveCount(2);
  await betUpTo(page, 1);
  await expect(page.getByText(/^The next seat is at “Two”/)).toBeVisible();
  // The next look at all tables is ten seconds away.
  await page.waitForTimeout(500);
  await seat(world.node, '//Ferdie', await tableCalled(world.node, club, 'Two'), VARA);
  await expect(page.getByText('Ferdie waits at “Two”.')).toBeVisible({ timeout: 4_000 });
  await seat(world.node, '//Eve', await tableCalled(world.node, club, 'Two'), VARA);
  // Rather than alone at a table for four, one waits at a new one for two.
  await expect(page.getByText(/^No open table fits, so you open a duel for 1 VARA/)).toBeVisible({ timeout: 4_000 });
  await seat(world.node, '//Dave', await tableCalled(world.node, club, 'Four'), VARA);
  await expect(page.getByText('Dave waits at “Four”. Knockout of 4: 2 more players are needed after you.')).toBeVisible(
    { timeout: 4_000 },
  );
});

test('strangers who know only the club meet, and then meet others', { tag: '@journey' }, async ({ world }) => {
  const club = await clubWith(world.node, tables(8));
  const [alice, bob, charlie] = [await world.join('Alice'), await world.join('Bob'), await world.join('Charlie')];
  for (const player of [alice, bob, charlie]) {
    await player.open(`/club/${club}`);
    await player.choose();
    await betUpTo(player.page, 1);
  }
  await waitForStranger(alice);
  await meet(alice, bob);
  for (const { page } of [alice, bob]) {
    await page.getByRole('link', { name: 'Another opponent' }).click();
    await expect(page.getByRole('button', { name: 'Play for 1 VARA' })).toBeInViewport();
  }
  await waitForStranger(bob);
  await expect(charlie.page.getByText(/^Bob waits at/)).toBeVisible();
  await expect(alice.page.getByText(/^The next seat is at/)).toBeVisible();
  await meet(bob, charlie);
  await charlie.goHome();
  await expect(charlie.page.getByText(/^Last game: Bob won .*in one round\. 2 games so far\.$/)).toBeVisible();
});

/** Takes a seat by play now, where nobody waits yet. */
async function waitForStranger(player: Player): Promise<void> {
  const { page } = player;
  await playNow(page, 'Lizard');
  await player.hasSeat();
  await expect(page.getByText('Strangers can find this table.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Leave' })).toBeVisible();
}

/** Notes at each frame from now on what the page shows. */
async function framesOf(page: Page): Promise<() => Promise<{ isDue: boolean; isOffered: boolean }[]>> {
  const frames = await page.evaluateHandle(() => {
    const noted: { isDue: boolean; isOffered: boolean }[] = [];
    const look = (): void => {
      const button = document.querySelector('.stranger .act-row .button');
      const isOffered = button?.textContent.startsWith('Play for') === true;
      noted.push({ isDue: document.querySelector('.reveals > *') !== null, isOffered });
      requestAnimationFrame(look);
    };
    look();
    return noted;
  });
  return () => frames.jsonValue();
}

/** A stranger comes by play now, meets the player who waits, and loses. */
async function meet(waiting: Player, comer: Player): Promise<void> {
  const shown = await framesOf(comer.page);
  await playNow(comer.page, 'Spock');
  await expect(comer.page.locator('.result.lost')).toBeVisible();
  // On the way to the table nothing calls for the move, and the press is not offered again.
  const frames = await shown();
  expect(frames.filter(({ isDue }) => isDue)).toEqual([]);
  const pressed = frames.findIndex(({ isOffered }) => !isOffered);
  expect(pressed).toBeGreaterThan(-1);
  expect(frames.slice(pressed).filter(({ isOffered }) => isOffered)).toEqual([]);
  expect(new URL(comer.page.url()).hash).toBe(new URL(waiting.page.url()).hash);
  await expect(waiting.page.getByText(/^You won/).first()).toBeVisible();
}

test('play now opens a table if none fits, for one sum that it shows, and not for less', async ({ world }) => {
  const club = await clubWith(world.node, [{ bet: 13n * VARA, seats: 2, title: 'Too dear' }]);
  // This is enough for the table, but not for the seat.
  await fund(world.node, '//Alan', 3n * VARA);
  await fund(world.node, '//Ada', 40n * VARA);
  const [alan, ada] = [await world.join('Wallet'), await world.join('Wallet')];
  await installWallet(alan.page, { uri: '//Alan' });
  const wallet = await installWallet(ada.page, { uri: '//Ada' });
  for (const player of [alan, ada]) {
    await player.open(`/club/${club}`);
    await connectWallet(player.page);
    await betUpTo(player.page, 12);
  }
  const caption = 'Open a duel for 10 VARA';
  await expect(
    alan.page.getByText(/^The account has 3 VARA, and opening a table and playing there takes/),
  ).toBeVisible();
  await expect(alan.page.getByRole('button', { name: caption })).toBeDisabled();
  await expect(ada.page.getByText('No open table fits, so you open a duel for 10 VARA')).toBeVisible();
  await expect(ada.page.getByText('For more than 10 VARA, use “Open a listed table”.')).toBeVisible();
  await ada.page.getByText('Price in detail').click();
  const price = ada.page.getByText(/^Takes [\d.]+ VARA: 10 VARA bet, [\d.]+ VARA for the table/);
  const said = numberOf(/^Takes ([\d.]+)/.exec(await price.innerText())?.[1] ?? '');
  await expect(ada.page.getByText('Your wallet signs twice: for the table, and for the seat.').first()).toBeVisible();
  await takes(ada, said, async () => {
    await playNow(ada.page, 'Rock');
    await ada.hasSeat();
  });
  expect(wallet.asked).toBe(2);
  // The next player sits down there.
  const bob = await world.join('Bob');
  await bob.open(`/club/${club}`);
  await bob.choose();
  await playNow(bob.page, 'Scissors');
  await expect(ada.page.getByText('You won 10 VARA')).toBeVisible();
});

test('the page shows the new table that was paid for if its seat is declined', async ({ world }) => {
  const club = await clubWith(world.node, []);
  const ada = await world.join('Wallet');
  await fund(world.node, '//Ada', 40n * VARA);
  const wallet: Wallet = await installWallet(ada.page, {
    uri: '//Ada',
    beforeSigning: () => (wallet.asked === 2 ? Promise.reject(new Error('Cancelled')) : Promise.resolve()),
  });
  await ada.open(`/club/${club}`);
  await connectWallet(ada.page);
  await playNow(ada.page, 'Rock');
  await expect(ada.page.getByRole('alert')).toContainText('Your table is open and paid for, but you have no seat');
  await ada.page.getByRole('button', { name: 'Play for 10 VARA' }).click();
  await ada.hasSeat();
  expect(wallet.asked).toBe(3);
});

test('with a wallet, play now shows a price and takes one signature, and a refusal stops it', async ({ world }) => {
  const club = await clubWith(world.node, [{ bet: VARA, seats: 2, title: 'Duel' }]);
  const table = await tableCalled(world.node, club, 'Duel');
  await seat(world.node, '//Charlie', table, VARA);
  for (const uri of ['//Ada', '//Grace']) await fund(world.node, uri, 40n * VARA);
  const [ada, grace] = [await world.join('Wallet'), await world.join('Wallet')];
  const refusing = await installWallet(grace.page, { uri: '//Grace', signs: false });
  const wallet = await installWallet(ada.page, { uri: '//Ada' });
  for (const player of [ada, grace]) {
    await player.open(`/club/${club}`);
    await connectWallet(player.page);
  }
  for (const { page } of [ada, grace]) {
    await expect(page.getByText('Charlie waits at “Duel”.')).toBeVisible();
    await page.getByText('Price in detail').click();
    await expect(page.getByText('One signature takes the seat')).toBeVisible();
  }
  await playNow(grace.page, 'Paper');
  await expect(grace.page.getByRole('alert').filter({ hasText: 'You declined' })).toBeVisible();
  expect(refusing.asked).toBe(1);
  await expect(grace.page).toHaveURL(/#\/club\//);
  const button = ada.page.getByRole('button', { name: 'Play for 1 VARA' });
  // Who sits down second with a move arms the table's alarm.
  const held = 'Up to 1.1 VARA more is held until the time is up, and comes back.';
  await expect(ada.page.locator('.takes')).toContainText(held);
  const said = numberOf(
    /([\d.]+) VARA now, [\d.]+ VARA of it stays in your purse/.exec(await button.innerText())?.[1] ?? '',
  );
  await takes(ada, said + 1.1, async () => {
    await playNow(ada.page, 'Rock');
    await ada.stage(STAGES.moves);
  });
  expect(wallet.asked).toBe(1);
  expect(ada.page.url()).toContain(table);
  // Nobody sits down at a table where somebody else was quicker.
  await expect(grace.page.getByText(/^No open table fits, so you open a duel/)).toBeVisible();
});

test('the list says how long a seat may take beside one who has waited, and a day is too long for play now', async ({
  world,
}) => {
  const club = await clubWith(world.node, [{ bet: VARA, seats: 2, title: 'Duel' }]);
  const table = await tableCalled(world.node, club, 'Duel');
  await seat(world.node, '//Charlie', table, VARA);
  const bob = await world.join('Bob');
  const hour = 3_600_000;
  await world.node.passTime(9.5 * hour);
  await bob.open(`/club/${club}`);
  await bob.choose();
  const waits = 'Charlie has waited 9 h, so the game may take as long.';
  await expect(card(bob.page, 'Duel')).toContainText(waits);
  await expect(bob.page.locator('.stranger')).toContainText(`Charlie waits at “Duel”. ${waits}`);
  await expect(bob.page.getByRole('button', { name: 'Play for 1 VARA' })).toBeVisible();
  await world.node.passTime(24.5 * hour);
  await bob.page.reload();
  await expect(card(bob.page, 'Duel')).toContainText('Charlie has waited 1 d');
  await expect(bob.page.getByRole('button', { name: 'Open a duel for 10 VARA' })).toBeVisible();
});

test('tables of unknown code are marked, and play now takes none of them', async ({ world }) => {
  // This is the same program with one more section that does nothing, so it has another code.
  const code = Buffer.concat([readFileSync(new URL('rpsls.opt.wasm', ARTIFACTS)), Buffer.from([0, 2, 1, 0x78])]);
  const { codeHash, extrinsic } = await (await world.node.api()).code.upload(code);
  await submit(extrinsic, keyOf('//Alice'));
  const club = await clubWith(world.node, [{ bet: 0n, seats: 2, title: 'Odd' }], { tableCode: codeHash });
  const bob = await world.join('Bob');
  await bob.open(`/club/${club}`);
  await bob.choose();
  await expect(card(bob.page, 'Odd')).toContainText('Unknown code');
  await expect(card(bob.page, 'Odd')).toContainText('0 of 2');
  await expect(bob.page.getByText('so it takes no seat for you at its tables')).toBeVisible();
  await expect(bob.page.getByRole('button', { name: /^Play for/ })).toHaveCount(0);
});

test('a title’s invisible characters are written out', async ({ world }) => {
  const club = await clubWith(world.node, [{ bet: 0n, seats: 2, title: 'AAAAAAAAAAAA' }]);
  const nobody = await world.join('nobody');
  const { page } = nobody;
  // A club refuses such a title, but a node can answer anything.
  const nasty = Buffer.from('\u202e\u0007\u200f\u2066\u0000A').toString('hex').padEnd(24, '4');
  const listed = Buffer.from('AAAAAAAAAAAA').toString('hex');
  await tap(page, { hears: (text, tell) => tell(text.replaceAll(listed, nasty)) });
  await nobody.open(`/club/${club}`);
  await expect(page.locator('.listed-title').filter({ hasText: '\\u{202e}\\u{7}\\u{200f}' })).toBeVisible();
  expect(await page.locator('.lobby-tables').innerText()).not.toMatch(/[\u202e\u200f\u2066]/u);
});

test('the page says which table can’t be read, shows the others, and asks again', async ({ world }) => {
  const club = await clubWith(world.node, tables(5));
  const bad = await tableCalled(world.node, club, 'Table 2');
  const nobody = await world.join('nobody');
  const { page } = nobody;
  let isBroken = true;
  await interceptNode(page, (method, params) => {
    const isAsked = method === 'gear_readStateBatch' && JSON.stringify(params).includes(bad);
    return isBroken && isAsked ? { code: 8000, message: 'Runtime error', data: '"it broke"' } : undefined;
  });
  await nobody.open(`/club/${club}`);
  await expect(page.locator('.listed')).toHaveCount(5);
  await expect(card(page, 'Table 2')).toContainText('This table can’t be read now.');
  await expect(page.getByText('Nobody has a seat yet')).toHaveCount(4);
  isBroken = false;
  await expect(card(page, 'Table 2')).toContainText('Nobody has a seat yet', { timeout: 120_000 });
});

test('the clubs of a new and a former release are listed together, each table with its club', async ({ world }) => {
  const [former, latest] = [
    await clubWith(world.node, [{ bet: 0n, seats: 2, title: 'Old' }]),
    await clubWith(world.node, [{ bet: 0n, seats: 2, title: 'New' }], { salt: 'another' }),
  ];
  const nobody = await world.join('nobody');
  await nobody.open(`/club/${former},${latest}`);
  await expect(card(nobody.page, 'Old')).toContainText(`Club ${former.slice(0, 8)}`);
  await expect(card(nobody.page, 'New')).toContainText(`Club ${latest.slice(0, 8)}`);
  await expect(nobody.page.getByRole('link', { name: /^Open a listed table/ })).toHaveCount(2);
  const gone = `0x${'12'.repeat(32)}`;
  await nobody.page.goto('about:blank');
  await nobody.open(`/club/${gone}`);
  await expect(nobody.page.getByText('There is no such club here')).toBeVisible();
});
