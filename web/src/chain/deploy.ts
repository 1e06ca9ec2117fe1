import { blake2AsHex, hexToU8a, u8aToHex } from '../lib/bytes';
import { together } from './calls';
import { programOf } from './code';
import { ChainError } from './failure';
import { affordable, estimateOf, NOTHING_FOLLOWS, askGas } from './estimate';
import { NO_ROOM, type GasNeed } from './gas';
import type { ActorId } from '../lib/hex';
import type { Interface } from './metadata';
import { freeBalance, type Context } from './program';
import { feeOf, replyTo, send, type Extrinsic, type Step } from './submit';
import type { Account } from './wallet';

/** A program to put onto the chain. */
export interface Deployment {
  types: Interface;
  code: Uint8Array;
  config: unknown;
  /** The most gas that starting it takes, as its authors publish it. */
  bound: bigint | null;
}

/** What a deployment takes from the account. */
export interface Cost {
  /** What the chain charges, gas included. */
  fee: bigint;
  /** What has to stay with a program for as long as it exists. */
  deposit: bigint;
  /** Whether the code has to be uploaded first. */
  isNewCode: boolean;
}

export interface Deployed {
  program: ActorId;
  /** How much less the account has than before. */
  spent: bigint;
}

interface Plan {
  programId: ActorId;
  isNewCode: boolean;
  need: GasNeed;
  fee: bigint;
  extrinsicOf: (gasLimit: bigint) => Extrinsic;
}

/**
 * Plans a deployment. The program is created from code on the chain, which costs a ninth of sending
 * the code along. The code is uploaded only if it is new. Both go into one extrinsic: it takes one
 * signature, and the chain does either all of it or nothing.
 */
async function planOf(context: Context, { types, code, config, bound }: Deployment, from: Account): Promise<Plan> {
  const { api, chain } = context;
  const initPayload = types.encodeInit(config);
  const codeId = blake2AsHex(code);
  const isNewCode = (await api.read(['GearProgram', 'CodeMetadataStorage', codeId])) === null;
  const asked = isNewCode
    ? askGas(api, 'Upload', from.id, u8aToHex(code), initPayload, 0n)
    : askGas(api, 'Create', from.id, codeId, initPayload, 0n);
  const { need } = await estimateOf(asked, bound, NO_ROOM);
  const salt = u8aToHex(crypto.getRandomValues(new Uint8Array(20)));
  const made = { code_id: codeId, salt, init_payload: initPayload, value: 0n, keep_alive: false };
  const extrinsicOf = (gasLimit: bigint): Extrinsic => {
    const create: Extrinsic = { Gear: { create_program: { ...made, gas_limit: gasLimit } } };
    return isNewCode ? together([{ Gear: { upload_code: { code } } }, create]) : create;
  };
  const fee = await feeOf(api, extrinsicOf(chain.blockGasLimit), from);
  return { programId: programOf(codeId, hexToU8a(salt)), isNewCode, need, fee, extrinsicOf };
}

/** What a deployment would cost now. */
export async function costOf(context: Context, deployment: Deployment, from: Account): Promise<Cost> {
  const { chain } = context;
  const { need, fee, isNewCode } = await planOf(context, deployment, from);
  return { fee: fee + need.needed * chain.valuePerGas, deposit: chain.existentialDeposit, isNewCode };
}

/**
 * Puts a new program onto the chain, and waits until it runs.
 *
 * @param onProgram is told the id before anything is signed
 * @throws ChainError
 */
export async function deploy(
  context: Context,
  deployment: Deployment,
  from: Account,
  onStep: (step: Step) => void,
  onProgram: (program: ActorId) => void,
): Promise<Deployed> {
  onStep('checking');
  const { api, chain } = context;
  const balance = await freeBalance(api, from.id);
  if (balance === 0n) throw new ChainError({ kind: 'funds', has: 0n, needs: 0n });
  const { programId, need, fee, extrinsicOf } = await planOf(context, deployment, from);
  // The program's own deposit counts as well.
  const value = chain.existentialDeposit;
  const limit = affordable(context, need, { balance, value, fee, following: NOTHING_FOLLOWS });
  onProgram(programId);
  const included = await send(context, from, extrinsicOf(limit), onStep);
  onStep('waiting');
  await replyTo(api, included);
  return { program: programId, spent: balance - (await freeBalance(api, from.id)) };
}
