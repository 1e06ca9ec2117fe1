// The program under `target/`, and helpers to talk to it.

import { ProgramMetadata } from '@gear-js/api';
import { readFileSync } from 'node:fs';
import { ARTIFACTS } from '../../../../kit/built.mjs';
import { VARA, eventOf, passTime, succeed, until } from './chain.js';

function artifact(name) {
  return readFileSync(new URL(name, ARTIFACTS));
}

export const code = artifact('rpsls.opt.wasm');
export const stateWasm = artifact('rpsls_state.meta.wasm');

/** The program's metadata, from `rpsls.meta.txt`. */
export const metaHex = `0x${artifact('rpsls.meta.txt').toString().trim()}`;

export const meta = ProgramMetadata.from(metaHex);

/** The bet, in the smallest unit. */
export const BET = 10n * VARA;

/** The gas for the message with which the program ends a stage at its deadline. */
const ALARM = 20_000_000_000n;

/**
 * What a table is deployed with. Players end the stages. Registration lasts long enough for all to
 * join on a slow machine. A knockout has so many seats, and starts when they are taken.
 */
function tableInit(knockout) {
  return {
    config: {
      bet_size: BET.toString(),
      players_count_limit: knockout ?? 5,
      entry_timeout: knockout ? 3_600_000 : process.env.VARA_NODE ? 60_000 : 1_200_000,
      move_timeout: 3_600_000,
      reveal_timeout: 3_600_000,
    },
    rules: { format: knockout ? 'Knockout' : 'Replay', start_when_full: Boolean(knockout) },
    owner: null,
  };
}

/** Deploys a table, or a knockout of so many. Returns its ids and the result of the upload. */
export async function deploy(api, owner, knockout) {
  const initPayload = tableInit(knockout);
  const gas = await api.program.calculateGas.initUpload(owner.id, code, initPayload, 0, true, meta);
  const { programId, codeId, salt, extrinsic } = api.program.upload(
    { code, initPayload, gasLimit: gas.min_limit },
    meta,
  );
  return { programId, codeId, salt, ...(await succeed(api, extrinsic, owner)) };
}

/** Waits until registration ends by itself. */
export async function begin(api, programId) {
  await passTime(api, await read(api, programId, { Deadline: null }));
  await until(api, async () => (await read(api, programId, { GameStage: null })).inProgress);
}

/** Sends an action with the gas for it and for an alarm, and waits for the reply. */
export async function act(api, programId, who, action, value = 0n) {
  const gas = await api.program.calculateGas.handle(who.id, programId, action, value, true, meta);
  const gasLimit = gas.min_limit.toBigInt() + ALARM;
  const message = { destination: programId, payload: action, gasLimit, value };
  const result = await succeed(api, api.message.send(message, meta), who);
  const { id } = eventOf(result.events, 'gear', 'MessageQueued');
  const { data } = await api.message.getReplyEvent(programId, id.toHex(), result.block);
  const reply = meta.createType(meta.types.handle.output, data.message.payload).toJSON();
  return { message: data.message, reply, ...result };
}

/** The program's answer to a state query, by the query's name. */
export async function read(api, programId, query) {
  const name = Object.keys(query)[0];
  const answer = await api.programState.read({ programId, payload: query }, meta);
  return answer.toJSON()[name[0].toLowerCase() + name.slice(1)];
}
