// Messages to programs: their estimates, their replies, and who is told of them.

import { BaseGearProgram } from '@gear-js/api';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { VARA, balance, eventOf, newAccount, richAccounts, succeed, until } from './support/chain.js';
import { BET, act, config, deploy, meta, read } from './support/game.js';
import { connect } from './support/node.js';

const ZERO = `0x${'00'.repeat(32)}`;

let api, close, alice, bob, programId;

before(async () => {
  ({ api, close } = await connect());
  [alice, bob] = await richAccounts(api, 2);
  ({ programId } = await deploy(api, alice));
});
after(() => close());

const handle = (action) => meta.createType(meta.types.handle.input, action).toHex();
const output = (payload) => meta.createType(meta.types.handle.output, payload).toJSON();

test('an estimate says what a message takes', async () => {
  const { handle: estimate } = api.program.calculateGas;
  const of = (action, value) =>
    estimate.call(api.program.calculateGas, bob.id, programId, action, value, true, meta);
  const gas = await of({ Register: null }, BET);
  assert.ok(gas.burned.toBigInt() > 0n);
  assert.ok(gas.min_limit.toBigInt() >= gas.burned.toBigInt());
  assert.equal(gas.reserved.toBigInt(), 0n);
  assert.equal(gas.may_be_returned.toBigInt(), 0n);
  assert.equal(gas.waited.isTrue, false);
  const again = await of({ Register: null }, BET);
  assert.equal(again.toHex(), gas.toHex(), 'an estimate changes nothing');
  assert.deepEqual(await read(api, programId, { LobbyList: null }), []);
});

test('an estimate needs no money', async () => {
  const { id } = await newAccount();
  const value = 1_000_000n * BET;
  const gas = await api.program.calculateGas.handle(id, programId, { Register: null }, value, true, meta);
  assert.ok(gas.min_limit.toBigInt() > 0n);
  assert.equal(await balance(api, id), 0n);
});

test('a reply is calculated without a message', async () => {
  const ask = { origin: bob.id, destination: programId, payload: { Register: null } };
  const joined = await api.message.calculateReply({ ...ask, value: BET + VARA }, meta);
  assert.deepEqual(output(joined.payload), { ok: { playerRegistered: null } });
  assert.equal(joined.value.toBigInt(), VARA);
  assert.equal(joined.code.isSuccess, true);
  assert.equal(joined.code.asSuccess.type, 'Manual');
  const refused = await api.message.calculateReply({ ...ask, value: BET - VARA }, meta);
  assert.equal(refused.value.toBigInt(), BET - VARA);
  assert.deepEqual(await read(api, programId, { LobbyList: null }), []);
});

test('a reply is calculated as of a block', async () => {
  const { programId: other } = await deploy(api, alice);
  const { block } = await act(api, other, bob, { Register: null }, { value: BET });
  const { parentHash } = await api.rpc.chain.getHeader(block);
  const ask = { origin: bob.id, destination: other, payload: { Leave: null } };
  const now = await api.message.calculateReply({ ...ask, at: block }, meta);
  assert.deepEqual(output(now.payload), { ok: { playerLeft: null } });
  const then = await api.message.calculateReply({ ...ask, at: parentHash.toHex() }, meta);
  assert.deepEqual(output(then.payload), { err: { notRegistered: null } });
});

test('a reply is an event of the block, which subscribers are told of', async () => {
  const { programId: other } = await deploy(api, alice);
  const told = [];
  const queued = [];
  const dispatched = [];
  const byActor = [];
  const stops = await Promise.all([
    api.gearEvents.subscribeToGearEvent('UserMessageSent', ({ data }) => told.push(data)),
    api.gearEvents.subscribeToGearEvent('MessageQueued', ({ data }) => queued.push(data)),
    api.gearEvents.subscribeToGearEvent('MessagesDispatched', ({ data }) => dispatched.push(data)),
    api.gearEvents.subscribeToUserMessageSentByActor({ from: other, to: null }, ({ data }) =>
      byActor.push(data),
    ),
  ]);
  const { id, message, reply } = await act(api, other, bob, { Register: null }, { value: BET });
  assert.deepEqual(reply, { ok: { playerRegistered: null } });
  await until(api, async () => [told, queued, dispatched, byActor].every((seen) => seen.length));
  stops.forEach((stop) => stop());

  assert.equal(message.source.toHex(), other);
  assert.equal(message.destination.toHex(), bob.id);
  assert.equal(message.details.unwrap().to.toHex(), id);
  for (const [data] of [told, byActor]) {
    assert.equal(data.message.id.toHex(), message.id.toHex());
    assert.equal(data.expiration.isNone, true);
  }
  assert.equal(queued[0].id.toHex(), id);
  assert.equal(dispatched[0].total.toNumber(), 1);
});

