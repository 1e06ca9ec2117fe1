// Whole games, by script.

import { blake2AsHex } from '@polkadot/util-crypto';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { balance, eventOf, passTime, richAccounts, until } from './support/chain.js';
import { BET, act, config, deploy, read } from './support/game.js';
import { connect } from './support/node.js';

/** Registration lasts a while, so that everybody gets in on a slow machine, too. */
const ENTRY_TIMEOUT = process.env.RPSLS_NODE ? 60_000 : 600_000;

/** Gas for a message that the program sends itself, to move on at a deadline. */
const ALARM = 20_000_000_000n;

const settings = { ...config, entry_timeout: ENTRY_TIMEOUT };

let api, close, alice, bob, charlie;

before(async () => {
  ({ api, close } = await connect());
  [alice, bob, charlie] = await richAccounts(api, 3);
});
after(() => close());

/** What a player commits to, and how it is opened. */
const commitment = (opening) => blake2AsHex(opening, 256);

/** Everybody joins at once, and registration ends by itself. */
async function start(programId, players) {
  const joining = players.map((player) =>
    act(api, programId, player, { Register: null }, { value: BET, spare: ALARM }),
  );
  for (const { reply } of await Promise.all(joining)) {
    assert.deepEqual(reply, { ok: { playerRegistered: null } });
  }
  const lobby = await read(api, programId, { LobbyList: null });
  assert.deepEqual(lobby.sort(), players.map(({ id }) => id).sort());
  await passTime(api, await read(api, programId, { Deadline: null }));
  await until(api, async () => (await read(api, programId, { GameStage: null })).inProgress);
}

/** Everybody in this round commits to an opening, then reveals it. */
async function round(programId, openings) {
  const players = [...openings.keys()];
  const committed = await Promise.all(
    players.map((player) =>
      act(api, programId, player, { MakeMove: commitment(openings.get(player)) }, { spare: ALARM }),
    ),
  );
  for (const [index, { reply }] of committed.entries()) {
    assert.deepEqual(reply, { ok: { successfulMove: players[index].id } });
  }
  const { reveal } = await read(api, programId, { GameStage: null });
  assert.deepEqual(reveal.anticipatedPlayers.sort(), players.map(({ id }) => id).sort());
  const results = [];
  for (const player of players) {
    results.push(await act(api, programId, player, { Reveal: openings.get(player) }, { spare: ALARM }));
  }
  return results;
}

test('two players play to the end, and the winner is paid the pot', async () => {
  const { programId } = await deploy(api, alice, settings);
  await start(programId, [alice, bob]);
  const before = await balance(api, bob.id);
  assert.equal(await balance(api, programId), api.existentialDeposit.toBigInt() + 2n * BET);

  const openings = new Map([[alice, '2a password of hers'], [bob, '4a password of his']]);
  const [first, last] = await round(programId, openings);
  assert.deepEqual(first.reply, { ok: { successfulReveal: { continue: null } } });
  const winner = bob.id;
  assert.deepEqual(last.reply, { ok: { successfulReveal: { gameOver: { winner } } } });

  const state = await read(api, programId, { All: null });
  assert.deepEqual(state.gameStage, { preparation: null });
  assert.deepEqual(state.lobbyList, []);
  assert.equal(state.gamesFinished, 1);
  assert.deepEqual(state.lastGame, { winner, pot: Number(2n * BET), rounds: 1 });

  assert.equal(await balance(api, programId), api.existentialDeposit.toBigInt());
  const payout = (await api.blocks.getEvents(last.block))
    .filter(({ event }) => api.events.gear.UserMessageSent.is(event))
    .find(({ event }) => event.data.message.value.toBigInt() === 2n * BET);
  assert.equal(payout.event.data.message.destination.toHex(), winner);
  assert.equal(payout.event.data.expiration.isNone, true, 'there is nothing to claim');
  assert.deepEqual(await api.mailbox.read(winner), []);
  const spent = before + 2n * BET - (await balance(api, winner));
  assert.ok(spent > 0n && spent < BET, 'only fees and gas are gone');
});

