// The program under `target/`, and how to talk to it.

import { ProgramMetadata } from '@gear-js/api';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { VARA, eventOf, succeed } from './chain.js';

const BUILT = fileURLToPath(
  new URL('../../../../target/wasm32-gear/release', import.meta.url),
);

function artifact(name) {
  return readFileSync(path.join(process.env.RPSLS_ARTIFACTS || BUILT, name));
}

/** A program that does what it is told, of the node's own tests. */
export const probe = readFileSync(path.join(BUILT, 'devnode_probe.opt.wasm'));

export const code = artifact('rpsls.opt.wasm');
export const stateWasm = artifact('rpsls_state.meta.wasm');

/** The metadata as `rpsls.meta.txt` has it. */
export const metaHex = `0x${artifact('rpsls.meta.txt').toString().trim()}`;

export const meta = ProgramMetadata.from(metaHex);

/** What a seat costs, in the smallest unit. */
export const BET = 10n * VARA;

/** Settings of a game whose stages end by what players do. */
export const config = {
  bet_size: BET.toString(),
  players_count_limit: 5,
  entry_timeout: 3_600_000,
  move_timeout: 3_600_000,
  reveal_timeout: 3_600_000,
};

/** What a deployment of the plain game with these settings takes. */
export function plain(settings = config) {
  return { config: settings, rules: { format: 'Replay', start_when_full: false }, owner: null };
}

/** Deploys a program. Answers with its id and what the upload came to. */
export async function deploy(api, owner, settings = config) {
  const initPayload = plain(settings);
  const gas = await api.program.calculateGas.initUpload(owner.id, code, initPayload, 0, true, meta);
  const { programId, codeId, salt, extrinsic } = api.program.upload(
    { code, initPayload, gasLimit: gas.min_limit },
    meta,
  );
  const result = await succeed(api, extrinsic, owner);
  return { programId, codeId, salt, gas, ...result };
}

/**
 * Sends an action with the gas that it takes, and waits for the reply, which is
 * decoded. `spare` is gas beside that, such as for an alarm.
 */
export async function act(api, programId, who, action, { value = 0n, spare = 0n } = {}) {
  const gas = await api.program.calculateGas.handle(who.id, programId, action, value, true, meta);
  const gasLimit = gas.min_limit.toBigInt() + spare;
  const message = { destination: programId, payload: action, gasLimit, value };
  const result = await succeed(api, api.message.send(message, meta), who);
  const { id } = eventOf(result.events, 'gear', 'MessageQueued');
  const { data } = await api.message.getReplyEvent(programId, id.toHex(), result.block);
  return { gas, gasLimit, id: id.toHex(), message: data.message, ...decoded(data.message), ...result };
}

/** What a reply says, and whether a program said it. */
export function decoded(message) {
  const { code: replyCode } = message.details.unwrap();
  const payload = message.payload;
  const reply = replyCode.isSuccess
    ? meta.createType(meta.types.handle.output, payload).toJSON()
    : undefined;
  return { reply, replyCode };
}

/** The program's answer to a state query, by the query's name. */
export async function read(api, programId, query) {
  const name = Object.keys(query)[0];
  const answer = await api.programState.read({ programId, payload: query }, meta);
  return answer.toJSON()[name[0].toLowerCase() + name.slice(1)];
}
