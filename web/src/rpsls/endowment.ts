import { voucher } from '../../../docs/clients.json';
import { BLOCK_TIME } from '../chain/clock';
import { usable, type Voucher } from '../chain/voucher';

const { rounds, messages, guest } = voucher;

/** Rounds that a voucher is to last for: four in five games of two end in the first. */
export const ROUNDS = rounds;

/** What a player sends after taking a seat, in so many rounds, at most. */
export const PLAYER_MESSAGES = messages.round * rounds;

/** What a guest sends, whose seat is paid for, too. */
export const GUEST_MESSAGES = messages.seat + PLAYER_MESSAGES;

/** For how many blocks a guest's voucher lasts at least: a guest need not come at once. */
export const GUEST_BLOCKS = guest / BLOCK_TIME;

/** What a seat's voucher is issued with. */
export interface Endowment {
  value: bigint;
  /** In blocks: as long as so many rounds can take. */
  duration: number;
}

/** A voucher from an earlier game that is good for another: half of the money and time of a new one. */
export function leftFor(
  { value, duration }: Endowment,
  vouchers: readonly Voucher[],
  height: number,
): Voucher | undefined {
  return usable(vouchers, height + Math.floor(duration / 2)).find(({ balance }) => balance >= value / 2n);
}
