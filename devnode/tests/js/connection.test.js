// The node, and the connection to it.

import { GearApi } from '@gear-js/api';
import { WsProvider } from '@polkadot/api';
import assert from 'node:assert/strict';
import net from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { until } from './support/chain.js';
import { connect } from './support/node.js';

let api, url, close;

before(async () => ({ api, url, close } = await connect()));
after(() => close());

test('the node says what it is', async () => {
  assert.equal(api.isConnected, true);
  assert.notEqual(await api.chain(), '');
  assert.notEqual(await api.nodeName(), '');
  assert.match(await api.nodeVersion(), /^\d+\.\d+\.\d+/);
  const health = await api.rpc.system.health();
  assert.equal(health.isSyncing.isTrue, false);
  const properties = await api.rpc.system.properties();
  // A Vara node gives the prefix under another name, which the client does not read.
  assert.equal(properties.ss58Format.isNone, true);
  assert.equal((await api.provider.send('system_properties', [])).ss58format, 137);
  assert.equal(api.consts.system.ss58Prefix.toNumber(), 137);
  assert.equal(properties.tokenDecimals.unwrap()[0].toNumber(), 12);
});

test('the runtime has the constants that clients check against', () => {
  assert.match(api.specName, /^vara/);
  assert.ok(api.specVersion >= 20000);
  assert.equal(api.existentialDeposit.toBigInt(), 1_000_000_000_000n);
  assert.equal(api.blockGasLimit.toBigInt(), 750_000_000_000n);
  assert.equal(api.valuePerGas.toBigInt(), 100n);
});

test('methods that are served are listed, and others are refused by name', async () => {
  const methods = (await api.rpc.rpc.methods()).methods.map(String);
  for (const name of ['gear_readState', 'gear_calculateGasForHandle', 'chain_getBlock']) {
    assert.ok(methods.includes(name), name);
  }
  const call = api.provider.send('nobody_servesThis', []);
  await assert.rejects(call, { code: -32601, message: /Method not found/ });
});

test('new heads follow one another', async () => {
  const heads = await take(5, (next) => api.rpc.chain.subscribeNewHeads(next));
  for (const [index, head] of heads.slice(1).entries()) {
    assert.equal(head.number.toNumber(), heads[index].number.toNumber() + 1);
    assert.equal(head.parentHash.toHex(), heads[index].hash.toHex());
  }
});

test('finalized heads are blocks of the chain', async () => {
  const heads = await take(3, (next) => api.rpc.chain.subscribeFinalizedHeads(next));
  for (const head of heads) {
    const hash = await api.rpc.chain.getBlockHash(head.number.toNumber());
    assert.equal(hash.toHex(), head.hash.toHex());
  }
});

test('an unsubscribed client is told of nothing', async () => {
  let heads = 0;
  const stop = await api.rpc.chain.subscribeNewHeads(() => (heads += 1));
  stop();
  const seen = heads;
  const start = (await api.rpc.chain.getHeader()).number.toNumber();
  await until(api, async () => (await api.rpc.chain.getHeader()).number.toNumber() > start + 2);
  assert.ok(heads <= seen + 1, 'a head may have been on its way');
});

test('the time goes on by the block time', async () => {
  const [first, second] = await take(2, (next) => api.rpc.chain.subscribeNewHeads(next));
  const times = [first, second].map(async ({ hash }) => {
    const { query } = await api.at(hash);
    return (await query.timestamp.now()).toNumber();
  });
  const [before, after] = await Promise.all(times);
  assert.equal(after - before, api.consts.babe.expectedBlockTime.toNumber());
});

test('a client whose connection is cut connects again and goes on', async () => {
  const proxy = await startProxy(url);
  const provider = new WsProvider(proxy.url, 50);
  const client = new GearApi({ provider });
  try {
    await client.isReadyOrError;
    const genesis = client.genesisHash.toHex();
    let heads = 0;
    await client.rpc.chain.subscribeNewHeads(() => (heads += 1));
    await untilTrue(() => heads > 1);

    const dropped = new Promise((resolve) => client.once('disconnected', resolve));
    const back = new Promise((resolve) => client.once('connected', resolve));
    proxy.cut();
    await dropped;
    assert.equal(client.isConnected, false);
    await back;

    assert.equal(await client.isReady, client);
    const seen = heads;
    await untilTrue(() => heads > seen + 1);
    assert.equal(client.genesisHash.toHex(), genesis);
    assert.notEqual(await client.chain(), '');
  } finally {
    await client.disconnect();
    await proxy.stop();
  }
});

/** The first items of a subscription. */
async function take(count, subscribe) {
  const items = [];
  let enough;
  const taken = new Promise((resolve) => (enough = resolve));
  const stop = await subscribe((item) => {
    if (items.length < count) items.push(item);
    if (items.length === count) enough();
  });
  await taken;
  stop();
  return items;
}

async function untilTrue(condition) {
  while (!condition()) await setTimeout(20);
}

/** Stands between a client and a node, so that their connection can be cut. */
async function startProxy(url) {
  const { hostname, port } = new URL(url);
  const sockets = new Set();
  const cut = () => sockets.forEach((socket) => socket.destroy());
  const server = net.createServer((client) => {
    const node = net.connect(Number(port), hostname);
    for (const [socket, other] of [[client, node], [node, client]]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = async () => {
    cut();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `ws://127.0.0.1:${server.address().port}`, cut, stop };
}
