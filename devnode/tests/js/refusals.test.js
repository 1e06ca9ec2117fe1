// What a node does not take, and how its client learns of it.

import { u8aToHex } from '@polkadot/util';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { VARA, balance, fail, newAccount, richAccounts, submit, succeed, until } from './support/chain.js';
import { act, decoded, deploy, meta } from './support/game.js';
import { connect } from './support/node.js';

const INVALID = 1010;

let api, close, alice, bob, programId;

before(async () => {
  ({ api, close } = await connect());
  [alice, bob] = await richAccounts(api, 2);
  ({ programId } = await deploy(api, alice));
});
after(() => close());

const nonceOf = async ({ id }) => (await api.query.system.account(id)).nonce.toNumber();

test('a used nonce is refused', async () => {
  const nonce = await nonceOf(alice);
  const stale = submit(api.tx.system.remark('0x'), alice, { nonce: nonce - 1 });
  await assert.rejects(stale, {
    name: 'RpcError',
    code: INVALID,
    message: '1010: Invalid Transaction: Transaction is outdated',
  });
});

test('a nonce that is too high waits for those before it', async () => {
  const nonce = await nonceOf(bob);
  const second = submit(api.tx.system.remark('0x02'), bob, { nonce: nonce + 1 });
  await until(api, async () => (await api.rpc.author.pendingExtrinsics()).length === 1);
  const first = submit(api.tx.system.remark('0x01'), bob, { nonce });
  const [early, late] = await Promise.all([first, second]);
  assert.equal(late.statuses[0], 'Future');
  assert.equal(early.statuses[0], 'Ready');
  assert.equal(late.statuses.at(-1), 'Finalized');
  assert.equal(await nonceOf(bob), nonce + 2);
});

test('an extrinsic is taken once', async () => {
  const nonce = await nonceOf(bob);
  const extrinsic = await api.tx.system.remark('0x').signAsync(bob.pair, { nonce });
  await api.rpc.author.submitExtrinsic(extrinsic);
  const again = () => api.rpc.author.submitExtrinsic(extrinsic);
  // A block may have it already.
  await assert.rejects(again(), ({ code }) => code === 1013 || code === INVALID);
  await until(api, async () => (await nonceOf(bob)) > nonce);
  assert.equal(await nonceOf(bob), nonce + 1);
  await assert.rejects(again());
});

test('a forged signature is refused', async () => {
  const extrinsic = await api.tx.system.remark('0x').signAsync(alice.pair, { nonce: -1 });
  const bytes = extrinsic.toU8a();
  // Before it: a length of two bytes, the version, the sender's kind and id, its own kind.
  bytes[2 + 1 + 1 + 32 + 1] ^= 1;
  const forged = api.provider.send('author_submitExtrinsic', [u8aToHex(bytes)]);
  await assert.rejects(forged, {
    code: INVALID,
    message: '1010: Invalid Transaction: Transaction has a bad signature',
  });
});

test('an extrinsic that was signed for another chain is refused', async () => {
  const options = { nonce: -1, era: 0, genesisHash: `0x${'55'.repeat(32)}` };
  await assert.rejects(submit(api.tx.system.remark('0x'), alice, options), {
    code: INVALID,
    message: '1010: Invalid Transaction: Transaction has a bad signature',
  });
});

test('bytes that are no extrinsic are refused', async () => {
  for (const bytes of ['0x', '0x00', '0x0c840000', `0x${'ff'.repeat(200)}`]) {
    await assert.rejects(api.provider.send('author_submitExtrinsic', [bytes]), { code: 1001 }, bytes);
  }
  await assert.rejects(api.provider.send('author_submitExtrinsic', ['nonsense']), { code: -32602 });
});

test('an account that cannot pay the fee is refused', async () => {
  const poor = await newAccount();
  const message = { destination: programId, payload: { Advance: null }, gasLimit: 1_000_000_000 };
  await assert.rejects(submit(api.message.send(message, meta), poor), {
    code: INVALID,
    message: /^1010: Invalid Transaction: Inability to pay some fees/,
  });
});

