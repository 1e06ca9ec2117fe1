import { Kept } from '../../lib/kept';
import { lasting } from '../../lib/storage';
import { SponsoredKeys, type Sponsored } from '../../rpsls/sponsored';

const keys = new SponsoredKeys(lasting);

/** The spenders of vouchers in the storage. */
export const keptSponsored = new Kept<Sponsored>(keys);

/**
 * Stores the spenders of vouchers before the vouchers are issued.
 *
 * @throws ChainError if the browser does not store them
 */
export function keepSponsored(some: readonly Sponsored[]): void {
  for (const sponsored of some) keys.keep(sponsored);
  keptSponsored.refresh();
}

export function dropSponsored(some: readonly Sponsored[]): void {
  keys.drop(some);
  keptSponsored.refresh(some);
}
