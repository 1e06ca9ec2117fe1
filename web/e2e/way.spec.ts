import { expect, Player, SEAT, SHOW, test, toMove } from './fixtures';
import { DevNode } from './node';
import { connectWallet, installWallet, keyOf } from './wallet';
import { judged, SUBMIT, tap, type Rules } from './wire';

/** Lets pass what is asked, but for the messages of the page while they are swallowed: their pool says that it has them. */
function swallowing(): Rules & { isOn: boolean; swallowed: number } {
  const rules = {
    isOn: false,
    swallowed: 0,
    judge: ({ method }: { method: string }) => {
      if (method !== SUBMIT || !rules.isOn) return 'pass' as const;
      rules.swallowed += 1;
      return { result: `lost ${rules.swallowed}` };
    },
  };
  return rules;
}

test('a seat that was sent is on its way after a reload, and comes without a second bet', async ({ context }) => {
  // What is signed lives for 32 blocks, which a busy machine may need for a reload.
  const node = await DevNode.start(0, 5_000);
  const alice = new Player(await context.newPage(), 'Alice', node);
  const pool = swallowing();
  await judged(alice.page, pool);
  await alice.ownTable({ seats: '2', isModern: true });
  const sent = (): Promise<number> => node.nonceOf(keyOf('//Alice').address);
  const before = await sent();
  pool.isOn = true;
  await alice.page.getByRole('button', { name: SEAT }).click();
  await expect.poll(() => pool.swallowed).toBe(1);
  await expect(alice.page.getByText('Your seat is on its way')).toBeVisible();
  // The page goes before a block, and the pool has lost it.
  await alice.page.reload();
  await expect(alice.page.getByText('Your seat is on its way')).toBeVisible();
  await expect(alice.page.getByText('There is a seat for you')).toHaveCount(0);
  await alice.page.getByRole('link', { name: 'Rock Paper Scissors Lizard Spock' }).click();
  await expect(alice.page.getByText('Your seat is on its way')).toBeVisible();
  pool.isOn = false;
  await alice.page.goBack();
  await alice.page.reload();
  await alice.hasSeat();
  await expect(alice.page.getByRole('alert')).toHaveCount(0);
  expect((await sent()) - before).toBe(1);
  await node.stop();
});

test('a reveal that a pool has lost is the person’s from half of the time on, and goes out then', async ({ world }) => {
  const alice = await world.join('Alice');
  const pool = swallowing();
  await judged(alice.page, pool);
  const [, bob] = await toMove(world, alice);
  await alice.seal('Rock');
  pool.isOn = true;
  await bob.commit('Scissors');
  await expect.poll(() => pool.swallowed).toBeGreaterThan(0);
  await expect(alice.page.getByRole('button', { name: SHOW })).toHaveCount(0);
  // Half of ten minutes.
  await world.node.advanceBlocks(100);
  await expect(alice.page.getByRole('button', { name: SHOW })).toBeVisible();
  pool.isOn = false;
  await expect(alice.page.getByText('You won 10 VARA')).toBeVisible();
});

test('a wallet that never answers stands beside a good one, also after a reload', async ({ world }) => {
  const alice = await world.join('Alice');
  const { page } = alice;
  await installWallet(page);
  await page.addInitScript(() => {
    const { injectedWeb3 } = window as unknown as { injectedWeb3: Record<string, unknown> };
    injectedWeb3['silent-wallet'] = { version: '1', enable: () => new Promise(() => undefined) };
  });
  await alice.open('/');
  await connectWallet(page);
  await expect(page.getByRole('button', { name: 'Account: Wallet' })).toBeVisible();
  await page.getByRole('button', { name: 'Account: Wallet' }).click();
  await expect(page.getByRole('dialog')).toContainText('silent-wallet');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Account: Wallet' })).toBeVisible();
});

test('a node whose blocks become final late is said to, until they do', async ({ world }) => {
  const alice = await world.join('Alice');
  const { page } = alice;
  const [final, told] = [{ isHeard: false }, { isOn: true }];
  await tap(page, {
    hears: (text, tell) => {
      const isFinal = text.includes('"chain_finalizedHead"');
      final.isHeard ||= isFinal;
      if (!isFinal || told.isOn) tell(text);
    },
  });
  await alice.open('/');
  await expect.poll(() => final.isHeard).toBe(true);
  told.isOn = false;
  await world.node.advanceBlocks(12);
  await expect(page.getByText('Blocks become final late')).toBeVisible();
  told.isOn = true;
  await expect(page.getByText('Blocks become final late')).toHaveCount(0);
});

test('a node whose chain stands still is said to, until it goes on', async ({ world }) => {
  const alice = await world.join('Alice');
  const { page } = alice;
  let isStill = false;
  let last: object | null = null;
  await tap(page, {
    // What it answers when it is asked is what it has told of last.
    asks: ({ method, params }, pass, answer) => {
      if (isStill && last && method === 'chain_getHeader' && params.length === 0) answer({ result: last });
      else pass();
    },
    hears: (text, tell) => {
      const { method, params } = JSON.parse(text) as { method?: string; params?: { result: object } };
      if (method === 'chain_newHead' && isStill) return;
      if (method === 'chain_newHead' && params) last = params.result;
      tell(text);
    },
  });
  await alice.open('/');
  await expect.poll(() => last).not.toBeNull();
  isStill = true;
  await expect(page.getByText('Your node stands still')).toBeVisible();
  isStill = false;
  await expect(page.getByText('Your node stands still')).toHaveCount(0);
});
