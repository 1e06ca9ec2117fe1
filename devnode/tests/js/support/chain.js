// Helpers for accounts, extrinsics and time on a chain.

import { GearKeyring, decodeAddress } from '@gear-js/api';
import { setTimeout } from 'node:timers/promises';

/** One VARA in the smallest unit. */
export const VARA = 1_000_000_000_000n;

/** A development account: its key pair and its id in hexadecimal. */
async function account(name) {
  const pair = await GearKeyring.fromSuri(`//${name}`);
  return { pair, id: decodeAddress(pair.address) };
}

/**
 * New accounts, each with 10 000 VARA from Alice. This tries again if another client signs for her
 * at the same time and takes the nonce.
 */
export async function richAccounts(api, count) {
  const accounts = await Promise.all(Array.from({ length: count }, newAccount));
  const give = ({ id }) => api.tx.balances.transferKeepAlive(id, 10_000n * VARA);
  const alice = await account('Alice');
  for (let tries = 0; ; tries += 1) {
    try {
      await succeed(api, api.tx.utility.batchAll(accounts.map(give)), alice);
      return accounts;
    } catch (error) {
      const isTaken = [1010, 1014].includes(error.code) || /Usurped|Invalid/.test(error.message);
      if (!isTaken || tries === 20) throw error;
      await setTimeout(1000 * Math.random());
    }
  }
}

/** A new account. */
async function newAccount() {
  const pair = await GearKeyring.fromSuri(GearKeyring.generateMnemonic());
  return { pair, id: decodeAddress(pair.address) };
}

/**
 * Signs an extrinsic, submits it and waits until it is final. Returns all its statuses, its block,
 * its events, and the error if it failed in the block.
 */
export async function submit(extrinsic, { pair }, options = {}) {
  const statuses = [];
  return new Promise((resolve, reject) => {
    const onStatus = ({ status, events, dispatchError, txHash, txIndex }) => {
      statuses.push(status.type);
      if (status.isFinalized) {
        const block = status.asFinalized.toHex();
        resolve({ statuses, block, events, dispatchError, hash: txHash.toHex(), index: txIndex });
      } else if (status.isInvalid || status.isDropped || status.isUsurped) {
        reject(new Error(`the extrinsic is ${status.type}`));
      }
    };
    extrinsic.signAndSend(pair, options, onStatus).catch(reject);
  });
}

/** As `submit`, for an extrinsic that must not fail. */
export async function succeed(api, extrinsic, who, options) {
  const result = await submit(extrinsic, who, options);
  if (result.dispatchError) {
    throw new Error(`the extrinsic failed: ${errorName(api, result.dispatchError)}`);
  }
  return result;
}

/** Submits an extrinsic that must fail in its block. Returns the error's name. */
export async function fail(api, extrinsic, who) {
  const { dispatchError } = await submit(extrinsic, who);
  if (!dispatchError) throw new Error('the extrinsic did not fail');
  return errorName(api, dispatchError);
}

function errorName(api, error) {
  if (!error.isModule) return error.toString();
  const { section, name } = api.registry.findMetaError(error.asModule);
  return `${section}.${name}`;
}

/** The data of an extrinsic's only event of a kind. */
export function eventOf(events, section, method) {
  const found = events.filter(({ event }) => event.section === section && event.method === method);
  if (found.length !== 1) throw new Error(`${found.length} events ${section}.${method}`);
  return found[0].event.data;
}

/** An account's free balance, in the smallest unit. */
export async function balance(api, id) {
  return (await api.query.system.account(id)).data.free.toBigInt();
}

/** The chain's time, in ms. */
async function now(api) {
  return (await api.query.timestamp.now()).toNumber();
}

/** Waits until a new block makes a condition true. Returns the condition's result. */
export async function until(api, condition, blocks = 200) {
  let left = blocks;
  let unsubscribe;
  try {
    return await new Promise((resolve, reject) => {
      const look = async () => {
        const found = await condition();
        if (found) resolve(found);
        else if (left-- === 0) reject(new Error(`it has not come true in ${blocks} blocks`));
      };
      api.rpc.chain
        .subscribeNewHeads(() => look().catch(reject))
        .then((stop) => (unsubscribe = stop))
        .catch(reject);
    });
  } finally {
    unsubscribe?.();
  }
}

/** Waits until the chain's time is past a moment, in ms. A development node gets there at once. */
export async function passTime(api, moment) {
  const methods = (await api.rpc.rpc.methods()).methods.map(String);
  if (methods.includes('dev_advanceBlocks')) {
    const block = api.consts.babe.expectedBlockTime.toNumber();
    const blocks = Math.max(0, Math.ceil((moment + 1 - (await now(api))) / block));
    await api.provider.send('dev_advanceBlocks', [blocks]);
  } else {
    await until(api, async () => (await now(api)) > moment, Infinity);
  }
}
