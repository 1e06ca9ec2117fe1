// Deploys programs to a development node: for `make web` and the tests.
import { ProgramMetadata } from '@gear-js/api';
import { stringToHex, u8aToHex } from '@polkadot/util';
import { blake2AsHex } from '@polkadot/util-crypto';
import { readFile } from 'node:fs/promises';
import { ARTIFACTS } from '../../kit/built.mjs';

/** @typedef {import('@gear-js/api').GearApi} Api */
/** @typedef {import('@polkadot/keyring/types').KeyringPair} Key */
/** @typedef {import('@polkadot/api/types').SubmittableExtrinsic<'promise'>} Extrinsic */
/** @typedef {{ bet: bigint, seats: number, title: string, times?: number, isPoints?: boolean }} Table */

/** The salt of a development node's club, by which the page finds it. */
const SALT = 'club';
const INIT_GAS = 100_000_000_000n;
const OPEN_GAS = 5_000_000_000n;
/** The least gas for a table's start. */
const START_GAS = 1_500_000_000;
/** The length of a stage, ms. */
const TIME = 600_000;
/** How many tables are opened in one extrinsic. */
const AT_ONCE = 50;
/** The size of the list's pages. */
const PAGE = 100;

/** @param {string} name */
export async function metadataOf(name) {
  const digits = await readFile(new URL(`${name}.meta.txt`, ARTIFACTS), 'utf8');
  return ProgramMetadata.from(`0x${digits.trim().replace(/^0x/, '')}`);
}

/**
 * Signs an extrinsic, sends it, and waits until it is in a block.
 *
 * @param {Extrinsic} extrinsic
 * @param {Key} key
 * @returns {Promise<void>}
 */
export function submit(extrinsic, key) {
  return new Promise((resolve, reject) => {
    extrinsic
      .signAndSend(key, ({ status, dispatchError }) => {
        if (dispatchError) reject(new Error(dispatchError.toString()));
        else if (status.isInBlock || status.isFinalized) resolve();
      })
      .catch(reject);
  });
}

/**
 * Uploads a program and returns its id.
 *
 * @param {Api} api
 * @param {Key} key
 * @param {string} name
 * @param {unknown} init
 * @param {string} salt
 */
export async function upload(api, key, name, init, salt = u8aToHex(crypto.getRandomValues(new Uint8Array(20)))) {
  const { types, createType } = await payloads(name);
  const code = await readFile(new URL(`${name}.opt.wasm`, ARTIFACTS));
  const initPayload = createType(types.init.input, init);
  const codeId = blake2AsHex(code, 256);
  const isThere = await api.code.exists(codeId);
  const made = isThere
    ? api.program.create({ codeId, initPayload, gasLimit: INIT_GAS, salt: `0x${salt.replace(/^0x/, '')}` })
    : api.program.upload({ code, initPayload, gasLimit: INIT_GAS, salt: `0x${salt.replace(/^0x/, '')}` });
  await submit(made.extrinsic, key);
  return made.programId;
}

/** @param {string} name */
async function payloads(name) {
  const metadata = await metadataOf(name);
  return {
    types: metadata.types,
    /** @type {(type: number | null, value: unknown) => `0x${string}`} */
    createType: (type, value) => metadata.createType(type ?? 0, value).toHex(),
  };
}

/**
 * Deploys a club that opens the built tables, and returns its id.
 *
 * @param {Api} api
 * @param {Key} key
 * @param {{ salt?: string, tableCode?: `0x${string}`, anyFormat?: boolean }} [options]
 */
export async function foundClub(api, key, { salt = SALT, tableCode, anyFormat = false } = {}) {
  const code = await readFile(new URL('rpsls.opt.wasm', ARTIFACTS));
  const codeId = blake2AsHex(code, 256);
  if (!(await api.code.exists(codeId))) await submit((await api.code.upload(code)).extrinsic, key);
  const init = { table_code: tableCode ?? codeId, any_format: anyFormat };
  return upload(api, key, 'rpsls_club', init, stringToHex(salt));
}

/**
 * Asks a club to open tables.
 *
 * @param {Api} api
 * @param {Key} key
 * @param {`0x${string}`} club
 * @param {readonly Table[]} tables
 */
export async function openTables(api, key, club, tables) {
  const metadata = await metadataOf('rpsls_club');
  const value = api.existentialDeposit.toBigInt();
  for (let from = 0; from < tables.length; from += AT_ONCE) {
    const messages = tables.slice(from, from + AT_ONCE).map((table) => {
      const payload = metadata.createType(metadata.types.handle.input ?? 0, { Open: openingOf(table) }).toHex();
      return api.message.send({ destination: club, payload, gasLimit: OPEN_GAS, value });
    });
    await submit(api.tx.utility.batchAll(messages), key);
  }
}

/** @param {Table} table */
function openingOf({ bet, seats, title, times = TIME, isPoints = false }) {
  return {
    config: {
      bet_size: bet.toString(),
      players_count_limit: seats,
      entry_timeout: times,
      move_timeout: times,
      reveal_timeout: times,
    },
    rules: { format: isPoints ? 'Points' : 'Knockout', start_when_full: true },
    start_gas: START_GAS,
    title,
  };
}

/**
 * The tables on a club's list, newest first.
 *
 * @param {Api} api
 * @param {`0x${string}`} club
 * @returns {Promise<{ table: `0x${string}`, title: string }[]>}
 */
export async function listedAt(api, club) {
  const metadata = await metadataOf('rpsls_club');
  const state = /** @type {{ input: number, output: number }} */ (metadata.types.state);
  const tables = [];
  for (let from = 0; ; from += PAGE) {
    const query = metadata.createType(state.input, { Tables: { from, limit: PAGE } }).toHex();
    const reply = await api.provider.send('gear_readState', [club, query, null]);
    const page = /** @type {any} */ (metadata.createType(state.output, reply).toJSON()).tables.tables;
    tables.push(...page);
    if (page.length < PAGE) return tables;
  }
}

/**
 * Takes a seat for an account, without a move.
 *
 * @param {Api} api
 * @param {Key} key
 * @param {`0x${string}`} table
 * @param {bigint} bet
 */
export async function takeSeat(api, key, table, bet) {
  const metadata = await metadataOf('rpsls');
  const payload = metadata.createType(metadata.types.handle.input ?? 0, { Register: null }).toHex();
  const message = { destination: table, payload, gasLimit: 15_000_000_000n, value: bet };
  await submit(api.message.send(message), key);
}
