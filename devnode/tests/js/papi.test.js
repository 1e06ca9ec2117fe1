// Unmodified `polkadot-api` opens and joins a table. It follows a chain by the newer methods
// (`chainHead_v1`, `transaction_v1`).

import { generateCodeHash, generateProgramId } from '@gear-js/api';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VARA, balance, richAccounts, until } from './support/chain.js';
import { BET, code, meta, read } from './support/game.js';
import { connect } from './support/node.js';
import { asBytes, connectPapi, messageOf, signerOf } from './support/papi.js';

const GAS = 60_000_000_000n;

test('polkadot-api opens a table, takes a seat at it and follows an upgrade', async (t) => {
  const { api: gear, url, close } = await connect();
  t.after(close);
  const [alice, bob] = await richAccounts(gear, 2);
  const client = connectPapi(t, url);
  const api = client.getUnsafeApi();
  const asked = { destination: { type: 'Id', value: bob.pair.address }, signer: signerOf(alice) };

  // The chain, its state and its blocks.
  const { genesisHash } = await client.getChainSpecData();
  assert.equal(genesisHash, gear.genesisHash.toHex());
  const before = await api.query.System.Account.getValue(bob.pair.address);
  assert.equal(before.data.free, await balance(gear, bob.id));
  const block = await client.getFinalizedBlock();
  const header = await client.getBlockHeader(block.hash);
  assert.equal(header.number, block.number);
  assert.ok((await client.getBlockBody(block.hash)).length >= 2);

  // A transfer moves money, and reports each step.
  const dest = asked.destination;
  const transfer = api.tx.Balances.transfer_keep_alive({ dest, value: VARA });
  const steps = [];
  await new Promise((resolve, reject) => {
    const next = (event) => steps.push(event.type);
    transfer.signSubmitAndWatch(asked.signer).subscribe({ next, error: reject, complete: resolve });
  });
  assert.deepEqual([...new Set(steps)], ['signed', 'broadcasted', 'txBestBlocksState', 'finalized']);
  assert.equal(await balance(gear, bob.id), before.data.free + VARA);

  // A transfer of too much fails in its block.
  const rich = api.tx.Balances.transfer_keep_alive({ dest, value: 10n ** 9n * VARA });
  const failed = await rich.signAndSubmit(asked.signer);
  assert.equal(failed.ok, false);

  // The table has the computed id. Bob takes a seat, and the block has the event.
  const salt = Uint8Array.from([1, 2, 3]);
  const config = { bet_size: BET.toString(), players_count_limit: 5 };
  const times = { entry_timeout: 600_000, move_timeout: 600_000, reveal_timeout: 600_000 };
  const rules = { format: 'Replay', start_when_full: false };
  const init = { config: { ...config, ...times }, rules, owner: null };
  const upload = api.tx.Gear.upload_program({
    code: Uint8Array.from(code),
    salt,
    init_payload: asBytes(meta.createType(meta.types.init.input, init)),
    gas_limit: GAS,
    value: 0n,
    keep_alive: false,
  });
  assert.equal((await upload.signAndSubmit(asked.signer)).ok, true);
  const programId = generateProgramId(generateCodeHash(code), '0x010203');
  const entries = await api.query.GearProgram.ProgramStorage.getEntries();
  assert.ok(entries.some(({ keyArgs }) => String(keyArgs[0]?.asHex?.() ?? keyArgs[0]) === programId));
  const seat = messageOf(api, programId, { Register: null }, GAS, BET);
  const seated = await seat.signAndSubmit(signerOf(bob));
  assert.equal(seated.ok, true);
  assert.ok(seated.events.some(({ type, value }) => type === 'Gear' && value.type === 'MessageQueued'));
  await until(gear, async () => (await read(gear, programId, { LobbyList: null })).length === 1);

  // The client takes up an upgraded runtime by itself.
  const { methods } = await client._request('rpc_methods', []);
  if (!methods.includes('dev_upgradeRuntime')) return;
  const { spec_version: old } = await api.constants.System.Version();
  assert.equal(await client._request('dev_upgradeRuntime', []), old + 1);
  await until(gear, async () => (await api.constants.System.Version()).spec_version === old + 1);
  assert.equal((await transfer.signAndSubmit(asked.signer)).ok, true);
});
