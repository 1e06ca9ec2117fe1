// Unmodified `@gear-js/api` and `polkadot-api` play a duel and a knockout of four: two messages a
// player and round, or one where the next move goes with a show. A stranger shows for a player.

import { blake2AsHex } from '@polkadot/util-crypto';
import { hexToU8a, stringToU8a, u8aConcat } from '@polkadot/util';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { balance, richAccounts } from './support/chain.js';
import { BET, act, deploy, read } from './support/game.js';
import { connect } from './support/node.js';
import { connectPapi, messageOf, signerOf } from './support/papi.js';

/** The moves by round and seat. Who is left wins each time, and seat 0 the last. */
const MOVES = { 2: [['0', '2']], 4: [['0', '0', '2', '2'], ['1', '0']] };

const GAS = 15_000_000_000n;

/** Sends actions by `@gear-js/api`, which must be accepted. */
const byGear = (api, programId) => async (who, action, value) => {
  const { reply } = await act(api, programId, who, action, value);
  assert.ok(reply.ok, JSON.stringify(reply));
};

/** Sends actions by `polkadot-api`. */
const byPapi = (client, programId) => {
  const api = client.getUnsafeApi();
  return async (who, action, value = 0n) => {
    const message = messageOf(api, programId, action, GAS, value);
    const { ok } = await message.signAndSubmit(signerOf(who));
    assert.equal(ok, true);
  };
};

/** Plays a whole game. Returns how many messages its players have sent. */
async function play(api, programId, players, stranger, send) {
  const rounds = MOVES[players.length];
  const openingOf = (round, seat) => `${rounds[round][seat]}the secret of seat ${seat} in ${round}`;
  const bound = (round, seat) => {
    const [program, player] = [programId, players[seat].id].map((id) => hexToU8a(id));
    return blake2AsHex(u8aConcat([0xff], program, player, stringToU8a(openingOf(round, seat))), 256);
  };
  let sent = 0;
  const own = async (seat, action, value) => {
    sent += 1;
    await send(players[seat], action, value);
  };

  // Each seat comes with its first move. The last one starts the game.
  for (const seat of players.keys()) {
    await own(seat, { Join: { game: 0, commitment: bound(0, seat), delegate: null } }, BET);
  }
  for (const [round, moves] of rounds.entries()) {
    const left = rounds[round + 1]?.length ?? 0;
    for (const seat of moves.keys()) {
      const next = seat < left ? bound(round + 1, seat) : null;
      const shown = { player: players[seat].id, opening: openingOf(round, seat) };
      const isAway = round === 0 && seat === moves.length - 1;
      if (isAway) await send(stranger, { RevealFor: { ...shown, next: null } });
      else await own(seat, { RevealFor: { ...shown, next } });
      // A second show of the same is no mistake, and does nothing.
      if (round === 0 && seat === 0) await send(stranger, { RevealFor: { ...shown, next: null } });
    }
  }

  const state = await read(api, programId, { All: null });
  const pot = Number(BET) * players.length;
  assert.deepEqual(state.lastGame, { winner: players[0].id, pot, rounds: rounds.length });
  return sent;
}

for (const seats of [2, 4]) {
  // The one that is away sends one message less.
  const most = seats === 2 ? 3 : 9;
  test(`@gear-js/api plays a knockout of ${seats}, and a stranger shows for one`, async (t) => {
    const { api, close } = await connect();
    t.after(close);
    const [owner, stranger, ...players] = await richAccounts(api, seats + 2);
    const { programId } = await deploy(api, owner, seats);
    const before = await balance(api, players[0].id);
    const sent = await play(api, programId, players, stranger, byGear(api, programId));
    assert.equal(sent, most);
    const won = (await balance(api, players[0].id)) - before;
    assert.ok(won > BET * BigInt(seats - 2) && won < BET * BigInt(seats - 1), `${won}`);
  });

  test(`polkadot-api plays a knockout of ${seats}, and a stranger shows for one`, async (t) => {
    const { api, url, close } = await connect();
    t.after(close);
    const client = connectPapi(t, url);
    const [owner, stranger, ...players] = await richAccounts(api, seats + 2);
    const { programId } = await deploy(api, owner, seats);
    const sent = await play(api, programId, players, stranger, byPapi(client, programId));
    assert.equal(sent, most);
  });
}