test('three players play two rounds', async () => {
  const { programId } = await deploy(api, alice, settings);
  const players = [alice, bob, charlie];
  await start(programId, players);

  // Rock, Paper and Scissors: a cycle, which nobody wins.
  const cycle = players.map((player, move) => [player, `${move}round one of ${player.id}`]);
  const first = await round(programId, new Map(cycle));
  const next = first.at(-1).reply.ok.successfulReveal.nextRoundStarted;
  assert.deepEqual(next.players.sort(), players.map(({ id }) => id).sort());
  assert.equal(await read(api, programId, { Round: null }), 2);

  // Lizard, Spock, Lizard: Spock is eaten.
  const second = await round(
    programId,
    new Map([[alice, '3round two, hers'], [bob, '4round two, his'], [charlie, '3round two, too']]),
  );
  const left = second.at(-1).reply.ok.successfulReveal.nextRoundStarted.players;
  assert.deepEqual(left.sort(), [alice.id, charlie.id].sort());
  assert.equal(await read(api, programId, { Player: bob.id }), 'Out');
  const { reply } = await act(api, programId, bob, { MakeMove: commitment('0too late') });
  assert.deepEqual(reply, { err: { notInRound: null } });
});

test('a refused action says why, and the game goes on', async () => {
  const { programId } = await deploy(api, alice, settings);
  await start(programId, [alice, bob]);
  const late = await act(api, programId, charlie, { Register: null }, { value: BET });
  assert.equal(Object.keys(late.reply)[0], 'err');
  assert.equal(late.message.value.toBigInt(), BET);

  const openings = new Map([[alice, '0her password'], [bob, '2his password']]);
  const hash = commitment(openings.get(alice));
  await act(api, programId, alice, { MakeMove: hash }, { spare: ALARM });
  const copied = await act(api, programId, bob, { MakeMove: hash });
  assert.deepEqual(copied.reply, { err: { commitmentTaken: null } });
  await act(api, programId, bob, { MakeMove: commitment(openings.get(bob)) }, { spare: ALARM });
  const wrong = await act(api, programId, bob, { Reveal: '1his password' });
  assert.deepEqual(wrong.reply, { err: { openingMismatch: null } });
  await act(api, programId, bob, { Reveal: openings.get(bob) }, { spare: ALARM });
  const { reply } = await act(api, programId, alice, { Reveal: openings.get(alice) });
  assert.deepEqual(reply.ok.successfulReveal, { gameOver: { winner: alice.id } });
});

test('a player who stays silent loses by the clock, with nobody sending anything', async () => {
  const { programId } = await deploy(api, alice, { ...settings, move_timeout: 30_000 });
  await start(programId, [alice, bob]);
  const { block } = await act(
    api, programId, bob, { MakeMove: commitment('1the only one') }, { spare: ALARM },
  );
  const from = (await api.blocks.getBlockNumber(block)).toNumber();
  await passTime(api, await read(api, programId, { Deadline: null }));
  const paid = await until(api, async () => (await read(api, programId, { All: null })).lastGame);
  assert.equal(paid.winner, bob.id);
  assert.equal(await balance(api, programId), api.existentialDeposit.toBigInt());

  const best = (await api.rpc.chain.getHeader()).number.toNumber();
  let alarms = 0;
  for (let number = from + 1; number <= best; number++) {
    const events = await api.blocks.getEvents(await api.blocks.getBlockHash(number));
    const dispatched = events.filter(({ event }) => api.events.gear.MessagesDispatched.is(event));
    if (dispatched.length === 0) continue;
    // Users' messages have a status there, and the program's to itself have none.
    const { stateChanges } = eventOf(events, 'gear', 'MessagesDispatched');
    alarms += [...stateChanges].filter((changed) => changed.toHex() === programId).length;
  }
  assert.ok(alarms > 0, 'a delayed message ran');
});
