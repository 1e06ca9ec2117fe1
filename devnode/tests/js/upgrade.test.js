// The runtime is upgraded while unmodified `@gear-js/api` is connected.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventOf, richAccounts, succeed, until } from './support/chain.js';
import { BET, act, deploy, meta, read } from './support/game.js';
import { connect } from './support/node.js';

/** The published gas limit of a message to a table. */
const PUBLISHED = 15_000_000_000n;

const ONLY_HERE = process.env.RPSLS_NODE ? 'no Vara node upgrades itself for a test' : false;

test('a client takes up an upgrade, and pays for the code once', { skip: ONLY_HERE }, async (t) => {
  const { api, close } = await connect();
  t.after(close);
  const [alice, bob, charlie] = await richAccounts(api, 3);
  const { programId } = await deploy(api, alice);
  const register = async (who) => {
    const payload = { Register: null };
    const message = { destination: programId, payload, gasLimit: PUBLISHED, value: BET };
    const { events, block } = await succeed(api, api.message.send(message, meta), who);
    const { id } = eventOf(events, 'gear', 'MessageQueued');
    return (await api.message.getReplyEvent(programId, id.toHex(), block)).data.message;
  };

  const code = await api.rpc.state.getStorageHash('0x3a636f6465');
  const old = api.runtimeVersion.specVersion.toNumber();
  await api.provider.send('dev_upgradeRuntime', []);
  await until(api, async () => api.runtimeVersion.specVersion.toNumber() === old + 1);
  assert.notEqual((await api.rpc.state.getStorageHash('0x3a636f6465')).toHex(), code.toHex());

  const failed = await register(bob);
  assert.ok(failed.details.unwrap().code.asError.asExecution.isRanOutOfGas);
  assert.equal(failed.value.toBigInt(), BET);
  assert.deepEqual((await act(api, programId, bob, { Register: null }, BET)).reply, {
    ok: { playerRegistered: null },
  });
  assert.ok((await register(charlie)).details.unwrap().code.isSuccess);
  assert.deepEqual((await read(api, programId, { LobbyList: null })).sort(), [bob.id, charlie.id].sort());
});
