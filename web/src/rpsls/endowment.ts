import { usable, type Voucher } from '../chain/voucher';

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
