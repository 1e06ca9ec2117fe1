import type { Api } from './api';
import { price } from '../generated/facts.json';
import { ChainError, isNodeError, known } from './failure';
import { gasLimit, needOf, needWithin, type GasEstimate, type GasNeed, type GasRoom } from './gas';
import type { ActorId, Hex } from '../lib/hex';
import { digitsOf, type Context } from './program';

/** The gas that a node estimates, as it writes it. */
export interface GasInfo {
  burned: number;
  min_limit: number;
}

/** Asks a node to estimate the gas of a message, of a new program, or of a new program with its code. */
export async function askGas(
  api: Api,
  what: 'Handle' | 'Create' | 'Upload',
  from: ActorId,
  of: Hex,
  payload: Hex,
  value: bigint,
): Promise<GasInfo> {
  // The last argument makes the node ignore failures of other messages meanwhile.
  const params = [from, of, payload, digitsOf(value), true];
  return known(await api.send<GasInfo | null>(`gear_calculateGasFor${what}`, params));
}

/** What a message needs, and whether that is the published bound and not the node's estimate. */
export interface Estimate {
  need: GasNeed;
  isPublished: boolean;
}

/**
 * What the node estimates, or else the bound: a node may refuse to estimate a message that it would
 * run.
 *
 * @param bound the most gas that the program's authors publish, if they do
 */
export async function estimateOf(asked: Promise<GasInfo>, bound: bigint | null, room: GasRoom): Promise<Estimate> {
  try {
    return { need: needOf(estimateIn(await asked), room, bound), isPublished: false };
  } catch (error) {
    if (bound === null || !isNodeError(error)) throw error;
    console.info('The node estimates no gas for the message:', error);
    return { need: needWithin(bound, room), isPublished: true };
  }
}

function estimateIn({ burned, min_limit: minLimit }: GasInfo): GasEstimate {
  return { burned: BigInt(burned), minLimit: BigInt(minLimit) };
}

/** For how many more messages like this one, without value, money should be left. */
export interface Following {
  /** The message is not sent unless this money is left. */
  needed: number;
  /** This money comes before the gas of an alarm, which others may pay for as well. */
  kept: number;
  /** So does this, which the sender needs for other programs: so many messages, and gas. No voucher has to pay for it. */
  beside?: { messages: number; gas: bigint } | undefined;
  /** Whether the message may wait: should its fee rise, it is tried again. */
  isPatient?: boolean;
}

export const NOTHING_FOLLOWS: Following = { needed: 0, kept: 0 };

/** The money that pays for a message. */
export interface Purse {
  balance: bigint;
  /** What the message takes besides its gas and fee. */
  value: bigint;
  fee: bigint;
  following: Following;
}

/**
 * The gas limit that can be paid.
 *
 * @throws ChainError if there is none
 */
export function affordable({ chain }: Context, need: GasNeed, { balance, value, fee, following }: Purse): bigint {
  // The messages that follow do not prepare the code again.
  const message = fee + (need.needed - need.extra) * chain.valuePerGas;
  const feeNow = following.isPatient ? fee : withRoom(fee);
  const apart = (count: number): bigint => value + feeNow + chain.existentialDeposit + BigInt(count) * message;
  const gasBeside = (count: number, gas = 0n): bigint => {
    const spare = (balance - apart(count)) / chain.valuePerGas - gas;
    return spare > 0n ? spare : 0n;
  };
  const { needed, kept, beside = { messages: 0, gas: 0n } } = following;
  const can = { most: gasBeside(needed), comfortable: gasBeside(kept + beside.messages, beside.gas) };
  const limit = gasLimit(need, can, chain.blockGasLimit);
  if (limit === null) {
    const needs = apart(needed) + need.needed * chain.valuePerGas;
    throw new ChainError({ kind: 'funds', has: balance, needs, extra: need.extra * chain.valuePerGas });
  }
  return limit;
}

/** A fee, plus what it may rise by until a block takes the message. */
export function withRoom(fee: bigint): bigint {
  return fee + fee / BigInt(price.feeRoom);
}
