import type { GearApi } from '@gear-js/api';
import { voucher as rules } from '../../../docs/clients.json';
import type { ActorId, Hex } from './hex';
import { freeBalance, type Context } from './program';
import type { Extrinsic } from './submit';

/** What pays fees and gas in its spender's place, for messages to some programs. */
export interface Voucher {
  /** Also the account that its money lies in. */
  id: Hex;
  /** Who issued it, and gets back what is left. */
  owner: ActorId;
  spender: ActorId;
  /** The first block in which it can't be used, and can be revoked. */
  expiry: number;
  balance: bigint;
  /** What the chain holds of it for messages on their way, and gives back when they have run. */
  held: bigint;
}

/** What a voucher is to be. */
export interface Issue {
  spender: ActorId;
  /** The only program that it is for. */
  program: ActorId;
  value: bigint;
  /** For how many blocks. */
  duration: number;
}

/**
 * A voucher that ends within so few blocks may be over before a message is in one: a
 * person has to find the wallet's window first.
 */
const MARGIN = rules.margin;

/** Whether the chain knows vouchers, and several calls in one extrinsic. */
export function canSponsor(api: GearApi): boolean {
  return api.tx.gearVoucher?.issue !== undefined;
}

/** The vouchers that an account may use for a program, also those that are over. */
export async function vouchersOf(api: GearApi, spender: ActorId, program: ActorId): Promise<Voucher[]> {
  if (!canSponsor(api)) return [];
  const found = await api.voucher.getAllForAccount(spender, program);
  return Promise.all(
    Object.entries(found).map(async ([key, { owner, expiry }]) => {
      const id = key as Hex;
      const [balance, held] = await Promise.all([freeBalance(api, id), heldGas(api, id)]);
      return { id, owner, spender, expiry, balance, held };
    }),
  );
}

/** What the chain holds of an account for the gas of messages, such as an alarm, that have not run yet. */
async function heldGas(api: GearApi, account: ActorId): Promise<bigint> {
  const kept = (await api.query.gearBank?.bank?.(account))?.toJSON() as { gas?: string | number } | null | undefined;
  return BigInt(kept?.gas ?? 0);
}

/** The number of the best block. */
export async function heightOf(api: GearApi): Promise<number> {
  return (await api.rpc.chain.getHeader()).number.toNumber();
}

/** Those that still pay, the fullest first. */
export function usable(vouchers: readonly Voucher[], height: number): Voucher[] {
  return vouchers
    .filter(({ expiry, balance }) => expiry > height + MARGIN && balance > 0n)
    .sort((a, b) => Number(b.balance > a.balance) - Number(b.balance < a.balance));
}

/** Those with something left that an owner gets back, now or when a message has run. */
export function owned(vouchers: readonly Voucher[], owner: ActorId): Voucher[] {
  return vouchers.filter((voucher) => voucher.owner === owner && voucher.balance + voucher.held > 0n);
}

/** Whether there is something to take back, and nothing that would be lost by doing it now. */
export function isFree({ balance, held }: Voucher): boolean {
  return balance > 0n && held === 0n;
}

/** What is in all of them. */
export function balanceOf(vouchers: readonly Voucher[]): bigint {
  return vouchers.reduce((sum, { balance }) => sum + balance, 0n);
}

/** The voucher that pays for an account's messages to a program, if one does. */
export async function payerOf({ api }: Context, spender: ActorId, program: ActorId): Promise<Voucher | null> {
  const vouchers = await vouchersOf(api, spender, program);
  if (vouchers.length === 0) return null;
  return usable(vouchers, await heightOf(api))[0] ?? null;
}

/** Gives a spender a voucher for one program; codes it does not pay for. */
export function issueOf({ tx }: GearApi, { spender, program, value, duration }: Issue): Extrinsic {
  if (!tx.gearVoucher?.issue) throw new Error('the chain has no vouchers');
  return tx.gearVoucher.issue(spender, value, [program], false, duration);
}

/** Several calls as one: all of them, or none. */
export function together({ tx }: GearApi, [first, ...rest]: [Extrinsic, ...Extrinsic[]]): Extrinsic {
  return rest.length === 0 ? first : tx.utility.batchAll([first, ...rest]);
}
