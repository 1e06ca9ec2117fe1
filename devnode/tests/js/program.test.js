// Codes, programs and their state.

import { generateCodeHash, generateProgramId, getStateMetadata } from '@gear-js/api';
import { blake2AsHex } from '@polkadot/util-crypto';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventOf, fail, newAccount, richAccounts, submit, succeed } from './support/chain.js';
import { BET, act, code, config, deploy, meta, metaHex, plain, read, stateWasm } from './support/game.js';
import { connect } from './support/node.js';

let api, close, alice, bob, game;

before(async () => {
  ({ api, close } = await connect());
  [alice, bob] = await richAccounts(api, 2);
  game = await deploy(api, alice);
});
after(() => close());

test('an upload is ready, in a block and final, one after the other', () => {
  assert.deepEqual(game.statuses, ['Ready', 'InBlock', 'Finalized']);
});

test('an upload emits what the runtime emits', () => {
  const { events, programId, codeId } = game;
  const methods = events.map(({ event }) => `${event.section}.${event.method}`);
  for (const method of [
    'balances.Withdraw',
    'system.NewAccount',
    'balances.Endowed',
    'balances.Transfer',
    'treasury.Deposit',
    'transactionPayment.TransactionFeePaid',
    'system.ExtrinsicSuccess',
  ]) {
    assert.ok(methods.includes(method), method);
  }
  assert.equal(eventOf(events, 'gear', 'ProgramChanged').id.toHex(), programId);
  const queued = eventOf(events, 'gear', 'MessageQueued');
  assert.equal(queued.source.toHex(), alice.id);
  assert.equal(queued.destination.toHex(), programId);
  assert.equal(queued.entry.type, 'Init');
  assert.ok(codeId);
});

test('a program is known by the id that the client calculates', async () => {
  const { programId, codeId, salt } = game;
  assert.equal(codeId, generateCodeHash(code));
  assert.equal(programId, generateProgramId(codeId, salt));
  assert.equal(programId, generateProgramId(code, salt));
  assert.equal(await api.program.exists(programId), true);
  assert.equal(await api.program.codeId(programId), codeId);
  assert.ok((await api.program.allUploadedPrograms()).includes(programId));
});

test('what is no program does not exist', async () => {
  const { id } = await newAccount();
  assert.equal(await api.program.exists(id), false);
  assert.equal(await api.program.exists(alice.id), false);
  await assert.rejects(api.program.metaHash(id), { name: 'ProgramDoesNotExist' });
  await assert.rejects(api.programStorage.getProgram(id), { name: 'ProgramDoesNotExist' });
  const state = api.programState.read({ programId: id, payload: '0x' }, meta);
  await assert.rejects(state, { code: 8000, message: '8000: Runtime error: "Program not found"' });
});

test('a program is active and its memory can be read', async () => {
  const program = await api.programStorage.getProgram(game.programId);
  assert.equal(program.state.isInitialized, true);
  assert.equal(program.codeId.toHex(), game.codeId);
  const pages = Object.values(await api.programStorage.getProgramPages(game.programId, program));
  assert.ok(pages.length > 0);
  // The client leaves the byte before it that says that there is one.
  for (const page of pages) assert.equal(page.length, 1 + 16 * 1024);
});

test('a code is uploaded once', async () => {
  // A section of its own makes it another code.
  const other = Buffer.concat([code, Buffer.from([0, 2, 1, 0x78])]);
  const { codeHash, extrinsic } = await api.code.upload(other);
  assert.equal(await api.code.exists(codeHash), false);
  const { events } = await succeed(api, extrinsic, alice);
  const { id, change } = eventOf(events, 'gear', 'CodeChanged');
  assert.equal(id.toHex(), codeHash);
  assert.equal(change.isActive, true);
  assert.equal(await api.code.exists(codeHash), true);
  assert.ok((await api.code.all()).includes(codeHash));

  const again = api.code.upload(other);
  await assert.rejects(again, { name: 'ValidationError', message: 'Code already exists' });
  assert.equal(await fail(api, extrinsicOf(other), alice), 'gear.CodeAlreadyExists');
});

test('what is no code is refused in the block', async () => {
  const error = await fail(api, extrinsicOf([0, 1, 2, 3]), alice);
  assert.equal(error, 'gear.ProgramConstructionFailed');
});

test('a program is created of a code that is there', async () => {
  const { codeId } = game;
  const { initCreate } = api.program.calculateGas;
  const gas = await initCreate.call(
    api.program.calculateGas, alice.id, codeId, plain(), 0, true, meta,
  );
  const gasLimit = gas.min_limit;
  const { programId, salt, extrinsic } = api.program.create(
    { codeId, initPayload: plain(), gasLimit },
    meta,
  );
  const { events } = await succeed(api, extrinsic, bob);
  assert.equal(eventOf(events, 'gear', 'ProgramChanged').id.toHex(), programId);
  assert.equal((await read(api, programId, { All: null })).owner, bob.id);

  const again = api.program.create({ codeId, salt, initPayload: plain(), gasLimit }, meta);
  assert.equal(await fail(api, again.extrinsic, bob), 'gear.ProgramAlreadyExists');
  const unknown = `0x${'11'.repeat(32)}`;
  const none = api.program.create({ codeId: unknown, initPayload: plain(), gasLimit }, meta);
  assert.equal(await fail(api, none.extrinsic, bob), 'gear.CodeDoesntExist');
});

test('the metadata hash is that of the metadata file', async () => {
  const hash = blake2AsHex(metaHex, 256);
  assert.equal(await api.program.metaHash(game.programId), hash);
  assert.equal(await api.program.metaHash(game.programId, game.block), hash);
  assert.equal(await api.code.metaHash(game.codeId), hash);
  assert.equal(await api.code.metaHashFromWasm(code), hash);
});

