import { readFile } from 'node:fs/promises';
import { expect, STAGES, test, toMove } from './fixtures';

test('a reload between commit and reveal, and a second tab, lose nothing', { tag: '@journey' }, async ({ world }) => {
  const [alice, bob] = await toMove(world);
  await alice.switchRevealForMe(false);
  await alice.seal('Paper');
  await alice.page.reload();
  await alice.hasSealed();
  await alice.page.getByRole('button', { name: 'Let me see it' }).click();
  await expect(alice.page.locator('.your-move-value')).toHaveText('Paper');
  await bob.commit('Rock');
  await alice.stage(STAGES.reveals);
  await alice.page.reload();
  await expect(alice.page).toHaveTitle(/Your turn/);

  const tab = await alice.page.context().newPage();
  await tab.goto(alice.page.url());
  // A new tab begins with the account that was chosen last.
  await expect(tab.getByRole('button', { name: 'Account: Alice' })).toBeVisible();
  await tab.getByRole('button', { name: 'Show Paper' }).click();
  await expect(alice.page.getByText('You won 10 VARA')).toBeVisible();
  await expect
    .poll(() => alice.page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('rpsls/secret'))))
    .toEqual([]);
});

test('a move whose opening is missing is revealed after an import', async ({ world }) => {
  const [alice, bob] = await toMove(world);
  await alice.switchRevealForMe(false);
  await alice.seal('Spock');
  const download = alice.page.waitForEvent('download');
  await alice.page.getByRole('button', { name: 'Save it to a file' }).click();
  const file = await (await download).path();
  const exported = JSON.parse(await readFile(file, 'utf8')) as { version: number; entries: object[] };
  expect(exported).toMatchObject({
    version: 1,
    entries: [{ game: 0, round: 1, opening: expect.stringMatching(/^4[0-9a-f]{32}$/) }],
  });

  await alice.page.evaluate(() => localStorage.clear());
  await alice.page.reload();
  await expect(alice.page.getByText('Your sealed move is not in this browser')).toBeVisible();
  await bob.commit('Rock');
  await alice.stage(STAGES.reveals);
  await expect(alice.page.getByText('Import your saved file before the time is up')).toBeVisible();

  const chooser = alice.page.locator('main input[type=file]');
  await chooser.setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{}') });
  await expect(alice.page.getByText('This is not a file of saved moves.')).toBeVisible();
  await chooser.setInputFiles(file);
  // Revealing for the player is on again, as by default.
  await expect(alice.page.getByText('You won 10 VARA')).toBeVisible();
});

test('whoever imports a file shows its move, without being its player', async ({ world }) => {
  const [alice, bob] = await toMove(world);
  await alice.seal('Spock');
  const download = alice.page.waitForEvent('download');
  await alice.page.getByRole('button', { name: 'Save it to a file' }).click();
  // The download goes with the player's device.
  const buffer = await readFile(await (await download).path());
  await alice.page.context().close();
  const friend = await world.join('Charlie');
  await friend.open('/');
  await friend.choose();
  await friend.page.getByRole('button', { name: 'Settings' }).click();
  await friend.page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({ name: 'moves.json', mimeType: 'application/json', buffer });
  await expect(friend.page.locator('.toast')).toContainText('Imported: 1 move');
  await friend.leaveDialog();
  await bob.commit('Rock');
  await expect(friend.page.locator('.reveal-due')).toContainText('Alice’s move is being shown');
  await expect(bob.page.getByText('Alice won the pot of 20 VARA').first()).toBeVisible();
  await expect(bob.page.locator('.log')).toContainText('showed Spock');
});

test('nothing is sent if the browser can’t keep the opening', async ({ world }) => {
  const [alice] = await toMove(world);
  await alice.page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await alice.commit('Rock');
  await expect(alice.page.getByRole('alert')).toContainText('Nothing was sent');
  await expect(alice.page.locator('.player.moved')).toHaveCount(0);
});

test('the page judges an own password, and commits to it', async ({ world }) => {
  const [alice] = await toMove(world);
  await alice.switchRevealForMe(false);
  await alice.page.locator('summary', { hasText: 'How your move is hidden' }).click();
  await alice.page.getByLabel('Password', { exact: true }).fill('hunter2');
  await expect(alice.page.getByText('Anyone who guesses this password sees your move')).toBeVisible();
  await alice.page.getByRole('button', { name: 'New password' }).click();
  await expect(alice.page.getByText('Nobody can tell your move without it.')).toBeVisible();
  await alice.page.getByLabel('Password', { exact: true }).fill('我的密码 of my own, long enough 8461');
  await alice.seal('Lizard');
  const kept = await alice.page.evaluate(() =>
    Object.entries(localStorage).flatMap(([key, value]) => (key.startsWith('rpsls/secret') ? [value as string] : [])),
  );
  expect(kept.map((value) => (JSON.parse(value) as { opening: string }).opening)).toEqual([
    '3我的密码 of my own, long enough 8461',
  ]);
  // The page asks before a person leaves it with an unrevealed move.
  const asked = alice.page.waitForEvent('dialog');
  await alice.page.close({ runBeforeUnload: true });
  expect((await asked).type()).toBe('beforeunload');
});
