import { byVoucher, together } from './calls';
import { affordable, type Following } from './estimate';
import { failureOf, isUnpaid } from './failure';
import type { GasNeed } from './gas';
import type { Context } from './program';
import { feeOf, type Extrinsic } from './submit';
import type { Voucher } from './voucher';
import type { Account } from './wallet';

/** A call that goes into the same extrinsic as a message: the chain does both or neither. */
export interface ExtraCall {
  extrinsic: Extrinsic;
  /** What it takes from the sender, apart from its fee. */
  value: bigint;
}

/** A message without its gas limit, and the money that may pay for it. */
export interface Draft {
  from: Account;
  /** What the sender has. */
  balance: bigint;
  voucher: Voucher | null;
  value: bigint;
  need: GasNeed;
  following: Following;
  message: (gasLimit: bigint) => Extrinsic;
  extraCall: ExtraCall | undefined;
}

/** A message with its gas limit, ready to be signed. */
export interface Prepared {
  limit: bigint;
  extrinsic: Extrinsic;
}

/**
 * Makes the voucher pay for a message, or else its sender.
 *
 * @throws ChainError if neither can
 */
export async function prepare(context: Context, draft: Draft): Promise<Prepared> {
  const { voucher, balance } = draft;
  if (!voucher) return byOneself(context, draft);
  try {
    return await paidBy(voucher, context, draft);
  } catch (error) {
    // A nearly empty voucher leaves the payment to the sender, who may be able to pay.
    if (balance === 0n || !isUnpaid(failureOf(error))) throw error;
    return byOneself(context, draft);
  }
}

async function paidBy(
  { id, balance }: Voucher,
  context: Context,
  { from, need, following, message }: Draft,
): Promise<Prepared> {
  const { api, chain } = context;
  const call = (gasLimit: bigint): Extrinsic => byVoucher(id, message(gasLimit));
  const fee = await feeOf(api, call(chain.blockGasLimit), from);
  const limit = affordable(context, need, { balance, value: 0n, fee, following: { ...following, beside: undefined } });
  return { limit, extrinsic: call(limit) };
}

async function byOneself(
  context: Context,
  { from, balance, value, need, following, message, extraCall }: Draft,
): Promise<Prepared> {
  const { api, chain } = context;
  const whole = (gasLimit: bigint): Extrinsic =>
    extraCall ? together([extraCall.extrinsic, message(gasLimit)]) : message(gasLimit);
  const fee = await feeOf(api, whole(chain.blockGasLimit), from);
  const all = value + (extraCall?.value ?? 0n);
  const limit = affordable(context, need, { balance, value: all, fee, following });
  return { limit, extrinsic: whole(limit) };
}
