// Vouchers, by the client's own interface to them.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import {
  VARA,
  balance,
  eventOf,
  fail,
  newAccount,
  richAccounts,
  submit,
  succeed,
  until,
} from './support/chain.js';
import { BET, config, decoded, deploy, meta, probe, read } from './support/game.js';
import { connect } from './support/node.js';

let api, close, alice, bob, programId;

before(async () => {
  ({ api, close } = await connect());
  [alice, bob] = await richAccounts(api, 2);
  ({ programId } = await deploy(api, alice, { ...config, bet_size: 0 }));
});
after(() => close());

/** Has Alice issue a voucher. Answers with its id. */
async function issue(spender, { blocks = 1000, programs = [programId], codes } = {}) {
  const { extrinsic, voucherId } = await api.voucher.issue(
    spender.id, 20n * VARA, blocks, programs, codes,
  );
  const { events } = await succeed(api, extrinsic, alice);
  const { owner, spender: to, voucherId: issued } = eventOf(events, 'gearVoucher', 'VoucherIssued');
  assert.deepEqual([owner.toHex(), to.toHex()], [alice.id, spender.id]);
  assert.equal(issued.toHex(), voucherId, 'the client knows it beforehand');
  return voucherId;
}

/** A message with an action, which a voucher is to pay for. */
function message(payload, destination = programId, value = 0) {
  const gasLimit = 20_000_000_000n;
  return { SendMessage: api.message.send({ destination, payload, gasLimit, value }, meta) };
}

test('somebody without a coin plays by a voucher', async () => {
  const poor = await newAccount();
  const voucher = await issue(poor);
  const call = api.voucher.call(voucher, message({ Register: null }));
  const { partialFee } = await call.paymentInfo(poor.pair);
  const { events, block } = await succeed(api, call, poor);
  const { who, actualFee } = eventOf(events, 'transactionPayment', 'TransactionFeePaid');
  assert.equal(who.toHex(), voucher);
  assert.equal(actualFee.toBigInt(), partialFee.toBigInt());
  const { id, source } = eventOf(events, 'gear', 'MessageQueued');
  assert.equal(source.toHex(), poor.id);
  const { data } = await api.message.getReplyEvent(programId, id.toHex(), block);
  assert.deepEqual(decoded(data.message).reply, { ok: { playerRegistered: null } });
  assert.ok((await read(api, programId, { LobbyList: null })).includes(poor.id));
  const { nonce, providers, data: has } = await api.query.system.account(poor.id);
  assert.deepEqual([nonce.toNumber(), providers.toNumber(), has.free.toBigInt()], [1, 0, 0n]);
  const left = await balance(api, voucher);
  assert.ok(left < 20n * VARA - actualFee.toBigInt() && left > 19n * VARA, String(left));
});

test('an account finds its vouchers', async () => {
  const spender = await newAccount();
  assert.equal(await api.voucher.exists(spender.id, programId), false);
  assert.deepEqual(await api.voucher.getAllForAccount(spender.id), {});
  const one = await issue(spender);
  const any = await issue(spender, { programs: null, codes: true });
  assert.equal(await api.voucher.exists(spender.id, programId), true);
  const all = await api.voucher.getAllForAccount(spender.id);
  assert.deepEqual(Object.keys(all).sort(), [one, any].sort());
  const details = await api.voucher.getDetails(spender.id, one);
  assert.deepEqual(details, all[one]);
  assert.equal(details.owner, alice.id);
  assert.deepEqual(details.programs, [programId]);
  assert.equal(details.codeUploading, false);
  assert.equal(all[any].programs, null);
  assert.equal(all[any].codeUploading, true);
  const other = `0x${'11'.repeat(32)}`;
  assert.deepEqual(Object.keys(await api.voucher.getAllForAccount(spender.id, other)), [any]);
  assert.equal(await api.voucher.getDetails(bob.id, one), null);
  const issued = await api.voucher.getAllIssuedByAccount(alice.id);
  assert.ok(issued.includes(one) && issued.includes(any));
});

