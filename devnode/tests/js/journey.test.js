// A table's whole life, through unmodified `@gear-js/api`.

import { generateCodeHash, generateProgramId, getStateMetadata } from '@gear-js/api';
import { blake2AsHex } from '@polkadot/util-crypto';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VARA, balance, eventOf, fail, richAccounts, submit, succeed, until } from './support/chain.js';
import { BET, act, begin, code, deploy, meta, metaHex, read, stateWasm } from './support/game.js';
import { connect } from './support/node.js';

test('a table is opened, watched and played at, also by a voucher, and the pot is paid', async (t) => {
  const { api, close } = await connect();
  t.after(close);
  const [alice, bob, charlie] = await richAccounts(api, 3);

  // The ids are those that the client computes.
  const { programId, codeId, salt, statuses } = await deploy(api, alice);
  assert.deepEqual([statuses[0], statuses.at(-1)], ['Ready', 'Finalized']);
  assert.equal(codeId, generateCodeHash(code));
  assert.equal(programId, generateProgramId(codeId, salt));
  assert.equal(await api.program.exists(programId), true);
  assert.equal(await api.program.codeId(programId), codeId);
  assert.equal(await api.program.metaHash(programId), blake2AsHex(metaHex, 256));
  const program = await api.programStorage.getProgram(programId);
  assert.ok(Object.keys(await api.programStorage.getProgramPages(programId, program)).length > 0);

  // Errors have the codes of a node and the names of the pallet.
  const { nonce } = await api.query.system.account(alice.id);
  await assert.rejects(submit(api.tx.system.remark('0x'), alice, { nonce: nonce.subn(1) }), {
    name: 'RpcError',
    code: 1010,
    message: '1010: Invalid Transaction: Transaction is outdated',
  });
  const again = api.tx.gear.uploadCode(api.createType('Bytes', [...code]));
  assert.equal(await fail(api, again, alice), 'gear.CodeAlreadyExists');

  // Bob calculates the reply, and then takes a seat. An observer receives the events.
  const ask = { origin: bob.id, destination: programId, payload: { Register: null }, value: 2n * BET };
  const calculated = await api.message.calculateReply(ask, meta);
  const { handle } = meta.types;
  const would = meta.createType(handle.output, calculated.payload).toJSON();
  assert.deepEqual(would, { ok: { playerRegistered: null } });
  assert.equal(calculated.value.toBigInt(), BET);
  const [told, balances] = [[], []];
  const stops = await Promise.all([
    api.gearEvents.subscribeToUserMessageSentByActor({ from: programId, to: null }, ({ data }) => {
      told.push(data.message.id.toHex());
    }),
    api.gearEvents.subscribeToBalanceChanges(programId, (free) => balances.push(free.toBigInt())),
  ]);
  const seat = await act(api, programId, bob, { Register: null }, BET);
  assert.deepEqual(seat.reply, { ok: { playerRegistered: null } });
  await until(api, async () => told.includes(seat.message.id.toHex()));
  await until(api, async () => balances.includes(VARA + BET));
  stops.forEach((stop) => stop());
  const { extrinsics } = await api.derive.chain.getBlock(seat.block);
  assert.equal(extrinsics[seat.index].extrinsic.hash.toHex(), seat.hash);
  assert.equal(extrinsics[seat.index].events.length, seat.events.length);

  // Charlie pays the bet. Alice's voucher pays the fee and the gas.
  const issue = await api.voucher.issue(charlie.id, 20n * VARA, 1000, [programId]);
  await succeed(api, issue.extrinsic, alice);
  const vouchers = await api.voucher.getAllForAccount(charlie.id);
  assert.deepEqual(Object.keys(vouchers), [issue.voucherId]);
  const before = await balance(api, charlie.id);
  const message = { destination: programId, payload: { Register: null }, gasLimit: 40_000_000_000n, value: BET };
  const SendMessage = api.message.send(message, meta);
  const paid = await succeed(api, api.voucher.call(issue.voucherId, { SendMessage }), charlie);
  const fee = eventOf(paid.events, 'transactionPayment', 'TransactionFeePaid');
  assert.equal(fee.who.toHex(), issue.voucherId);
  assert.equal(await balance(api, charlie.id), before - BET);
  assert.deepEqual((await read(api, programId, { LobbyList: null })).sort(), [bob.id, charlie.id].sort());

  // The program's own message ends registration, and both play.
  await begin(api, programId);
  const openings = new Map([[bob, '2a password of his'], [charlie, '4a password of hers']]);
  for (const [player, opening] of openings) {
    const moved = await act(api, programId, player, { MakeMove: blake2AsHex(opening, 256) });
    assert.deepEqual(moved.reply, { ok: { successfulMove: player.id } });
  }
  const refused = await act(api, programId, bob, { StopGame: null }, 2n * VARA);
  assert.deepEqual(refused.reply, { err: { notOwner: null } });
  assert.equal(refused.message.value.toBigInt(), 2n * VARA);
  for (const [player, opening] of openings) {
    await act(api, programId, player, { Reveal: opening });
  }

  // Spock smashes scissors. Charlie gets the pot at once, and the table keeps only its deposit.
  const state = await read(api, programId, { All: null });
  assert.deepEqual(state.lastGame, { winner: charlie.id, pot: Number(2n * BET), rounds: 1 });
  assert.equal(await balance(api, programId), VARA);
  assert.deepEqual(await api.mailbox.read(charlie.id), []);
  const args = { programId, payload: '0x', fn_name: 'last_game', wasm: stateWasm };
  const last = await api.programState.readUsingWasm(args, await getStateMetadata(stateWasm), meta);
  assert.equal(last.toJSON().winner, charlie.id);

  // The rest of the voucher goes back to Alice.
  await succeed(api, api.voucher.call(issue.voucherId, { DeclineVoucher: null }), charlie);
  await succeed(api, api.voucher.revoke(charlie.id, issue.voucherId), alice);
  assert.equal(await balance(api, issue.voucherId), 0n);

  // The client takes up an upgraded runtime by itself. No Vara node upgrades itself for a test.
  if (process.env.VARA_NODE) return;
  const old = api.runtimeVersion.specVersion.toNumber();
  await api.provider.send('dev_upgradeRuntime', []);
  await until(api, async () => api.runtimeVersion.specVersion.toNumber() === old + 1);
  const next = await act(api, programId, bob, { Register: null }, BET);
  assert.deepEqual(next.reply, { ok: { playerRegistered: null } });
});
