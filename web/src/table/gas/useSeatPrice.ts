import type { ActorId } from '../../lib/hex';
import { usable } from '../../chain/voucher';
import { isInWallet } from '../../chain/wallet';
import type { Terms } from '../../rpsls/costs';
import { usePreference } from '../../lib/preferences';
import { useAccounts } from '../../way/accounts';
import { useChain } from '../../way/chain';
import { useSpendable } from '../../way/useStored';
import { hostOf, ownPrice, shortOf, type SeatPrice } from '../../way/price';
import { useSeat } from '../actions';
import { useSeatsBeside } from '../seats';
import { useCosts } from './useCosts';
import { useKeptPurses } from './usePurses';
import { useVouchers } from './useVouchers';

/**
 * The price of a seat for the chosen account, in the way in which it would be paid now. Null until
 * it is known.
 *
 * @param hasMove whether the first move comes with the seat
 * @param opening the cost of opening the table first, if it does not exist yet; `program` is then
 * its club
 */
export function useSeatPrice(
  program: ActorId,
  terms: Terms,
  hasMove = true,
  opening: bigint | null = 0n,
): SeatPrice | null {
  const { config } = terms;
  const { link } = useChain();
  const { account, balance } = useAccounts();
  const [askWallet = false] = usePreference('askWallet');
  const costs = useCosts(program);
  const vouchers = useVouchers(account?.id ?? null, program);
  const seat = useSeat(program);
  const [first] = useKeptPurses(seat);
  const stored = useSpendable(first?.id ?? null);
  const others = useSeatsBeside(seat);
  if (link.status !== 'online' || !account || balance === null || opening === null) return null;
  const short = (needs: bigint): SeatPrice | null => shortOf(balance, needs);
  // A voucher for a club pays at none of its tables.
  const isPaidFor = vouchers !== null && opening === 0n;
  // Who has a wallet plays with a purse, unless somebody else pays for all of the game.
  const [any] = isPaidFor && !isInWallet(account) ? usable(vouchers.all, vouchers.height) : [];
  const host = isPaidFor && costs && !any ? hostOf(vouchers, costs, terms, hasMove, link.chain) : any;
  if (host) return short(config.betSize) ?? { kind: 'host', owner: host.owner, left: host.balance };
  // An account without a purse gets an empty one.
  const has = first ? stored : 0n;
  if (!costs || !vouchers || has === null) return short(opening + config.betSize);
  const purse = isInWallet(account) && !askWallet ? { has, others } : null;
  return ownPrice(costs, terms, { balance, purse, hasMove, chain: link.chain }, opening);
}
