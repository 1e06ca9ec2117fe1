import { lasting } from '../../lib/storage';
import { Store } from '../../lib/store';
import { SponsoredKeys, type Sponsored } from '../../rpsls/sponsored';

const keys = new SponsoredKeys(lasting);

/** The vouchers' spenders that are in the storage. */
export const keptSponsored = new Store<Sponsored[]>(keys.all());

/**
 * Keeps whom vouchers are for, before they are issued.
 *
 * @throws ChainError if the browser does not keep them
 */
export function keepSponsored(some: readonly Sponsored[]): void {
  keys.keep(some);
  keptSponsored.set(keys.all());
}

export function dropSponsored(some: readonly Sponsored[]): void {
  keys.drop(some);
  keptSponsored.set(keys.all());
}

window.addEventListener('storage', () => keptSponsored.set(keys.all()));
