/* eslint-disable @typescript-eslint/no-deprecated -- the program's types are in its metadata, which this is the way to read */
import { ProgramMetadata } from '@gear-js/api';
import { readFileSync } from 'node:fs';
import { expect, STAGES, test, type World } from './fixtures';
import { keyOf, submit, withApi } from './wallet';

const RELEASE = new URL('../../releases/1.0.0/', import.meta.url);

/** Deploys a table of release 1.0.0, of Alice's, for two who pay nothing. */
async function deployFormer(world: World): Promise<string> {
  const metadata = ProgramMetadata.from(
    `0x${readFileSync(new URL('rpsls.meta.txt', RELEASE), 'utf8').trim().replace(/^0x/, '')}`,
  );
  const minute = 60_000;
  const config = {
    bet_size: 0,
    players_count_limit: 2,
    entry_timeout: 10 * minute,
    move_timeout: 10 * minute,
    reveal_timeout: 10 * minute,
  };
  return withApi(world.node, async (api) => {
    const { programId, extrinsic } = api.program.upload(
      {
        code: readFileSync(new URL('rpsls.opt.wasm', RELEASE)),
        initPayload: { config, rules: { tie_break: 'Points', start_when_full: true }, owner: null },
        gasLimit: 50_000_000_000,
      },
      metadata,
    );
    await submit(extrinsic, keyOf('//Alice'));
    return programId;
  });
}

test('two play at a table of release 1.0.0, and its owner is offered no rules that it does not know', async ({
  world,
}) => {
  const program = await deployFormer(world);
  const [alice, bob] = [await world.join('Alice'), await world.join('Bob')];
  for (const player of [alice, bob]) {
    await player.openTable(program);
    await player.choose();
  }
  await expect(alice.page.getByText('rpsls 1.0.0')).toBeVisible();
  await expect(alice.page.getByText('of release 1.0.0, which knows no knockout')).toBeVisible();
  await expect(alice.page.getByRole('radio', { name: 'Knockout' })).toHaveCount(0);
  await alice.page.getByRole('radio', { name: 'All against all, replayed' }).click();
  await alice.page.getByRole('button', { name: 'Set for the next game' }).click();
  await expect(alice.page.getByText('set the next game’s rules')).toBeVisible();
  await alice.join('Rock');
  await expect(bob.page.locator('.player')).toHaveCount(1);
  await expect(bob.page.getByText(/^Be here by/)).toHaveCount(0);
  await bob.join('Rock');
  await expect(bob.page.getByText('Round 2')).toBeVisible();
  await bob.stage(STAGES.moves);
  await alice.commit('Paper');
  await bob.commit('Rock');
  await expect(alice.page.getByText('You won', { exact: true })).toBeVisible();
});

test.describe('where nodes read no states any more', () => {
  test.use({ readsState: false });

  test('whoever opens a table of release 1.0.0 is told why it is not shown', async ({ world }) => {
    const program = await deployFormer(world);
    const guest = await world.join('nobody');
    await guest.open(`/table/${program}`);
    await expect(guest.page.getByText('This node no longer reads programs of old versions')).toBeVisible();
  });
});
