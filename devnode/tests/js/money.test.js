// What accounts have, what they pay, and that it adds up. A fee is what the block says
// it was.

import { decodeAddress } from '@gear-js/api';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  VARA,
  account,
  balance,
  eventOf,
  fail,
  newAccount,
  richAccounts,
  succeed,
  until,
} from './support/chain.js';
import { BET, act, deploy, read } from './support/game.js';
import { connect } from './support/node.js';

let api, close, alice, bob, game;

before(async () => {
  ({ api, close } = await connect());
  [alice, bob] = await richAccounts(api, 2);
  game = await deploy(api, alice);
});
after(() => close());

test('a development account is rich, and gives others what they have', async () => {
  const { id } = await account('Alice');
  assert.ok((await balance(api, id)) > 100_000n * VARA);
  const free = await api.balance.findOut(bob.pair.address);
  const { data, providers } = await api.query.system.account(bob.id);
  assert.equal(data.free.toString(), free.toString());
  assert.equal(data.reserved.toBigInt() + data.frozen.toBigInt(), 0n);
  assert.equal(providers.toNumber(), 1);
  const all = await api.derive.balances.all(bob.id);
  assert.equal(all.freeBalance.toString(), free.toString());
});

test('a transfer moves its amount, and its sender pays the fee', async () => {
  const to = await newAccount();
  const before = await balance(api, bob.id);
  const extrinsic = api.balance.transfer(to.id, 5n * VARA);
  const { partialFee } = await extrinsic.paymentInfo(bob.pair);
  const { events } = await succeed(api, extrinsic, bob);
  const { actualFee, tip } = eventOf(events, 'transactionPayment', 'TransactionFeePaid');
  assert.equal(actualFee.toBigInt(), partialFee.toBigInt());
  assert.equal(tip.toBigInt(), 0n);
  assert.equal(await balance(api, to.id), 5n * VARA);
  assert.equal(await balance(api, bob.id), before - 5n * VARA - actualFee.toBigInt());
});

test('a tip is paid beside the fee', async () => {
  const before = await balance(api, bob.id);
  const { events } = await succeed(api, api.tx.system.remark('0x'), bob, { tip: VARA });
  const { actualFee, tip } = eventOf(events, 'transactionPayment', 'TransactionFeePaid');
  assert.equal(tip.toBigInt(), VARA);
  assert.ok(actualFee.toBigInt() > VARA);
  assert.equal(await balance(api, bob.id), before - actualFee.toBigInt());
});

test('the fee is told beforehand, for every kind of extrinsic', async () => {
  const message = { destination: game.programId, payload: '0x00', gasLimit: 1_000_000_000 };
  api.message.send(message);
  const short = await api.message.paymentInfo(alice.pair);
  assert.equal(short.class.type, 'Normal');
  assert.ok(short.weight.refTime.toBigInt() > 0n);
  api.message.send({ ...message, payload: `0x${'00'.repeat(1000)}` });
  const long = await api.message.paymentInfo(alice.pair);
  assert.ok(short.partialFee.toBigInt() > 0n);
  assert.ok(long.partialFee.toBigInt() > short.partialFee.toBigInt());
});

test('an upload costs its fee, its gas and what the program must have to exist', async () => {
  const before = await balance(api, alice.id);
  const { events, gas, programId } = await deploy(api, alice);
  const spent = before - (await balance(api, alice.id));
  const { actualFee } = eventOf(events, 'transactionPayment', 'TransactionFeePaid');
  const existence = api.existentialDeposit.toBigInt();
  const burned = spent - actualFee.toBigInt() - existence;
  assert.equal(burned, gas.burned.toBigInt() * api.valuePerGas.toBigInt());
  assert.equal(await balance(api, programId), existence);
});

test('a message costs its fee, its value and the gas that it burned', async () => {
  const { programId } = await deploy(api, alice);
  const before = await balance(api, bob.id);
  const held = await balance(api, programId);
  const value = BET + 3n * VARA;
  const spare = 1_000_000_000n;
  const { events, gas, gasLimit, block, message, reply } = await act(
    api, programId, bob, { Register: null }, { value, spare },
  );
  assert.deepEqual(reply, { ok: { playerRegistered: null } });
  assert.equal(message.value.toBigInt(), 3n * VARA, 'the change comes back');

  const price = api.valuePerGas.toBigInt();
  const paid = events
    .filter(({ event }) => api.events.balances.Transfer.is(event))
    .map(({ event }) => event.data.amount.toBigInt());
  assert.deepEqual(paid, [value, gasLimit * price]);
  const { actualFee } = eventOf(events, 'transactionPayment', 'TransactionFeePaid');
  const burned = gas.burned.toBigInt() * price;
  assert.equal(await balance(api, bob.id, block), before - actualFee.toBigInt() - BET - burned);
  assert.equal(await balance(api, programId, block), held + BET);
  assert.equal(await read(api, programId, { LobbyList: null }).then((list) => list.length), 1);
});

