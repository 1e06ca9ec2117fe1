import type { Codec } from '@polkadot/types/types';
import { price } from '../../../docs/clients.json';
import { ChainError, isNodeError } from './failure';
import { gasLimit, needOf, needWithin, type GasEstimate, type GasNeed, type GasRoom } from './gas';
import { fields, integer, type Json } from './metadata';
import type { Context } from './program';

/** What a message needs, and whether that is the node's reckoning or what is published. */
export interface Estimate {
  need: GasNeed;
  isPublished: boolean;
}

/**
 * What the node reckons, or else the bound: a node may refuse to reckon a message
 * that it would run.
 *
 * @param bound the most that the program's authors publish, if they do
 */
export async function estimateOf(reckoning: Promise<Codec>, bound: bigint | null, room: GasRoom): Promise<Estimate> {
  try {
    return { need: needOf(reckonedOf(await reckoning), room, bound), isPublished: false };
  } catch (error) {
    if (bound === null || !isNodeError(error)) throw error;
    console.info('The node reckons no gas for the message:', error);
    return { need: needWithin(bound, room), isPublished: true };
  }
}

function reckonedOf(info: Codec): GasEstimate {
  const reckoned = fields(info.toJSON() as Json);
  return {
    burned: integer(reckoned['burned']),
    minLimit: integer(reckoned['min_limit'] ?? reckoned['minLimit']),
  };
}

/** For how many more such messages, without value, there should be money left. */
export interface Following {
  /** Without this money the message is not sent. */
  needed: number;
  /** This money goes before an alarm, which others may pay for as well. */
  kept: number;
}

export const NOTHING_FOLLOWS: Following = { needed: 0, kept: 0 };

/** What pays for a message. */
export interface Purse {
  balance: bigint;
  /** What the message takes beside its gas and fee. */
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
  // What follows does not prepare the code again.
  const message = fee + (need.needed - need.extra) * chain.valuePerGas;
  const apart = (count: number): bigint => value + withRoom(fee) + chain.existentialDeposit + BigInt(count) * message;
  const gasBeside = (count: number): bigint => {
    const spare = balance - apart(count);
    return spare > 0n ? spare / chain.valuePerGas : 0n;
  };
  const can = { most: gasBeside(following.needed), comfortable: gasBeside(following.kept) };
  const limit = gasLimit(need, can, chain.blockGasLimit);
  if (limit === null) {
    const needs = apart(following.needed) + need.needed * chain.valuePerGas;
    throw new ChainError({ kind: 'funds', has: balance, needs, extra: need.extra * chain.valuePerGas });
  }
  return limit;
}

/** A fee, and what it may have risen by when a block takes the message. */
export function withRoom(fee: bigint): bigint {
  return fee + fee / BigInt(price.feeRoom);
}
