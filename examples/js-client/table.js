// A table on a node: connects to it, reads its game, and sends it actions.

import { GearApi, GearKeyring, ProgramMetadata, decodeAddress } from '@gear-js/api';
import { WsProvider } from '@polkadot/api';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** What the tables' messages and states consist of, release by release. A copy of it serves as well. */
const RELEASES = new URL('../../releases/', import.meta.url);
const released = (name) => readFileSync(new URL(name, RELEASES), 'utf8').trim();
const meta = ProgramMetadata.from(`0x${released(`${released('CURRENT')}/rpsls.meta.txt`)}`);

/** The environment of `rpsls`. */
const { RPSLS_NODE: node = 'ws://127.0.0.1:9944', RPSLS_PROGRAM, RPSLS_PHRASE } = process.env;
export const table = RPSLS_PROGRAM;

/** Ends the program with an exit code of `rpsls`. */
export function fail(code, text) {
  console.error(text);
  process.exit(code);
}

if (!/^wss?:\/\/./.test(node)) fail(2, 'RPSLS_NODE is no address of a node: it begins with ws:// or wss://.');
if (!/^0x[0-9a-f]{64}$/i.test(table)) fail(2, 'RPSLS_PROGRAM is no id of a table: it is 0x and 64 digits.');
if (!RPSLS_PHRASE) fail(2, 'RPSLS_PHRASE is empty: it is the secret phrase of your account.');
const pair = await GearKeyring.fromSuri(RPSLS_PHRASE).catch(() => fail(2, 'RPSLS_PHRASE is no secret phrase.'));
export const me = decodeAddress(pair.address);

/** What a promise brings, if it does so in this time, ms: whoever is asked may be silent. */
const inTime = (time, promise) =>
  Promise.race([promise, sleep(time).then(() => Promise.reject(new Error('no answer has come in time')))]);

let api;

/** Connects, at first or once more: a connection may be dead without a sign, after a sleep or behind a router. */
export async function connect() {
  await api?.disconnect().catch(() => {});
  // Without `false` the provider would try for ever to connect.
  api = new GearApi({ provider: new WsProvider(node, false) });
  const { isReadyOrError } = api;
  api.provider.connect();
  await inTime(20_000, isReadyOrError);
}

await connect().catch(() => fail(4, `No node answers at ${node}: nothing was sent.`));
if (!(await api.program.exists(table))) fail(2, `There is no table ${table} on this chain: nothing was sent.`);

/** The game as of the last final block. A fork could still undo what a later one has. */
export async function look() {
  const at = (await inTime(20_000, api.rpc.chain.getFinalizedHead())).toHex();
  const asked = api.programState.read({ programId: table, payload: { All: null }, at }, meta);
  return (await inTime(20_000, asked)).toJSON().all;
}

/** What this account can pay with. */
export const balance = async () => (await api.query.system.account(me)).data.free.toBigInt();

/** Sends an action, and waits until it is final. Returns why the table refuses it, if it does. */
export async function act(action, value = 0n) {
  // Not by `sendMessage({ … })`: @gear-js/api 0.44.2 leaves out the gas limit of that form.
  const message = { destination: table, payload: action, gasLimit: 15_000_000_000n, value };
  const { block, events } = await new Promise((resolve, reject) => {
    api.once('disconnected', () => reject(new Error('the connection is lost')));
    // After 64 blocks no block takes it any more.
    sleep(240_000).then(() => reject(new Error('no final block has the message')));
    const onStatus = ({ status, events, isError, dispatchError }) => {
      if (isError || dispatchError) reject(new Error(`the chain did not take the message: ${dispatchError ?? status}`));
      if (status.isFinalized) resolve({ block: status.asFinalized.toHex(), events });
    };
    api.message.send(message, meta).signAndSend(pair, onStatus).catch(reject);
  });
  const { id } = events.find(({ event }) => event.method === 'MessageQueued').event.data;
  const { message: reply } = (await inTime(60_000, api.message.getReplyEvent(table, id.toHex(), block))).data;
  // First the code: a message that failed has an empty payload, which decodes as a seat.
  if (!reply.details.unwrap().code.isSuccess) fail(1, 'The message failed in the program, which returned the bet.');
  return meta.createType(meta.types.handle.output, reply.payload).toJSON().err;
}
