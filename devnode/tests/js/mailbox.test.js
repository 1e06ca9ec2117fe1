// Messages that wait: in a mailbox for their user, in the waitlist for their program.

import { TypeRegistry } from '@polkadot/types';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { VARA, balance, eventOf, fail, richAccounts, succeed, until } from './support/chain.js';
import { probe } from './support/game.js';
import { connect } from './support/node.js';

/** As much of the probe's tasks as is used here, in their order. */
const types = {
  Task: {
    _enum: {
      Nothing: 'Null',
      Mail: 'u128',
      MailLater: '(u128, u32)',
      Pay: 'u128',
      PayLater: '(u128, u32)',
      WakeSelf: '(u64, u32)',
      CallSelf: 'Null',
      WaitFor: 'u32',
    },
  },
};

const GAS = 20_000_000_000n;
const registry = new TypeRegistry();
registry.register(types);

let api, close, bob, programId;

before(async () => {
  // A message waits for 30 blocks, which must not be over while the client reads one.
  ({ api, close } = await connect({ blockTime: 500, finalityLag: 5 }));
  [bob] = await richAccounts(api, 1);
  const upload = api.program.upload({ code: probe, initPayload: '0x', gasLimit: GAS });
  await succeed(api, upload.extrinsic, bob);
  programId = upload.programId;
});
after(() => close());

/** Has the program do something. Answers with the block and its events. */
async function tell(task, value = 0n) {
  const payload = registry.createType('Task', task).toHex();
  const message = { destination: programId, payload, gasLimit: GAS, value };
  const { block, events } = await succeed(api, api.message.send(message), bob);
  const { id } = eventOf(events, 'gear', 'MessageQueued');
  return { id: id.toHex(), block, all: await api.blocks.getEvents(block) };
}

/** Has the program send a message with value that waits to be claimed. */
async function mail(value) {
  const { all } = await tell({ Mail: value }, value);
  const sent = all
    .filter(({ event }) => api.events.gear.UserMessageSent.is(event))
    .map(({ event }) => event.data)
    .filter(({ message }) => message.details.isNone);
  assert.equal(sent.length, 1);
  assert.equal(sent[0].message.payload.toUtf8(), 'mail');
  return { id: sent[0].message.id.toHex(), expiration: sent[0].expiration.unwrap().toNumber() };
}

test('a message with value waits in the mailbox until it is claimed', async () => {
  const { id, expiration } = await mail(2n * VARA);
  const [message, interval] = await api.mailbox.read(bob.id, id);
  assert.equal(message.id.toHex(), id);
  assert.equal(message.source.toHex(), programId);
  assert.equal(message.value.toBigInt(), 2n * VARA);
  assert.equal(interval.finish.toNumber(), expiration);
  assert.ok(interval.start.toNumber() < expiration);
  assert.equal((await api.mailbox.read(bob.id)).length, 1);

  const before = await balance(api, bob.id);
  const { events } = await succeed(api, api.claimValueFromMailbox.submit(id), bob);
  const read = eventOf(events, 'gear', 'UserMessageRead');
  assert.equal(read.id.toHex(), id);
  assert.equal(read.reason.asRuntime.type, 'MessageClaimed');
  const { actualFee } = eventOf(events, 'transactionPayment', 'TransactionFeePaid');
  const gained = (await balance(api, bob.id)) - before + actualFee.toBigInt();
  assert.ok(gained >= 2n * VARA, 'the value, and gas that was set apart for the wait');
  assert.deepEqual(await api.mailbox.read(bob.id), []);
  assert.equal(await fail(api, api.claimValueFromMailbox.submit(id), bob), 'gear.MessageNotFound');
});

test('a message of the mailbox is answered, which claims it', async () => {
  const { id } = await mail(VARA);
  const gas = await api.program.calculateGas.reply(bob.id, id, '0x00', 0, true);
  assert.ok(gas.min_limit.toBigInt() > 0n);
  const reply = { replyToId: id, payload: '0x00', gasLimit: gas.min_limit, account: bob.id };
  const { block, events } = await succeed(api, await api.message.sendReply(reply), bob);
  const queued = eventOf(events, 'gear', 'MessageQueued');
  assert.equal(queued.entry.type, 'Reply');
  assert.equal(queued.entry.asReply.toHex(), id);
  const read = eventOf(events, 'gear', 'UserMessageRead');
  assert.equal(read.reason.asRuntime.type, 'MessageReplied');
  const all = await api.blocks.getEvents(block);
  const { statuses } = eventOf(all, 'gear', 'MessagesDispatched');
  const status = [...statuses.entries()].find(([of]) => of.eq(queued.id));
  assert.equal(status[1].isSuccess, true);
  assert.equal(await api.mailbox.read(bob.id, id), null);
});

test('a message that waits is in the waitlist until its block has come', async () => {
  const { id, all } = await tell({ WaitFor: 60 });
  const waited = eventOf(all, 'gear', 'MessageWaited');
  assert.equal(waited.id.toHex(), id);
  const [dispatch, interval] = await api.waitlist.read(programId, id);
  assert.equal(dispatch.message.id.toHex(), id);
  assert.ok(interval.finish.toNumber() > interval.start.toNumber());
  assert.equal((await api.waitlist.read(programId)).length, 1);
  await until(api, async () => (await api.waitlist.read(programId, id)) === null);
  const { data } = await api.message.getReplyEvent(programId, id, waited.expiration.toNumber());
  assert.equal(data.message.payload.toUtf8(), 'done');
});