test('events are followed from an old block on', async () => {
  const { block, message } = await act(api, programId, bob, { StopGame: null });
  const told = await new Promise((resolve, reject) => {
    const stop = api.gearEvents.subscribeToGearEvent(
      'UserMessageSent',
      (event) => stop.then((end) => end()).then(() => resolve(event.data)),
      block,
    );
    stop.catch(reject);
  });
  assert.equal(told.message.id.toHex(), message.id.toHex());
});

test('messages are told of by the node, as far as they pass a filter', async () => {
  const told = [];
  const method = 'gear_subscribeUserMessageSent';
  const filter = { source: programId, destination: bob.id };
  const type = 'gear_userMessageSent';
  const subscription = await api.provider.subscribe(type, method, [filter], (error, item) =>
    told.push(error ?? item),
  );
  await act(api, programId, alice, { StopGame: null });
  const { id, message } = await act(api, programId, bob, { StopGame: null });
  await until(api, async () => told.length > 1);
  await api.provider.unsubscribe(type, 'gear_unsubscribeUserMessageSent', subscription);
  // First the node says that it has begun.
  assert.equal(told.length, 2);
  assert.equal(told[0].ack, true);
  assert.equal(told[1].payload, message.payload.toHex());
  assert.deepEqual(told[1].reply.to, [...message.details.unwrap().to.toU8a()]);
  assert.equal(api.createType('H256', told[1].reply.to).toHex(), id);
});

test('a broadcast goes to the zero account, with no value and no expiration', async () => {
  const { programId: other } = await deploy(api, alice, { ...config, entry_timeout: 5_000 });
  const spare = 20_000_000_000n;
  await act(api, other, alice, { Register: null }, { value: BET, spare });
  // One seat taken is no game: the stage is extended, whoever says so.
  const deadline = await read(api, other, { Deadline: null });
  await until(api, async () => (await api.query.timestamp.now()).toNumber() > deadline);
  const { block, reply } = await act(api, other, bob, { Advance: null });
  assert.deepEqual(reply, { ok: { stageAdvanced: { extended: null } } });
  const broadcasts = (await api.blocks.getEvents(block))
    .filter(({ event }) => api.events.gear.UserMessageSent.is(event))
    .filter(({ event }) => event.data.message.destination.toHex() === ZERO);
  assert.equal(broadcasts.length, 1);
  const { message, expiration } = broadcasts[0].event.data;
  const event = meta.createType(meta.types.others.output, message.payload).toJSON();
  assert.deepEqual(event, { stageAdvanced: { extended: null } });
  assert.equal(message.value.toBigInt(), 0n);
  assert.equal(expiration.isNone, true);
});

test("the client's own program object plays along", async () => {
  const { programId: other } = await deploy(api, alice);
  const program = await BaseGearProgram.new(other, api, bob.pair);
  assert.equal(await program.balance(), VARA);
  const payload = handle({ Register: null });
  const { minLimit } = await program.calculateGas(payload, BET);
  assert.ok(minLimit > 0n);
  const calculated = await program.calculateReply(payload, BET);
  assert.deepEqual(output(calculated.payload), { ok: { playerRegistered: null } });
  const sent = await program.sendMessage({ payload, value: BET });
  assert.equal(sent.success, true, sent.error);
  const reply = await sent.response();
  assert.equal(reply.replyCode.isSuccess, true);
  assert.deepEqual(output(reply.payload), { ok: { playerRegistered: null } });
  const topUp = await program.topUp(2n * VARA);
  assert.equal(topUp.success, true, topUp.error);
  assert.equal(await program.balance(), VARA + BET + 2n * VARA);
});

test('messages of one batch are answered one by one', async () => {
  const { programId: other } = await deploy(api, alice);
  const program = await BaseGearProgram.new(other, api, bob.pair);
  const gasLimit = 5_000_000_000n;
  const result = await program.sendBatchMessages([
    { payload: handle({ Register: null }), value: BET, gasLimit },
    { payload: handle({ Leave: null }), gasLimit },
  ]);
  assert.equal(result.success, true, result.error);
  const replies = await Promise.all(result.sentMessages.map(({ response }) => response()));
  assert.deepEqual(replies.map(({ payload }) => output(payload)), [
    { ok: { playerRegistered: null } },
    { ok: { playerLeft: null } },
  ]);
  assert.deepEqual(replies.map(({ value }) => value), [0n, BET]);
});

test('a message to oneself is no message to a program', async () => {
  const message = { destination: bob.id, payload: '0x', gasLimit: 0, value: 0 };
  const { events } = await succeed(api, api.message.send(message), bob);
  assert.equal(eventOf(events, 'gear', 'UserMessageSent').message.destination.toHex(), bob.id);
  assert.deepEqual(await api.waitlist.read(programId), []);
});