test('the state answers each query by its name', async () => {
  const { programId } = game;
  assert.equal((await read(api, programId, { Config: null })).playersCountLimit, 5);
  assert.deepEqual(await read(api, programId, { LobbyList: null }), []);
  assert.deepEqual(await read(api, programId, { GameStage: null }), { preparation: null });
  assert.equal(await read(api, programId, { Round: null }), 0);
  assert.equal(await read(api, programId, { Player: bob.id }), 'NotRegistered');
  const deadline = await read(api, programId, { Deadline: null });
  const begun = await read(api, programId, { CurrentStageTimestamp: null });
  assert.equal(deadline - begun, config.entry_timeout);
});

test('an empty query reads everything, also without metadata', async () => {
  const { programId } = game;
  const all = await api.programState.read({ programId, payload: '0x' }, meta);
  assert.equal(all.toJSON().all.owner, alice.id);
  const bytes = await api.programState.read({ programId, payload: '0x' });
  assert.equal(meta.createType(meta.types.state.output, bytes).toHex(), all.toHex());
  const batch = await api.programState.readBatch({ idPayloadBatch: [[programId, '0x']] });
  assert.equal(batch.length, 1);
  assert.equal(batch[0].toHex(), bytes.toHex());
});

test('the state is read as of a block', async () => {
  const { programId } = await deploy(api, alice);
  const { block } = await act(api, programId, bob, { Register: null }, { value: BET });
  const header = await api.rpc.chain.getHeader(block);
  const lobby = async (at) => {
    const args = { programId, payload: { LobbyList: null }, at };
    return (await api.programState.read(args, meta)).toJSON().lobbyList;
  };
  assert.deepEqual(await lobby(block), [bob.id]);
  assert.deepEqual(await lobby(header.parentHash.toHex()), []);
  const unknown = `0x${'22'.repeat(32)}`;
  await assert.rejects(lobby(unknown), {
    code: 8000,
    message:
      '8000: Api called for an unknown Block: Header was not found in the database: ' + unknown,
  });
});

test('the state functions are described and run over the state', async () => {
  const { programId } = await deploy(api, alice);
  await act(api, programId, bob, { Register: null }, { value: BET });
  const functions = await getStateMetadata(stateWasm);
  assert.deepEqual(Object.keys(functions.functions).sort(), [
    'closable_from',
    'config',
    'current_stage_timestamp',
    'deadline',
    'delegate',
    'game_stage',
    'last_game',
    'lobby_list',
    'player_status',
    'revealed_moves',
    'rules',
    'shares_due',
    'survivors',
    'time_left',
  ]);
  const run = async (fn_name, argument, payload = '0x') => {
    const args = { programId, payload, fn_name, argument, wasm: stateWasm };
    return (await api.programState.readUsingWasm(args, functions, meta)).toJSON();
  };
  assert.equal((await run('config')).playersCountLimit, 5);
  assert.deepEqual(await run('lobby_list'), [bob.id]);
  assert.equal(await run('player_status', bob.id), 'Registered');
  assert.equal(await run('player_status', alice.id), 'NotRegistered');
  assert.equal(await run('last_game'), null);
  assert.deepEqual(await run('shares_due', undefined, '0x09'), []);
  const [deadline, left] = await Promise.all([run('deadline'), run('time_left')]);
  assert.equal(deadline, await read(api, programId, { Deadline: null }));
  assert.equal(await run('closable_from', undefined, '0x0a'), deadline + 30 * 86_400_000);
  assert.ok(left > 0 && left < config.entry_timeout, String(left));
  await assert.rejects(run('no_such_function'), { code: 8000 });
});

test('a program whose init fails is terminated', async () => {
  const bad = plain({ ...config, players_count_limit: 1 });
  const estimate = api.program.calculateGas.initUpload(alice.id, code, bad, 0, true, meta);
  await assert.rejects(estimate, {
    code: 8000,
    message: /Program terminated with a trap: .*players_count_limit must be at least 2/,
  });

  const { programId, extrinsic } = api.program.upload(
    { code, initPayload: bad, gasLimit: 5_000_000_000 },
    meta,
  );
  const { block, events } = await submit(extrinsic, alice);
  const { id } = eventOf(events, 'gear', 'MessageQueued');
  const { data } = await api.message.getReplyEvent(programId, id.toHex(), block);
  assert.equal(data.message.details.unwrap().code.isError, true);
  assert.match(data.message.payload.toUtf8(), /players_count_limit must be at least 2/);
  const changes = (await api.blocks.getEvents(block))
    .filter(({ event }) => api.events.gear.ProgramChanged.is(event))
    .filter(({ event }) => event.data.id.toHex() === programId)
    .map(({ event }) => event.data.change.type);
  assert.deepEqual(changes, ['ProgramSet', 'Terminated']);
  await assert.rejects(api.programStorage.getProgram(programId), { name: 'ProgramTerminated' });

  const message = { destination: programId, payload: { Advance: null }, gasLimit: 1_000_000_000 };
  assert.equal(await fail(api, api.message.send(message, meta), alice), 'gear.InactiveProgram');
  const gas = api.program.calculateGas.handle(alice.id, programId, '0x04', 0, true);
  await assert.rejects(gas, {
    message: `8000: Runtime error: "Extrinsic \`gear.send_message\` failed: 'InactiveProgram'"`,
  });
});

function extrinsicOf(bytes) {
  return api.tx.gear.uploadCode(api.createType('Bytes', Array.from(bytes)));
}
