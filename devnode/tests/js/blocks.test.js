// Blocks, what is in them, and what clients are told of them.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventOf, richAccounts, until } from './support/chain.js';
import { BET, act, deploy } from './support/game.js';
import { connect } from './support/node.js';

let api, close, alice, bob, programId, sent;

before(async () => {
  ({ api, close } = await connect());
  [alice, bob] = await richAccounts(api, 2);
  ({ programId } = await deploy(api, alice));
  sent = await act(api, programId, bob, { Register: null }, { value: BET });
});
after(() => close());

test('a block is found by its hash and by its number', async () => {
  const number = (await api.blocks.getBlockNumber(sent.block)).toNumber();
  assert.equal((await api.blocks.getBlockHash(number)).toHex(), sent.block);
  for (const key of [number, sent.block]) {
    const { block } = await api.blocks.get(key);
    assert.equal(block.header.hash.toHex(), sent.block);
    assert.equal(block.header.number.toNumber(), number);
  }
  assert.equal((await api.rpc.chain.getBlockHash(0)).toHex(), api.genesisHash.toHex());
  const head = await api.blocks.getFinalizedHead();
  assert.ok((await api.blocks.getBlockNumber(head.toHex())).toNumber() >= number);
});

test('a block that there is not is not given', async () => {
  assert.equal((await api.rpc.chain.getBlockHash(4_000_000_000)).isEmpty, true);
  await assert.rejects(api.blocks.get(`0x${'33'.repeat(32)}`));
});

test('a block has the time, what was signed, and the run of the queue', async () => {
  const extrinsics = await api.blocks.getExtrinsics(sent.block);
  const methods = extrinsics.map(({ method }) => `${method.section}.${method.method}`);
  assert.equal(methods[0], 'timestamp.set');
  assert.equal(methods.at(-1), 'gear.run');
  const mine = extrinsics[sent.index];
  assert.equal(mine.hash.toHex(), sent.hash);
  assert.equal(mine.signer.toString(), api.createType('AccountId', bob.id).toString());
  const [destination, , gasLimit, value] = mine.method.args;
  assert.equal(destination.toHex(), programId);
  assert.equal(gasLimit.toBigInt(), sent.gasLimit);
  assert.equal(value.toBigInt(), BET);
});

test('a block has its time', async () => {
  const time = await api.blocks.getBlockTimestamp(sent.block);
  const { query } = await api.at(sent.block);
  assert.equal(time.toString(), (await query.timestamp.now()).toString());
});

test("a block's events are those that its extrinsics led to", async () => {
  const events = await api.blocks.getEvents(sent.block);
  const mine = events.filter(
    ({ phase }) => phase.isApplyExtrinsic && phase.asApplyExtrinsic.eqn(sent.index),
  );
  assert.deepEqual(
    mine.map(({ event }) => event.toHex()),
    sent.events.map(({ event }) => event.toHex()),
  );
  const { total, statuses, stateChanges } = eventOf(events, 'gear', 'MessagesDispatched');
  assert.equal(total.toNumber(), 1);
  const [[id, status]] = [...statuses.entries()];
  assert.equal(id.toHex(), sent.id);
  assert.equal(status.isSuccess, true);
  assert.deepEqual([...stateChanges].map((id) => id.toHex()), [programId]);
});

test('a block is read with the events of each extrinsic', async () => {
  const { block, events, extrinsics } = await api.derive.chain.getBlock(sent.block);
  assert.equal(block.header.hash.toHex(), sent.block);
  assert.ok(events.length > 0);
  const { extrinsic, events: mine, dispatchError } = extrinsics[sent.index];
  assert.equal(extrinsic.hash.toHex(), sent.hash);
  assert.equal(dispatchError, undefined);
  assert.equal(mine.length, sent.events.length);
  const derived = await api.derive.tx.events(sent.block);
  assert.equal(derived.events.length, events.length);
});

test('new heads are derived', async () => {
  const start = (await api.derive.chain.bestNumber()).toNumber();
  const heads = [];
  const stop = await api.blocks.subscribeNewHeads((head) => heads.push(head));
  await until(api, async () => heads.length > 2);
  stop();
  // In whichever order: the client reads something about each before it gives it.
  assert.equal(new Set(heads.map((head) => head.hash.toHex())).size, heads.length);
  for (const head of heads) {
    assert.ok(head.number.toNumber() >= start);
    assert.equal((await api.blocks.getBlockHash(head.number.toNumber())).toHex(), head.hash.toHex());
  }
});

test('heads are followed from an old block on, with none left out', async () => {
  for (const kind of ['latest', 'finalized']) {
    const from = (await api.blocks.getBlockNumber(sent.block)).toNumber();
    const heads = [];
    const stop = await api.blocks.subscribeToHeadsFrom(
      from,
      (head) => heads.push(head.number.toNumber()),
      kind,
    );
    await until(api, async () => heads.length > 4);
    stop();
    assert.equal(heads[0], from);
    assert.deepEqual(heads, heads.map((_, index) => from + index), kind);
  }
});

test('pending extrinsics are listed until a block has them', async () => {
  const { nonce } = await api.query.system.account(bob.id);
  const later = api.tx.system.remark('0x01');
  await later.signAsync(bob.pair, { nonce: nonce.addn(1) });
  await api.rpc.author.submitExtrinsic(later);
  const pending = async () => {
    const all = await api.rpc.author.pendingExtrinsics();
    return all.map((extrinsic) => extrinsic.hash.toHex());
  };
  assert.ok((await pending()).includes(later.hash.toHex()));
  const first = api.tx.system.remark('0x00');
  await first.signAsync(bob.pair, { nonce });
  await api.rpc.author.submitExtrinsic(first);
  await until(api, async () => !(await pending()).includes(later.hash.toHex()));
  const after = await api.query.system.account(bob.id);
  assert.equal(after.nonce.toNumber(), nonce.toNumber() + 2);
});

test('the storage that clients read is there, and its history', async () => {
  const [number, hash] = [await api.query.system.number(), await api.rpc.chain.getBlockHash()];
  assert.ok(number.toNumber() > 0);
  const { query } = await api.at(hash);
  const header = await api.rpc.chain.getHeader(hash);
  assert.equal((await query.system.number()).toString(), header.number.toString());
  assert.equal((await query.system.parentHash()).toHex(), header.parentHash.toHex());
  const accounts = await api.query.system.account.entries();
  assert.ok(accounts.some(([key]) => key.args[0].toHex() === alice.id));
  const [a, b] = await api.query.system.account.multi([alice.id, bob.id]);
  assert.ok(a.nonce.toNumber() >= 1 && b.nonce.toNumber() >= 1);
  assert.equal((await api.query.gearProgram.programStorage(programId)).unwrap().isActive, true);
  assert.equal((await api.query.gearProgram.programStorage(bob.id)).isNone, true);
});

test('a block that is not known has no state', async () => {
  const hash = `0x${'44'.repeat(32)}`;
  await assert.rejects(api.at(hash), { message: /Unable to retrieve header/ });
  const read = api.provider.send('state_getStorage', [api.query.system.number.key(), hash]);
  await assert.rejects(read, { code: 4003, message: /UnknownBlock/ });
});
