import { voucher as rules } from '../generated/facts.json';
import type { Api, Place } from './api';
import type { ActorId, Hex } from './hex';
import { spendableOf, type Context } from './program';
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
export function canSponsor({ runtime }: Api): boolean {
  return runtime.has('GearVoucher') && runtime.has('Utility');
}

/** For how many blocks a voucher may be. */
export function durationsOf({ runtime }: Api): { least: number; most: number } {
  const constant = (name: string): number => Number(runtime.constant('GearVoucher', name));
  return { least: constant('MinDuration'), most: constant('MaxDuration') };
}

/** More than anybody has. */
const MOST = 1_000;

/** The vouchers that an account may use for a program, also those that are over. */
export async function vouchersOf(api: Api, spender: ActorId, program: ActorId): Promise<Voucher[]> {
  if (!canSponsor(api)) return [];
  const entry = api.runtime.entry('GearVoucher', 'Vouchers');
  const prefix = entry.key(spender);
  const keys = await api.send<Hex[]>('state_getKeysPaged', [prefix, MOST, prefix]);
  const ids = keys.map((key) => entry.keysIn(key)[1] as Hex);
  const stored = await api.readAll(ids.map((id) => ['GearVoucher', 'Vouchers', spender, id]));
  const found = ids.flatMap((id, index): Omit<Voucher, 'balance' | 'held'>[] => {
    const voucher = stored[index] as Stored | null | undefined;
    if (!voucher || (voucher.programs && !voucher.programs.includes(program))) return [];
    return [{ id, owner: voucher.owner, spender, expiry: voucher.expiry }];
  });
  const places = found.flatMap(({ id }): Place[] => [
    ['System', 'Account', id],
    ['GearBank', 'Bank', id],
  ]);
  const money = await api.readAll(places);
  return found.map((voucher, index) => {
    // What the chain holds for the gas of messages, such as an alarm, that have not run yet.
    const bank = money[2 * index + 1] as { gas: bigint } | null | undefined;
    return { ...voucher, balance: spendableOf(money[2 * index]), held: bank?.gas ?? 0n };
  });
}

/** A voucher as the chain keeps it. */
interface Stored {
  owner: ActorId;
  expiry: number;
  programs: ActorId[] | null;
}

/** The number of the best block. */
export async function heightOf(api: Api): Promise<number> {
  return (await api.header()).number;
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
export function issueOf({ spender, program, value, duration }: Issue): Extrinsic {
  return { GearVoucher: { issue: { spender, balance: value, programs: [program], code_uploading: false, duration } } };
}

/** Several calls as one: all of them, or none. */
export function together([first, ...rest]: [Extrinsic, ...Extrinsic[]]): Extrinsic {
  return rest.length === 0 ? first : { Utility: { batch_all: { calls: [first, ...rest] } } };
}
