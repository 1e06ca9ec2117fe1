/* eslint-disable @typescript-eslint/no-deprecated -- the program's types are in its metadata, which this is the way to read */
import { ProgramMetadata, type HexString } from '@gear-js/api';
import { blake2AsHex } from '@polkadot/util-crypto';
import { readFileSync } from 'node:fs';
import { expect, STAGES, test } from './fixtures';
import { keyOf, submit, withApi } from './wallet';

const BUILT = new URL(`../../${process.env['ARTIFACTS'] ?? 'target/wasm32-gear/release'}/`, import.meta.url);

function built(name: string): Buffer {
  return readFileSync(new URL(name, BUILT));
}

/** A message in the Sails encoding: the header of this entry and route, and the fields. */
function headed(id: string, entry: string, fields: string): HexString {
  return `0x474d0110${id}${entry}${fields.replace(/^0x/, '')}`;
}

const ID = /@0x([0-9a-f]{16})/.exec(built('rpsls.idl').toString())?.[1] ?? '';
const NOBODY = '0'.repeat(16);

/** Two seats without a bet, at a table that broadcasts in this encoding. */
function initPayload(): HexString {
  const metadata = ProgramMetadata.from(`0x${built('rpsls.meta.txt').toString().trim().replace(/^0x/, '')}`);
  const minutes = 600_000;
  const config = {
    bet_size: 0,
    players_count_limit: 2,
    entry_timeout: minutes,
    move_timeout: minutes,
    reveal_timeout: minutes,
  };
  const init = { config, rules: { format: 'Replay', start_when_full: true }, owner: null };
  return headed(NOBODY, '00000000', metadata.createType(metadata.types.init.input ?? 0, init).toHex());
}

test('a player on the page and one with Sails play together, at a table in the Sails encoding', async ({ world }) => {
  const alice = await world.join('Alice');
  await withApi(world.node, async (api) => {
    const bob = keyOf('//Bob');
    const deploying = api.program.upload({
      code: built('rpsls.opt.wasm'),
      initPayload: initPayload(),
      gasLimit: 50_000_000_000,
    });
    await submit(deploying.extrinsic, bob);
    const say = async (entry: string, fields = ''): Promise<void> => {
      const message = {
        destination: deploying.programId,
        payload: headed(ID, entry, fields),
        gasLimit: 15_000_000_000,
      };
      await submit(api.message.send(message), bob);
    };
    await alice.openTable(deploying.programId);
    await alice.choose();
    await alice.join('Lizard');
    await expect(alice.page.locator('.player')).toHaveCount(1);
    // This is a query for the round. The page sees its reply, which is for another account.
    await say('05010100');
    await say('00000100');
    await alice.stage(STAGES.moves);
    await say('01000100', blake2AsHex('4another'));
    await expect(alice.page.locator('.player.revealed')).toHaveCount(1);
    await say('02000100', `20${Buffer.from('4another').toString('hex')}`);
  });
  await expect(alice.page.getByText('You won', { exact: true })).toBeVisible();
  const log = alice.page.getByRole('log', { name: 'Log' });
  for (const line of ['Bob took a seat', 'Bob chose a move', 'Bob showed Spock']) {
    await expect(log.getByText(line)).toBeVisible();
  }
  await expect(alice.page.getByText('can’t be read')).toHaveCount(0);
});
