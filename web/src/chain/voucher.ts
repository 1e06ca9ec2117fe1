import { voucher as rules } from '../generated/facts.json';
import type { Api, Header, Place } from './api';
import { known } from './failure';
import type { ActorId, Hex } from '../lib/hex';
import { heldOf, spendableOf, type Context } from './program';
import type { Extrinsic } from './submit';

/** Money that pays fees and gas in place of its spender, for messages to some programs. */
export interface Voucher {
  /** The id is also the account that holds the voucher's money. */
  id: Hex;
  /** The account that issued it and gets back what is left. */
  owner: ActorId;
  spender: ActorId;
  /** The first block in which it can't be used and can be revoked. */
  expiry: number;
  balance: bigint;
  /** Money that the chain holds for messages on their way, and gives back when they have run. */
  held: bigint;
}

/** The terms of a new voucher. */
export interface Issue {
  spender: ActorId;
  /** The only program that it is for. */
  program: ActorId;
  value: bigint;
  /** How many blocks it lasts. */
  duration: number;
}

/**
 * A voucher that ends within this many blocks may expire before a block takes the message: a person
 * has to find the wallet's window first.
 */
const MARGIN = rules.margin;

/** Whether the chain has vouchers, and can do several calls in one extrinsic. */
export function canSponsor({ runtime }: Api): boolean {
  return runtime.has('GearVoucher') && runtime.has('Utility');
}

/** How many blocks a voucher may last. */
export function durationsOf({ runtime }: Api): { least: number; most: number } {
  const constant = (name: string): number => Number(runtime.constant('GearVoucher', name));
  return { least: constant('MinDuration'), most: constant('MaxDuration') };
}

/** How many keys, or values, one request asks for: nodes list no more keys. */
const PAGE = 1_000;

/** The vouchers that an account has for a program, expired ones included. */
export async function vouchersOf(api: Api, spender: ActorId, program: ActorId): Promise<Voucher[]> {
  if (!canSponsor(api)) return [];
  const entry = api.runtime.entry('GearVoucher', 'Vouchers');
  // All of one block: a node that is behind would miss some.
  const { hash } = await headOf(api);
  const ids = (await keysBelow(api, entry.key(spender), hash)).map((key) => entry.keysIn(key)[1] as Hex);
  const stored = await api.readAll(
    ids.map((id) => ['GearVoucher', 'Vouchers', spender, id]),
    hash,
  );
  const found = ids.flatMap((id, index): Omit<Voucher, 'balance' | 'held'>[] => {
    const voucher = stored[index] as Stored | null | undefined;
    if (!voucher || (voucher.programs && !voucher.programs.includes(program))) return [];
    return [{ id, owner: voucher.owner, spender, expiry: voucher.expiry }];
  });
  const places = found.flatMap(({ id }): Place[] => [
    ['System', 'Account', id],
    ['GearBank', 'Bank', id],
  ]);
  const money = await api.readAll(places, hash);
  return found.map((voucher, index) => {
    return { ...voucher, balance: spendableOf(money[2 * index]), held: heldOf(money[2 * index + 1]) };
  });
}

/** All keys of the storage below this one. Anybody can issue vouchers to anybody, so there may be many. */
async function keysBelow(api: Api, prefix: Hex, at: Hex): Promise<Hex[]> {
  const keys: Hex[] = [];
  for (let last = prefix, count = PAGE; count === PAGE; last = keys.at(-1) ?? prefix) {
    const page = known(await api.send<Hex[] | null>('state_getKeysPaged', [prefix, PAGE, last, at]));
    keys.push(...page);
    count = page.length;
  }
  return keys;
}

/** A voucher as the chain keeps it. */
interface Stored {
  owner: ActorId;
  expiry: number;
  programs: ActorId[] | null;
}

/** The number of the best block. */
export async function heightOf(api: Api): Promise<number> {
  return (await headOf(api)).number;
}

/** The best block that the node has told of. */
async function headOf(api: Api): Promise<Header> {
  return api.latest('subscribeNewHeads') ?? (await api.header());
}

/** The vouchers that can still pay, the fullest first. */
export function usable(vouchers: readonly Voucher[], height: number): Voucher[] {
  return vouchers
    .filter(({ expiry, balance }) => expiry > height + MARGIN && balance > 0n)
    .sort((a, b) => Number(b.balance > a.balance) - Number(b.balance < a.balance));
}

/** The vouchers from which an owner gets something back, now or when a message has run. */
export function owned(vouchers: readonly Voucher[], owner: ActorId): Voucher[] {
  return vouchers.filter((voucher) => voucher.owner === owner && voucher.balance + voucher.held > 0n);
}

/** Whether there is something to take back, and taking it back now loses nothing. */
export function isFree({ balance, held }: Voucher): boolean {
  return balance > 0n && held === 0n;
}

/** The balance of all vouchers. */
export function balanceOf(vouchers: readonly Voucher[]): bigint {
  return vouchers.reduce((sum, { balance }) => sum + balance, 0n);
}

/** The voucher that pays for an account's messages to a program, if any does. */
export async function payerOf({ api }: Context, spender: ActorId, program: ActorId): Promise<Voucher | null> {
  const vouchers = await vouchersOf(api, spender, program);
  if (vouchers.length === 0) return null;
  return usable(vouchers, await heightOf(api))[0] ?? null;
}

/** Gives a spender a voucher for one program. It does not pay for uploading code. */
export function issueOf({ spender, program, value, duration }: Issue): Extrinsic {
  return { GearVoucher: { issue: { spender, balance: value, programs: [program], code_uploading: false, duration } } };
}
