import { BLOCK_TIME } from '../chain/clock';
import type { ActorId } from '../lib/hex';
import { usable, type Voucher } from '../chain/voucher';
import {
  lackIn,
  longestGame,
  outlayOf,
  reserveOf,
  toldMessages,
  toldRounds,
  type Costs,
  type Outlay,
  type Prices,
  type Terms,
} from '../rpsls/costs';
import { MESSAGE_GAS, TABLE_ROOM } from '../rpsls/gas';

/** What a seat costs the account besides the bet. All amounts are in the smallest unit. */
export type SeatPrice =
  /** Somebody else pays for the gas. */
  | { kind: 'host'; owner: ActorId; left: bigint }
  /**
   * The purse pays for what follows the seat. `fill` goes into it now, and `fees` is what the seat itself takes. After
   * so many rounds the purse is likely to have `stays`. The seat's own message may hold `held` for a while, for the
   * table's alarm.
   */
  | { kind: 'purse'; fill: bigint; fees: bigint; stays: bigint; held: bigint; rounds: number }
  /**
   * The account pays for each message; `fees` is what they are likely to cost in a game of so many rounds. One of them
   * may hold `held` for a while, for the table's alarm.
   */
  | { kind: 'each'; fees: bigint; held: bigint; rounds: number; isPoor: boolean }
  /** The account can't pay. */
  | { kind: 'short'; has: bigint; needs: bigint };

/** An account's vouchers, and the block as of which they were read. */
export interface Vouchers {
  all: readonly Voucher[];
  height: number;
}

/**
 * The voucher that pays for all of a game. Anybody can issue one to anybody: one that pays for less must not keep a
 * player from a purse.
 */
export function hostOf(
  { all, height }: Vouchers,
  { safe }: Costs,
  terms: Terms,
  hasMove: boolean,
  { existentialDeposit }: Prices,
): Voucher | null {
  const needs = existentialDeposit + BigInt(toldMessages(terms, hasMove)) * safe;
  const blocks = Math.ceil(longestGame(terms.config, toldRounds(terms)) / BLOCK_TIME);
  return usable(all, height).find(({ balance, expiry }) => balance >= needs && expiry >= height + blocks) ?? null;
}

/** The voucher that pays for one message at least. The deposit has to stay in it. */
export function messageVoucherOf(
  { all, height }: Vouchers,
  { safe }: Costs,
  { existentialDeposit }: Prices,
): Voucher | null {
  const [voucher] = usable(all, height);
  return voucher && voucher.balance >= existentialDeposit + safe ? voucher : null;
}

/** What an account needs to take a seat and put so much into its purse. */
export function neededToFill(fill: bigint, { seatAndTransfer }: Costs, { config }: Terms, chain: Prices): bigint {
  return config.betSize + fill + seatAndTransfer + MESSAGE_GAS * chain.valuePerGas + chain.existentialDeposit;
}

/** What an account needs at least to take a seat, and to play with its own money. */
export function neededWithout({ message }: Costs, { config }: Terms, messages: number, chain: Prices): bigint {
  return config.betSize + BigInt(messages) * message + chain.existentialDeposit;
}

/** The account that pays. */
export interface Payer {
  balance: bigint;
  /** What its purse has, and what its other seats may take of that. Null if the wallet signs each message. */
  purse: { has: bigint; others: readonly Outlay[] } | null;
  /** Whether it takes the seat with the first move. */
  hasMove: boolean;
  chain: Prices;
}

/**
 * The price of a seat for an account that nobody pays for.
 *
 * @param before what is paid for something else first
 */
export function ownPrice(costs: Costs, terms: Terms, payer: Payer, before = 0n): SeatPrice {
  const { balance, purse, hasMove, chain } = payer;
  const [rounds, messages] = [toldRounds(terms), toldMessages(terms, hasMove)];
  const held = TABLE_ROOM.alarm * chain.valuePerGas;
  const outlays = [...(purse?.others ?? []), outlayOf(terms, hasMove)];
  const fill = purse && lackIn(purse.has, reserveOf(outlays, costs, chain), costs, chain);
  if (purse && fill !== null && balance >= before + neededToFill(fill, costs, terms, chain)) {
    const fees = fill > 0n ? costs.seatAndTransfer : costs.seat;
    return { kind: 'purse', fill, fees, stays: purse.has + fill - BigInt(messages - 1) * costs.usual, held, rounds };
  }
  return (
    shortOf(balance, before + neededWithout(costs, terms, messages, chain)) ?? {
      kind: 'each',
      fees: BigInt(messages) * costs.usual,
      held,
      rounds,
      isPoor: purse !== null,
    }
  );
}

/** Whether what stays in the purse comes from this payment. Otherwise a part of it was there before. */
export function isStayPaid({ fill, stays }: Extract<SeatPrice, { kind: 'purse' }>): boolean {
  return fill > 0n && stays <= fill;
}

export function shortOf(has: bigint, needs: bigint): SeatPrice | null {
  return has < needs ? { kind: 'short', has, needs } : null;
}
