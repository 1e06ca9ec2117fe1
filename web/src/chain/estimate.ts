import type { Codec } from '@polkadot/types/types';
import { ChainError, isNodeError } from './failure';
import { gasLimit, needOf, needWithin, type GasEstimate, type GasNeed } from './gas';
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
export async function estimateOf(reckoning: Promise<Codec>, bound: bigint | null): Promise<Estimate> {
  try {
    return { need: needOf(reckonedOf(await reckoning)), isPublished: false };
  } catch (error) {
    if (bound === null || !isNodeError(error)) throw error;
    console.info('The node reckons no gas for the message:', error);
    return { need: needWithin(bound), isPublished: true };
  }
}

function reckonedOf(info: Codec): GasEstimate {
  const reckoned = fields(info.toJSON() as Json);
  return {
    burned: integer(reckoned['burned']),
    minLimit: integer(reckoned['min_limit'] ?? reckoned['minLimit']),
  };
}

/**
 * The gas limit, where so much has to be left for else than gas.
 *
 * @throws ChainError if it can't be paid
 */
export function affordable({ chain }: Context, need: GasNeed, balance: bigint, apart: bigint): bigint {
  const spare = balance - apart - chain.existentialDeposit;
  const limit = gasLimit(need, spare > 0n ? spare / chain.valuePerGas : 0n, chain.blockGasLimit);
  if (limit === null) {
    const needs = apart + need.needed * chain.valuePerGas + chain.existentialDeposit;
    throw new ChainError({ kind: 'funds', has: balance, needs });
  }
  return limit;
}

/** A fee and a quarter more: its price moves. */
export function withRoom(fee: bigint): bigint {
  return fee + fee / 4n;
}
