// The parts of `chainHead_v1` that the clients' tests do not reach: refusals, and the end of a
// subscription.

import { blake2AsHex } from '@polkadot/util-crypto';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from './support/chain.js';
import { connect } from './support/node.js';

const NUMBER = '0x26aa394eea5630e07c48ae0c9558cef702a5c1b19ab7a04f536c519aca4983ac';
const SYSTEM = NUMBER.slice(0, 34);

const ONLY_HERE = process.env.VARA_NODE ? 'no Vara node goes back for a test' : false;

/** Follows the chain. Returns its events so far, and functions that ask about its blocks. */
async function follow(api) {
  const events = [];
  const names = ['chainHead_v1_followEvent', 'chainHead_v1_follow'];
  const id = await api.provider.subscribe(...names, [true], (_, event) => events.push(event));
  const ask = (name, ...args) => api.provider.send(`chainHead_v1_${name}`, [id, ...args]);
  const found = (is) => until(api, async () => events.find(is));
  /** Starts an operation, waits until it is done, and returns its events. */
  const done = async (name, ...args) => {
    const { result, operationId } = await ask(name, ...args);
    assert.equal(result, 'started');
    await found((event) => event.operationId === operationId && !event.items);
    return events.filter((event) => event.operationId === operationId);
  };
  const { finalizedBlockHashes } = await found(({ event }) => event === 'initialized');
  return { events, ask, found, done, block: finalizedBlockHashes.at(-1) };
}

test('a follower asks about blocks that it keeps', { skip: ONLY_HERE }, async (t) => {
  const { api, close } = await connect();
  t.after(close);
  const { ask, done, found, events, block } = await follow(api);
  const { finalizedBlockRuntime } = events[0];
  assert.equal(finalizedBlockRuntime.type, 'valid');
  const version = api.runtimeVersion.specVersion.toNumber();
  assert.equal(finalizedBlockRuntime.spec.specVersion, version);

  const header = await api.rpc.chain.getHeader(block);
  assert.equal(await ask('header', block), header.toHex());
  const value = await api.rpc.state.getStorage(NUMBER, block);
  const [{ items }] = await done('storage', block, [
    { key: NUMBER, type: 'value' },
    { key: NUMBER, type: 'hash' },
    { key: SYSTEM, type: 'descendantsValues' },
    { key: SYSTEM, type: 'closestDescendantMerkleValue' },
    { key: '0x00', type: 'value' },
  ]);
  assert.deepEqual(items[0], { key: NUMBER, value: value.toHex() });
  assert.deepEqual(items[1], { key: NUMBER, hash: blake2AsHex(value.toHex(), 256) });
  assert.ok(items.some((item, index) => index > 1 && item.key === NUMBER && item.value));
  assert.equal(items.at(-1).key, SYSTEM, 'there is no item for a key without a value');
  assert.ok(items.at(-1).closestDescendantMerkleValue);
  const [body] = await done('body', block);
  const { extrinsics } = (await api.rpc.chain.getBlock(block)).block;
  assert.deepEqual(body.value, extrinsics.map((extrinsic) => extrinsic.toHex()));
  const [failed] = await done('call', block, 'No_call', '0x');
  assert.equal(failed.event, 'operationError');

  const unknown = { name: 'RpcError', code: -32801 };
  await assert.rejects(ask('header', `0x${'11'.repeat(32)}`), unknown);
  await ask('unpin', [block]);
  await assert.rejects(ask('header', block), unknown);
  await assert.rejects(ask('body', block), unknown);
  await assert.rejects(ask('unpin', block), unknown);
  const nobody = await api.provider.send('chainHead_v1_body', ['nobody', block]);
  assert.deepEqual(nobody, { result: 'limitReached' });

  // A block is reported as new first, then as the best, then as final.
  const { blockHash } = await found(({ event }) => event === 'newBlock');
  const final = ({ finalizedBlockHashes: hashes }) => hashes?.includes(blockHash);
  await found((event) => event.event === 'finalized' && final(event));
  const told = events.filter((e) => e.blockHash === blockHash || e.bestBlockHash === blockHash || final(e));
  assert.deepEqual(told.map(({ event }) => event), ['newBlock', 'bestBlockChanged', 'finalized']);
  assert.equal(told[0].newRuntime, null);
  await api.provider.send('dev_upgradeRuntime', []);
  const { newRuntime } = await found((event) => event.newRuntime);
  assert.equal(newRuntime.spec.specVersion, version + 1);
});

test('a follower stops where the chain goes back', { skip: ONLY_HERE }, async (t) => {
  const { api, close } = await connect();
  t.after(close);
  const snapshot = await api.provider.send('dev_snapshot', []);
  await api.provider.send('dev_advanceBlocks', [5]);
  const { ask, found, events, block } = await follow(api);
  await api.provider.send('dev_revert', [snapshot]);
  await found(({ event }) => event === 'stop');
  assert.equal(events.at(-1).event, 'stop');
  assert.deepEqual(await ask('body', block), { result: 'limitReached' });
});