test('a refused action gives all of its value back', async () => {
  const held = await balance(api, game.programId);
  const before = await balance(api, bob.id);
  const { events, gas, message, reply } = await act(
    api, game.programId, bob, { MakeMove: `0x${'00'.repeat(32)}` }, { value: 2n * VARA },
  );
  assert.deepEqual(reply, { err: { notMoveStage: null } });
  assert.equal(message.value.toBigInt(), 2n * VARA);
  const { actualFee } = eventOf(events, 'transactionPayment', 'TransactionFeePaid');
  const burned = gas.burned.toBigInt() * api.valuePerGas.toBigInt();
  assert.equal(await balance(api, bob.id), before - actualFee.toBigInt() - burned);
  assert.equal(await balance(api, game.programId), held);
});

test('value goes to an account by a message, too', async () => {
  const to = await newAccount();
  const message = { destination: to.id, payload: '0x0102', gasLimit: 0, value: 2n * VARA };
  const { events } = await succeed(api, api.message.send(message), bob);
  const sent = eventOf(events, 'gear', 'UserMessageSent').message;
  assert.equal(sent.payload.toHex(), '0x0102');
  assert.equal(sent.destination.toHex(), to.id);
  assert.equal(await balance(api, to.id), 2n * VARA);
});

test('value that would make a dead account is refused', async () => {
  const to = await newAccount();
  const little = api.existentialDeposit.toBigInt() - 1n;
  assert.equal(await fail(api, api.balance.transfer(to.id, little), bob), '{"token":"BelowMinimum"}');
  const send = () => api.message.send({ destination: to.id, payload: '0x', gasLimit: 0, value: little });
  assert.throws(send, { name: 'ValidationError', message: /Value less than minimal/ });
});

test('an account can give away everything and is then gone', async () => {
  const poor = await newAccount();
  await succeed(api, api.balance.transfer(poor.id, 20n * VARA), bob);
  const keep = api.balance.transfer(bob.id, 20n * VARA);
  assert.match(await fail(api, keep, poor), /token/);
  const before = await balance(api, poor.id);
  assert.ok(before > 0n && before < 20n * VARA);
  const { events } = await succeed(api, api.tx.balances.transferAll(bob.id, false), poor);
  assert.equal(eventOf(events, 'system', 'KilledAccount').account.toHex(), poor.id);
  assert.equal(await balance(api, poor.id), 0n);
});

test('several calls go in one extrinsic, all or none', async () => {
  const to = await newAccount();
  const give = (amount) => api.tx.balances.transferKeepAlive(to.id, amount);
  const { events } = await succeed(api, api.tx.utility.batchAll([give(VARA), give(VARA)]), bob);
  eventOf(events, 'utility', 'BatchCompleted');
  assert.equal(await balance(api, to.id), 2n * VARA);
  const all = await balance(api, bob.id);
  await fail(api, api.tx.utility.batchAll([give(VARA), give(all)]), bob);
  assert.equal(await balance(api, to.id), 2n * VARA);
});

test('changes of a balance and transfers are told of', async () => {
  const to = await newAccount();
  const balances = [];
  const transfers = [];
  const stops = await Promise.all([
    api.gearEvents.subscribeToBalanceChanges(to.id, (free) => balances.push(free.toBigInt())),
    api.gearEvents.subscribeToTransferEvents(({ data }) => {
      if (decodeAddress(data.to.toString()) === to.id) transfers.push(data.amount.toBigInt());
    }),
  ]);
  await succeed(api, api.balance.transfer(to.id, 7n * VARA), bob);
  await until(api, async () => balances.length > 0 && transfers.length > 0);
  stops.forEach((stop) => stop());
  assert.deepEqual(balances, [7n * VARA]);
  assert.deepEqual(transfers, [7n * VARA]);
});

test('what is issued is what accounts have', async () => {
  const { query } = await api.at(await api.rpc.chain.getFinalizedHead());
  const accounts = await query.system.account.entries();
  const sum = accounts
    .map(([, { data }]) => data.free.toBigInt() + data.reserved.toBigInt())
    .reduce((total, some) => total + some, 0n);
  assert.equal(sum, (await query.balances.totalIssuance()).toBigInt());
});
