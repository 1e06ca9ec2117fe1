import { usePreference } from '../../settings/preferences';
import { usable } from '../../chain/voucher';
import { isInWallet } from '../../chain/wallet';
import type { ActorId } from '../../chain/hex';
import type { GameConfig } from '../../rpsls/config';
import { leftFor, PLAYER_MESSAGES, restOf } from '../../rpsls/endowment';
import { TABLE_ROOM } from '../../rpsls/gas';
import { useAccounts } from '../../visitor/accounts';
import { useChain } from '../../visitor/chain';
import { useSeat } from '../actions';
import { neededWith, neededWithout } from './endowment';
import { useKeptDelegate } from './useDelegate';
import { useEndowment } from './useEndowment';
import { useVouchers } from './useVouchers';

/** What a seat takes of the account beside the bet. */
export type SeatPrice =
  /** Somebody else pays for the gas. */
  | { kind: 'host'; owner: ActorId; left: bigint }
  /** What is left from the last game pays for it. */
  | { kind: 'kept'; left: bigint }
  /** Gas is laid aside with the seat. */
  | { kind: 'aside'; value: bigint; back: bigint }
  /** The account pays for each message, of which one may hold so much for a while, for the table's alarm. */
  | { kind: 'each'; message: bigint; held: bigint; isPoor: boolean }
  /** It can't be paid. */
  | { kind: 'short'; has: bigint; needs: bigint };

/** What the chosen account pays for a seat at a table, in the way in which it would be taken now; none while that is not known. */
export function useSeatPrice(program: ActorId, config: GameConfig): SeatPrice | null {
  const { link } = useChain();
  const { account, balance } = useAccounts();
  const [askWallet = false] = usePreference('askWallet');
  const endowment = useEndowment(program, config, PLAYER_MESSAGES);
  const vouchers = useVouchers(account?.id ?? null, program);
  const delegate = useKeptDelegate(useSeat(program));
  const left = useVouchers(delegate?.id ?? null, program);
  if (link.status !== 'online' || !account || balance === null) return null;
  const short = (needs: bigint): SeatPrice | null => (balance < needs ? { kind: 'short', has: balance, needs } : null);
  const [host] = vouchers ? usable(vouchers.all, vouchers.height) : [];
  if (host) return short(config.betSize) ?? { kind: 'host', owner: host.owner, left: host.balance };
  if (!endowment || !vouchers) return short(config.betSize);
  const isPoor = balance < neededWith(endowment, config, link.chain);
  if (!isInWallet(account) || askWallet || isPoor) {
    const { message } = endowment;
    return (
      short(neededWithout(endowment, config, link.chain)) ?? {
        kind: 'each',
        message,
        held: TABLE_ROOM.alarm * link.chain.valuePerGas,
        isPoor: isPoor && isInWallet(account) && !askWallet,
      }
    );
  }
  const kept = left && leftFor(endowment, left.all, left.height);
  if (kept) return { kind: 'kept', left: kept.balance };
  return { kind: 'aside', value: endowment.value, back: restOf(endowment) };
}
