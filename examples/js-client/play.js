// Plays a duel: `node play.js rock`, with the environment and the exit codes of `rpsls`.

import { GearApi, GearKeyring, ProgramMetadata, decodeAddress } from '@gear-js/api';
import { WsProvider } from '@polkadot/api';
import { hexToU8a, stringToU8a, u8aConcat } from '@polkadot/util';
import { blake2AsHex, randomAsHex } from '@polkadot/util-crypto';
import { readFileSync, writeFileSync } from 'node:fs';

const MOVES = ['rock', 'paper', 'scissors', 'lizard', 'spock'];
/** What the tables' messages and states consist of, release by release. A copy of it serves as well. */
const RELEASES = new URL('../../releases/', import.meta.url);
const { RPSLS_NODE = 'ws://127.0.0.1:9944', RPSLS_PROGRAM: table, RPSLS_PHRASE: phrase } = process.env;

function fail(code, text) {
  console.error(text);
  process.exit(code);
}

const digit = MOVES.indexOf(process.argv[2]);
if (digit < 0 || !table || !phrase) fail(2, 'Name a move, and set RPSLS_PROGRAM and RPSLS_PHRASE.');
setTimeout(() => fail(4, 'The game has not ended in an hour.'), 3_600_000);
const released = (name) => readFileSync(new URL(name, RELEASES), 'utf8').trim();
const meta = ProgramMetadata.from(`0x${released(`${released('CURRENT')}/rpsls.meta.txt`)}`);
// Without `false` the provider would try for ever to connect.
const api = new GearApi({ provider: new WsProvider(RPSLS_NODE, false) });
api.provider.connect();
await api.isReadyOrError.catch(() => fail(4, `No node answers at ${RPSLS_NODE}: nothing was sent.`));
const pair = await GearKeyring.fromSuri(phrase);
const me = decodeAddress(pair.address);
const read = async (at) =>
  (await api.programState.read({ programId: table, payload: { All: null }, at }, meta)).toJSON().all;
if (!(await api.program.exists(table))) fail(2, `There is no table ${table} on this chain: nothing was sent.`);
const { config, gamesFinished: game, lastGame: before } = await read();
const bet = BigInt(config.betSize);
const { data } = await api.query.system.account(me);
// 1 VARA stays in the account, and 0.6 pay the fees and gas of a duel.
if (data.free.toBigInt() < bet + 1_600_000_000_000n) fail(5, 'Too little for bet and fees: nothing was sent.');

/** Sends an action, and returns the event that the table replies with. */
async function act(action, value = 0n) {
  // Not by `sendMessage({ … })`: @gear-js/api 0.44.2 leaves out the gas limit of that form.
  const message = { destination: table, payload: action, gasLimit: 15_000_000_000n, value };
  const { block, events } = await new Promise((resolve, reject) => {
    const onStatus = ({ status, events, dispatchError }) => {
      if (dispatchError) reject(dispatchError);
      if (status.isInBlock) resolve({ block: status.asInBlock.toHex(), events });
    };
    api.message.send(message, meta).signAndSend(pair, onStatus).catch(reject);
  }).catch((error) => fail(1, `The chain did not take the message: ${error}`));
  const { id } = events.find(({ event }) => event.method === 'MessageQueued').event.data;
  const { message: reply } = (await api.message.getReplyEvent(table, id.toHex(), block)).data;
  // First the code: a message that failed has an empty payload, which decodes as a seat.
  if (!reply.details.unwrap().code.isSuccess) fail(1, 'The message failed in the program, which returned the bet.');
  const { ok, err } = meta.createType(meta.types.handle.output, reply.payload).toJSON();
  return ok ?? fail(3, `The table refused it: ${JSON.stringify(err)}`);
}

/** Waits for the first final state of which this holds. */
const finalState = (holds) =>
  new Promise((resolve) => {
    api.rpc.chain.subscribeFinalizedHeads(async ({ hash }) => {
      // After a sleep the node may have forgotten this one: a later one tells the same.
      const final = await read(hash.toHex()).catch(() => null);
      if (final && holds(final)) resolve(final);
    });
  });
const opening = `${digit}${randomAsHex(16).slice(2)}`;
writeFileSync(`opening-${table}-${game}-${me}.txt`, opening, { mode: 0o600 });
const bound = u8aConcat([0xff], hexToU8a(table), hexToU8a(me), stringToU8a(opening));
await act({ Join: { game, commitment: blake2AsHex(bound, 256), delegate: null } }, bet);
console.log(`seated in game ${game}`);
// A fork could still undo a commitment in a block that is not final, and the opening would be known.
const mine = ({ players }) => players.find(([player]) => player === me)?.[1];
const ready = await finalState((it) => it.gamesFinished > game || mine(it) === 'ToReveal');
if (ready.gamesFinished === game) await act({ RevealFor: { player: me, opening, next: null } });
const { lastGame, lastRound } = await finalState((it) => it.gamesFinished > game);
// A stop leaves the last game as it was, silence the last round.
const isDecided = lastRound?.game === game || JSON.stringify(lastGame) !== JSON.stringify(before);
console.log(!isDecided ? 'stopped: the bet is back' : lastGame.winner === me ? 'won' : 'lost');
process.exit(0);
