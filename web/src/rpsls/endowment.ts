import { voucher } from '../generated/facts.json';
import { BLOCK_TIME } from '../chain/clock';
import { usable, type Voucher } from '../chain/voucher';
import type { GameConfig, Timeout } from './config';

const { rounds, messages, guest } = voucher;

/** How many rounds a player lays gas aside for: after these the wallet can sign. */
const OWN_ROUNDS = 3;

/** How many rounds a voucher should last. */
export const ROUNDS = rounds;

/**
 * How many messages after taking a seat a player's voucher pays for. Four in five games of two end
 * in the first round, and after these rounds the player can sign.
 */
export const PLAYER_MESSAGES = messages.round * OWN_ROUNDS;

/** How many messages a guest's voucher pays for: it includes the seat, as a guest has nothing else to pay with. */
export const GUEST_MESSAGES = messages.seat + messages.round * rounds;

/** How many blocks a guest's voucher lasts at least: a guest need not come at once. */
export const GUEST_BLOCKS = guest / BLOCK_TIME;

/** The terms of a seat's voucher. */
export interface Endowment {
  value: bigint;
  /** In blocks: the longest time that its rounds can take. */
  duration: number;
  /** The most that each message uses up of it. */
  message: bigint;
  /** What each message is likely to use up. */
  usual: bigint;
  /** What taking the seat, with issuing the voucher, uses up at most of the account's own money. */
  seat: bigint;
}

/** How long a game of this many rounds can take, ms. Registration begins again if it ends without two players. */
export function longestGame(
  { entryTimeout, moveTimeout, revealTimeout }: Pick<GameConfig, Timeout>,
  rounds: number,
): number {
  return 2 * entryTimeout + rounds * (moveTimeout + revealTimeout);
}

/** What is left of it after a game of one round. */
export function restOf({ value, usual }: Pick<Endowment, 'value' | 'usual'>): bigint {
  return value - BigInt(messages.round) * usual;
}

/** A voucher from an earlier game that is good for another one: it has half of a new one's money and time left. */
export function leftFor(
  { value, duration }: Pick<Endowment, 'value' | 'duration'>,
  vouchers: readonly Voucher[],
  height: number,
): Voucher | undefined {
  return usable(vouchers, height + Math.floor(duration / 2)).find(({ balance }) => balance >= value / 2n);
}