test('more value than the sender has fails in the block and moves nothing', async () => {
  const had = await balance(api, bob.id);
  const message = { destination: programId, payload: { Register: null }, gasLimit: 1_000_000_000, value: had };
  const { dispatchError, events } = await submit(api.message.send(message, meta), bob);
  assert.equal(dispatchError.isModule, true);
  const failed = events.find(({ event }) => api.events.system.ExtrinsicFailed.is(event));
  const { name } = api.getExtrinsicFailedError(failed.event);
  assert.equal(name, 'InsufficientBalance');
  assert.ok((await balance(api, bob.id)) > had - VARA, 'only the fee is gone');
  const transfer = api.balance.transfer(alice.id, had);
  assert.equal(await fail(api, transfer, bob), '{"token":"FundsUnavailable"}');
});

test('gas over the limit is refused by the client and in the block', async () => {
  const gasLimit = api.blockGasLimit.addn(1);
  const send = () => api.message.send({ destination: programId, payload: '0x', gasLimit });
  assert.throws(send, { name: 'ValidationError', message: /^GasLimit too high/ });
  const extrinsic = api.tx.gear.sendMessage(programId, '0x', gasLimit, 0, true);
  assert.equal(await fail(api, extrinsic, alice), 'gear.GasLimitTooHigh');
});

test('a message that runs out of gas is answered with an error', async () => {
  const message = { destination: programId, payload: { Register: null }, gasLimit: 1_000_000, value: 10n * VARA };
  const { block, events } = await succeed(api, api.message.send(message, meta), alice);
  const queued = events.find(({ event }) => api.events.gear.MessageQueued.is(event));
  const id = queued.event.data.id.toHex();
  const { data } = await api.message.getReplyEvent(programId, id, block);
  const { replyCode } = decoded(data.message);
  assert.equal(replyCode.isError, true);
  assert.equal(replyCode.asError.type, 'Execution');
  assert.equal(replyCode.asError.asExecution.type, 'RanOutOfGas');
  assert.equal(data.message.value.toBigInt(), 10n * VARA);
});

test('a payload that the program does not know traps', async () => {
  const payload = '0xff';
  const estimate = api.program.calculateGas.handle(alice.id, programId, payload, 0, true);
  await assert.rejects(estimate, { code: 8000, message: /Program terminated with a trap/ });
  const reply = await api.message.calculateReply({ origin: alice.id, destination: programId, payload });
  assert.equal(reply.code.isError, true);
});

test('what is no program can be estimated no message to', async () => {
  const { id } = await newAccount();
  const failed = {
    code: 8000,
    message:
      '8000: Runtime error: "Internal error: entered unreachable code ' +
      `'Failed to get last message from the queue'"`,
  };
  await assert.rejects(api.program.calculateGas.handle(alice.id, id, '0x00', 0, true), failed);
  const reply = api.message.calculateReply({ origin: alice.id, destination: id, payload: '0x00' });
  await assert.rejects(reply, failed);
});

test('what is in no mailbox can be neither claimed nor answered', async () => {
  const id = `0x${'66'.repeat(32)}`;
  assert.equal(await api.mailbox.read(alice.id, id), null);
  assert.deepEqual(await api.mailbox.read(alice.id), []);
  const claim = api.claimValueFromMailbox.submit(id);
  assert.equal(await fail(api, claim, alice), 'gear.MessageNotFound');
  const reply = await api.message.sendReply({ replyToId: id, payload: '0x', gasLimit: 1_000_000 });
  assert.equal(await fail(api, reply, alice), 'gear.MessageNotFound');
  const estimate = api.program.calculateGas.reply(alice.id, id, '0x', 0, true);
  await assert.rejects(estimate, { code: 8000, message: /MessageNotFound/ });
});

test('a call that needs the root account fails', async () => {
  const { statuses, dispatchError } = await submit(api.tx.system.setHeapPages(1), alice);
  assert.equal(statuses.at(-1), 'Finalized');
  assert.ok(dispatchError);
});

test('the program says itself what is wrong with an action', async () => {
  const { reply, replyCode } = await act(api, programId, bob, { StopGame: null });
  assert.equal(replyCode.isSuccess, true);
  assert.deepEqual(reply, { err: { notOwner: null } });
});