test('a voucher is revoked once it is over, and gives back what is left', async () => {
  const spender = await newAccount();
  const voucher = await issue(spender, { blocks: api.voucher.minDuration });
  const revoke = api.voucher.revoke(spender.id, voucher);
  const { expiry } = await api.voucher.getDetails(spender.id, voucher);
  if ((await api.blocks.getBlockNumber(await api.rpc.chain.getBlockHash())).toNumber() < expiry - 2) {
    assert.equal(await fail(api, revoke, alice), 'gearVoucher.IrrevocableYet');
  }
  await until(api, async () => (await api.query.system.number()).toNumber() >= expiry);
  const { events } = await succeed(api, api.voucher.revoke(spender.id, voucher), alice);
  assert.equal(eventOf(events, 'gearVoucher', 'VoucherRevoked').voucherId.toHex(), voucher);
  assert.equal(await balance(api, voucher), 0n);
});

test('a voucher is declined by its spender, who need not have a coin', async () => {
  const spender = await newAccount();
  const voucher = await issue(spender);
  const decline = api.voucher.call(voucher, { DeclineVoucher: null });
  const { events } = await succeed(api, decline, spender);
  assert.equal(eventOf(events, 'gearVoucher', 'VoucherDeclined').spender.toHex(), spender.id);
  await assert.rejects(submit(api.voucher.call(voucher, message({ Leave: null })), spender), {
    message: /Inability to pay some fees/,
  });
  await succeed(api, api.voucher.revoke(spender.id, voucher), alice);
});

test('an owner adds money, programs, codes and time', async () => {
  const spender = await newAccount();
  const voucher = await issue(spender);
  const before = await api.voucher.getDetails(spender.id, voucher);
  const more = { balanceTopUp: VARA, appendPrograms: [bob.id], codeUploading: true, prolongDuration: 50 };
  const update = api.voucher.update(spender.id, voucher, more);
  const { events } = await succeed(api, update, alice);
  assert.equal(eventOf(events, 'gearVoucher', 'VoucherUpdated').newOwner.isNone, true);
  const after = await api.voucher.getDetails(spender.id, voucher);
  assert.deepEqual(after.programs.sort(), [bob.id, programId].sort());
  assert.equal(after.codeUploading, true);
  assert.equal(after.expiry, before.expiry + 50);
  assert.equal(await balance(api, voucher), 21n * VARA);
  const theirs = api.voucher.update(spender.id, voucher, { balanceTopUp: VARA });
  assert.equal(await fail(api, theirs, bob), 'gearVoucher.BadOrigin');
});

test('a voucher pays for a code, if it is for codes', async () => {
  const spender = await newAccount();
  const voucher = await issue(spender, { programs: null, codes: true });
  // With a section of its own, it is on no chain yet.
  const section = [0, 13, 4, ...Buffer.from('test'), ...randomBytes(8)];
  const { extrinsic } = await api.code.upload(Buffer.concat([probe, Buffer.from(section)]));
  const call = api.voucher.call(voucher, { UploadCode: extrinsic });
  const { events } = await succeed(api, call, spender);
  assert.ok(eventOf(events, 'gear', 'CodeChanged').id.toHex());
});

test('a voucher pays for no value', async () => {
  const poor = await newAccount();
  const voucher = await issue(poor);
  const before = await balance(api, voucher);
  const call = api.voucher.call(voucher, message({ Register: null }, programId, BET));
  assert.equal(await fail(api, call, poor), 'gearBank.InsufficientBalance');
  assert.ok((await balance(api, voucher)) < before, 'but the fee is taken');
});

test('a voucher and a seat come in one extrinsic', async () => {
  const key = await newAccount();
  const { extrinsic, voucherId } = await api.voucher.issue(key.id, 20n * VARA, 1000, [programId]);
  const { SendMessage: seat } = message({ Register: null });
  const batch = api.tx.utility.batchAll([extrinsic, seat]);
  const { events } = await succeed(api, batch, bob);
  assert.equal(eventOf(events, 'gearVoucher', 'VoucherIssued').voucherId.toHex(), voucherId);
  await succeed(api, api.voucher.call(voucherId, message({ Leave: null })), key);
});
