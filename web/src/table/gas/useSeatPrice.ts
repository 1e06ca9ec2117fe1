import { usePreference } from '../../settings/preferences';
import { usable } from '../../chain/voucher';
import { isInWallet } from '../../chain/wallet';
import type { ActorId } from '../../chain/hex';
import { leftFor, playerMessages, type Terms } from '../../rpsls/endowment';
import { useAccounts } from '../../visitor/accounts';
import { useChain } from '../../visitor/chain';
import { useSeat } from '../actions';
import { ownPrice, shortOf, type SeatPrice } from './price';
import { useKeptDelegate } from './useDelegate';
import { useEndowment } from './useEndowment';
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
  const endowment = useEndowment(program, terms, playerMessages(terms));
  const vouchers = useVouchers(account?.id ?? null, program);
  const delegate = useKeptDelegate(useSeat(program));
  const left = useVouchers(delegate?.id ?? null, program);
  if (link.status !== 'online' || !account || balance === null || opening === null) return null;
  const short = (needs: bigint): SeatPrice | null => shortOf(balance, needs);
  // A voucher for a club pays at none of its tables.
  const [host] = vouchers && opening === 0n ? usable(vouchers.all, vouchers.height) : [];
  if (host) return short(config.betSize) ?? { kind: 'host', owner: host.owner, left: host.balance };
  if (!endowment || !vouchers) return short(opening + config.betSize);
  const purse = { balance, isByKey: isInWallet(account) && !askWallet, hasMove, chain: link.chain };
  const own = ownPrice(endowment, terms, purse, opening);
  const kept = own.kind === 'aside' && left && leftFor(endowment, left.all, left.height);
  return kept ? { kind: 'kept', left: kept.balance } : own;
}
