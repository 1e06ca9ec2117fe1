// A Subsquid indexer reads a whole game, through the node's RPC alone.

import { blake2AsHex } from '@polkadot/util-crypto';
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { richAccounts } from './support/chain.js';
import { BET, act, begin, deploy, meta } from './support/game.js';
import { connect } from './support/node.js';

const INDEXER = fileURLToPath(new URL('support/indexer.js', import.meta.url));

/** The number of the last final block. */
async function last(api) {
  const header = await api.rpc.chain.getHeader(await api.rpc.chain.getFinalizedHead());
  return header.number.toNumber();
}

/** The messages that a program sent in these blocks, as an indexer reads them. */
async function indexed(url, program, from, to) {
  const args = [INDEXER, url, program, from, to].map(String);
  const { stdout } = await promisify(execFile)('node', args, { timeout: 100_000 });
  return stdout.trim().split('\n').map((line) => told(JSON.parse(line).message));
}

function told({ destination, payload, value, details }) {
  const { handle, others } = meta.types;
  const type = details ? handle.output : others.output;
  // Only the reply to the deployment is the automatic one, which is empty.
  const content = payload === '0x' ? null : meta.createType(type, payload).toJSON();
  return { to: destination, value: BigInt(value), content };
}

/**
 * The node's own runtime, whose metadata the node also serves in an older version, and the recorded
 * one of Vara.
 */
const RUNTIMES = process.env.VARA_NODE ? ['the'] : ['its own', 'the recorded'];

for (const runtime of RUNTIMES) {
  test(`an indexer reads a whole game on ${runtime} runtime`, async (t) => {
    const { api, url, close } = await connect(runtime === 'its own' ? { metadata: null } : {});
    t.after(close);
    const first = await last(api);
    const [alice, bob] = await richAccounts(api, 2);
    const { programId } = await deploy(api, alice);
    const openings = [
      [alice, '3a password'],
      [bob, '4another'],
    ];
    for (const [player] of openings) {
      await act(api, programId, player, { Register: null }, BET);
    }
    await begin(api, programId);
    for (const [player, opening] of openings) {
      await act(api, programId, player, { MakeMove: blake2AsHex(opening, 256) });
    }
    for (const [player, opening] of openings) {
      await act(api, programId, player, { Reveal: opening });
    }

    const said = await indexed(url, programId, first, await last(api));
    const players = [alice.id, bob.id].sort();
    const everybody = `0x${'0'.repeat(64)}`;
    const over = { gameOver: { winner: alice.id } };
    assert.deepEqual(
      said.map(({ to, value, content }) => [to, value, content]),
      [
        [alice.id, 0n, null],
        [alice.id, 0n, { ok: { playerRegistered: null } }],
        [bob.id, 0n, { ok: { playerRegistered: null } }],
        [everybody, 0n, { stageAdvanced: { movesStarted: { players } } }],
        [alice.id, 0n, { ok: { successfulMove: alice.id } }],
        [bob.id, 0n, { ok: { successfulMove: bob.id } }],
        [alice.id, 0n, { ok: { successfulReveal: { continue: null } } }],
        // Lizard poisons Spock. The winner gets the pot, and the last to reveal gets the reply.
        [alice.id, 2n * BET, { successfulReveal: over }],
        [bob.id, 0n, { ok: { successfulReveal: over } }],
      ],
    );
  });
}
