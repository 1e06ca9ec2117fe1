import { voucher } from '../generated/facts.json';
import { BLOCK_TIME } from '../chain/clock';
import { usable, type Voucher } from '../chain/voucher';
import type { GameConfig, Timeout } from './config';

const { rounds, messages, guest } = voucher;

/** Rounds that a player lays gas aside for: after these the wallet can sign. */
const OWN_ROUNDS = 3;

/** Rounds that a voucher is to last for. */
export const ROUNDS = rounds;

/**
 * What a player sends after taking a seat, for whom the voucher pays: four in five games of
 * two end in the first round, and after these the player can sign.
 */
export const PLAYER_MESSAGES = messages.round * OWN_ROUNDS;

/** What a guest sends, whose seat is paid for, too, and who has nothing to go on with. */
export const GUEST_MESSAGES = messages.seat + messages.round * rounds;

/** For how many blocks a guest's voucher lasts at least: a guest need not come at once. */
export const GUEST_BLOCKS = guest / BLOCK_TIME;

/** What a seat's voucher is issued with. */
export interface Endowment {
  value: bigint;
  /** In blocks: as long as so many rounds can take. */
  duration: number;
  /** What each message takes of it for good. */
  message: bigint;
  /** What taking the seat takes of the account itself for good, with the voucher's issue. */
  seat: bigint;
}

/** How long a game of so many rounds can take, ms: registration that ends without two players begins again. */
export function longestGame(
  { entryTimeout, moveTimeout, revealTimeout }: Pick<GameConfig, Timeout>,
  rounds: number,
): number {
  return 2 * entryTimeout + rounds * (moveTimeout + revealTimeout);
}

/** What a game of one round leaves of it. */
export function restOf({ value, message }: Pick<Endowment, 'value' | 'message'>): bigint {
  return value - BigInt(messages.round) * message;
}

/** A voucher from an earlier game that is good for another: half of the money and time of a new one. */
export function leftFor(
  { value, duration }: Pick<Endowment, 'value' | 'duration'>,
  vouchers: readonly Voucher[],
  height: number,
): Voucher | undefined {
  return usable(vouchers, height + Math.floor(duration / 2)).find(({ balance }) => balance >= value / 2n);
}
