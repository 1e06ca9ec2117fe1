import { findings, overflow } from './findings';
import { expect, STAGES, test, type Player } from './fixtures';

test('no stage has a serious finding or is wider than a phone', async ({ world }) => {
  const [alice, bob] = [await world.join('Alice'), await world.join('Bob')];
  for (const { page } of [alice, bob]) await page.setViewportSize({ width: 360, height: 740 });
  const check = async (player: Player, what: string): Promise<void> => {
    expect(await findings(player.page), what).toEqual([]);
    expect(await overflow(player.page), what).toBe(0);
  };
  await alice.open('/');
  await check(alice, 'home');
  await alice.open('/deploy');
  await check(alice, 'deploy, no account');
  await alice.open('/tic-tac-toe');
  await check(alice, 'tic-tac-toe');
  const program = await alice.deploy();
  await bob.openTable(program);
  await check(bob, 'watching');
  await bob.choose();
  await check(bob, 'register');
  await bob.register();
  await alice.register();
  await check(alice, 'registered, owner');
  for (const button of ['Share', 'Settings', 'Stop the game']) {
    await alice.page.getByRole('button', { name: button }).click();
    await expect(alice.page.getByRole('dialog')).toBeVisible();
    await check(alice, button);
    await alice.page.keyboard.press('Escape');
    await expect(alice.page.getByRole('button', { name: button })).toBeFocused();
  }
  await world.node.advanceBlocks(201);
  await alice.stage(STAGES.moves);
  await alice.page.locator('summary', { hasText: 'How your move is hidden' }).click();
  await check(alice, 'move');
  await alice.seal('Rock');
  await check(alice, 'moved');
  await bob.commit('Paper');
  await expect(bob.page.getByText('You won 10 VARA')).toBeVisible();
  await check(bob, 'won');
});

test('Tab reaches each control in reading order', async ({ world }) => {
  const alice = await world.join('Alice');
  await alice.open('/deploy');
  await alice.choose();
  const expected = [
    'Skip to the content',
    'RPSLSRock Paper Scissors Lizard Spock',
    'Network: Connected',
    'Mute',
    'Settings',
    'Account:Alice',
    'Bet (VARA)',
    'Seats',
    ...['2', '4', '8', '16', '32', '64', '128'],
    'Quick: a minute each',
    'Live: ten minutes each',
  ];
  const names: string[] = [];
  await alice.page.reload();
  await expect(alice.page.getByRole('button', { name: 'Account: Alice' })).toBeVisible();
  for (let press = 0; press < expected.length; press += 1) {
    await alice.page.keyboard.press('Tab');
    names.push(
      await alice.page.evaluate(() => {
        const element = document.activeElement;
        const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined;
        return element?.getAttribute('aria-label') ?? label ?? element?.textContent ?? '';
      }),
    );
  }
  expect(names.map((name, index) => name.slice(0, expected[index]?.length))).toEqual(expected);
});

test('the page speaks the language of the browser, and another on demand', async ({ browser, world, baseURL }) => {
  const context = await browser.newContext({ locale: 'zh-CN', baseURL: baseURL ?? '' });
  const page = await context.newPage();
  await page.goto(`./#/?node=${encodeURIComponent(world.node.url)}`);
  await expect(page.getByRole('heading', { name: '先赢机器人，再会陌生人' })).toBeVisible();
  expect(await page.locator('html').getAttribute('lang')).toBe('zh-CN');
  await page.getByRole('button', { name: '设置' }).click();
  await page.getByLabel('语言').selectOption('en');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Beat the bot, then a stranger' })).toBeVisible();
  await context.close();
});
