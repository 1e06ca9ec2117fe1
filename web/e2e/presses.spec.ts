import type { Locator, Page } from '@playwright/test';
import { expect, SEAT, STAGES, test, toMove, VARA } from './fixtures';
import { clubWith } from './club';
import { connectWallet, installWallet } from './wallet';
import { counted, holdable, SUBMIT } from './wire';

/** Presses a button, and lets the page move it before the press ends. */
async function pressWhileMoving(page: Page, button: Locator, move: () => Promise<void>): Promise<void> {
  await expect(button).toBeEnabled();
  await button.scrollIntoViewIfNeeded();
  const box = await button.boundingBox();
  if (!box) throw new Error('the button is not there');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await move();
  await page.mouse.up();
}

/** Inserts something above all else, as a new notice does. */
async function pushDown(page: Page): Promise<void> {
  await page.evaluate(() => {
    const above = document.createElement('div');
    above.style.height = '90px';
    document.querySelector('main')?.prepend(above);
  });
}

test('a press that begins before the price is known, and ends after, still deploys', async ({ world }) => {
  const alice = await world.join('Alice');
  const { page } = alice;
  // The node takes time to answer with the price.
  const prices = await holdable(page, /^gear_calculate/);
  await alice.open('/tic-tac-toe');
  prices.hold();
  await alice.choose();
  await expect(page.getByText('Asking what this costs…')).toBeVisible();
  await pressWhileMoving(page, page.getByRole('button', { name: 'Set up a program' }), async () => {
    prices.letGo();
    await expect(page.getByText(/^Takes up to about/)).toBeVisible();
    await pushDown(page);
  });
  await expect(page.getByText('You have no game here.')).toBeVisible();
});

test('a press counts for the button on which it began, wherever that has moved', async ({ world }) => {
  const club = await clubWith(world.node, [{ bet: VARA, seats: 2, title: 'Duel' }]);
  const [alice, bob] = [await world.join('Alice'), await world.join('Bob')];
  await alice.open(`/club/${club}`);
  await alice.choose();
  await alice.page.locator('.stranger').getByRole('radio', { name: 'Rock', exact: true }).click();
  await pressWhileMoving(alice.page, alice.page.getByRole('button', { name: 'Play for 1 VARA' }), () =>
    pushDown(alice.page),
  );
  await alice.hasSeat();
  await bob.visit(await alice.programShown('table'));
  const seat = bob.page.getByRole('button', { name: SEAT });
  // A person who slides off the button takes the press back.
  await pressWhileMoving(bob.page, seat, () => bob.page.mouse.move(5, 400));
  await expect(seat).toBeEnabled();
  await pressWhileMoving(bob.page, seat, () => pushDown(bob.page));
  await bob.stage(STAGES.moves);
});

test('a press on a button that has just replaced another one sends nothing, and this is said', async ({ world }) => {
  const [alice, bob] = await toMove(world);
  const { page } = alice;
  await alice.switchRevealForMe(false);
  await alice.seal('Paper');
  // Presses the button as soon as it exists, quicker than any finger.
  await page.evaluate(() => {
    const observer = new MutationObserver(() => {
      const button = document.querySelector<HTMLElement>('.act.toReveal .button.primary');
      if (!button) return;
      observer.disconnect();
      button.click();
    });
    observer.observe(document.body, { subtree: true, childList: true });
  });
  await bob.commit('Rock');
  await expect(page.getByText('This has just changed, so nothing was sent.')).toBeVisible();
  await page.getByRole('button', { name: 'Show Paper' }).click();
  await expect(page.getByText('This has just changed')).toHaveCount(0);
  await expect(page.getByText('You won 10 VARA')).toBeVisible();
});

test('of two presses at once, of one button or of two, the first counts', async ({ world }) => {
  const alice = await world.join('Alice');
  const { page } = alice;
  const { asked } = await counted(page);
  const pressAtOnce = async (...buttons: Locator[]): Promise<void> => {
    for (const button of buttons) await expect(button).toBeEnabled();
    const elements = await Promise.all(buttons.map((button) => button.elementHandle()));
    await page.evaluate((all) => all.forEach((each) => (each as HTMLElement).click()), elements);
  };
  const sent = (): number => asked.filter((method) => method === SUBMIT).length;
  await alice.open('/deploy');
  await alice.choose();
  await expect(page.getByText('Takes up to about')).toBeVisible();
  const create = page.getByRole('button', { name: 'Create the table' });
  await pressAtOnce(create, create);
  await alice.passInvitation();
  expect(sent()).toBe(1);
  await page.getByRole('radio', { name: 'Paper', exact: true }).click();
  await pressAtOnce(page.getByRole('button', { name: 'Play Paper' }), page.getByRole('button', { name: SEAT }));
  await alice.hasSeat();
  await alice.stage(STAGES.lobby);
  expect(sent()).toBe(2);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('whoever leaves the screen while the wallet asks sees on the way back that it still does', async ({ world }) => {
  const ferdie = await world.join('Ferdie');
  const { page } = ferdie;
  let sign: () => void = () => undefined;
  const asking = new Promise<void>((resolve) => (sign = resolve));
  const wallet = await installWallet(page, { beforeSigning: () => asking });
  const program = await world.node.openTable({ seats: '2', isModern: true }, 'Bob');
  await ferdie.openTable(program);
  await connectWallet(page);
  await page.getByRole('radio', { name: 'Paper', exact: true }).click();
  await page.getByRole('button', { name: 'Play Paper' }).click();
  const signing = page.locator('.act').getByText('Sign in your wallet');
  await expect(signing.first()).toBeVisible();
  await ferdie.goHome();
  await page.goBack();
  await expect(signing.first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Play Paper' })).toHaveCount(0);
  sign();
  await ferdie.hasSeat();
  expect(wallet.asked).toBe(1);
});

test('a key in a dialog picks no move beneath it', async ({ world }) => {
  const alice = await world.join('Alice');
  await alice.ownTable({ seats: '2', isModern: true });
  await alice.page.getByRole('radio', { name: 'Paper', exact: true }).click();
  await alice.page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(alice.page.getByRole('dialog').locator(':focus')).toBeVisible();
  await alice.page.keyboard.press('0');
  await alice.leaveDialog();
  await expect(alice.page.getByRole('radio', { name: 'Paper', exact: true })).toBeChecked();
});
