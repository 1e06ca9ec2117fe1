import { readFileSync } from 'node:fs';
import { Blocks } from '../tests/faults/blocks';
import { nameOf, Trial, type Cell } from '../tests/faults/cell';
import { expect, test } from './fixtures';
import { BLOCK_TIME } from './node';
import { keyOf } from './wallet';
import { judged, SUBMIT } from './wire';

/** One cell of each row of the matrix of faults, which `npm run faults` has recorded, in the page itself. */
const cells = JSON.parse(readFileSync(process.env['FAULT_CELLS'] ?? '', 'utf8')) as Cell[];

/** What is not so in any of these games. */
const UNTRUE = /no table|not a table|Wrong network|stands still|You lost|another network|already/i;

for (const cell of cells) {
  test(nameOf(cell), async ({ world }) => {
    const blocks = await Blocks.of(world.node.url, BLOCK_TIME);
    await blocks.reach(1);
    const alice = await world.join('Alice');
    const { page } = alice;
    const trial = new Trial(blocks, [cell]);
    await judged(page, {
      judge: (request) => {
        const verdict = trial.judge(request);
        // What the page asks after its show comes sooner than this test hears of the show.
        if (cell.step === 'Result' && trial.step === 'Reveal' && request.method === SUBMIT) trial.step = 'Result';
        return verdict;
      },
    });
    const program = await world.node.openTable({ seats: '2', isModern: true, reveal: ['5', 'min'] }, 'Bob');
    const sent = (): Promise<number> => world.node.nonceOf(keyOf('//Alice').address);
    await blocks.pass(12);
    await alice.visit(program);
    const button = page.getByRole('button', { name: 'Play Rock' });
    await page.getByRole('radio', { name: 'Rock', exact: true }).click();
    await expect(button).toBeEnabled();
    trial.step = 'Seat';
    const sealed = page.getByRole('heading', { name: 'Your move is sealed' });
    const seated = page.getByText('You have a seat', { exact: true });
    await expect(async () => {
      if (await button.isEnabled().catch(() => false)) await button.click();
      await expect(sealed.or(seated).first()).toBeVisible({ timeout: 40_000 });
    }).toPass({ timeout: 150_000 });
    trial.step = 'Waiting';
    await blocks.pass(8);
    trial.step = 'Reveal';
    // It joins, and shows its move when it is time.
    const rival = world.node.rpsls('Bob', [`--program=${program}`, 'join', '--yes', '--moves', 'scissors']);
    await expect.poll(sent).toBe(2);
    trial.step = 'Result';
    await rival;
    await expect(page.getByText('You won 10 VARA').first()).toBeVisible();
    expect(await sent()).toBe(2);
    expect(trial.missing).toEqual([]);
    expect(await page.locator('main').innerText()).not.toMatch(UNTRUE);
    blocks.close();
  });
}
