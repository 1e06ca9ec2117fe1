import { useAccounts } from '../../visitor/accounts';
import { usePreference } from '../../settings/preferences';
import { useChain } from '../../visitor/chain';
import type { ChainClock } from '../../chain/clock';
import type { ActorId } from '../../chain/hex';
import { usable, type Voucher } from '../../chain/voucher';
import { isInWallet } from '../../chain/wallet';
import { useTexts } from '../../i18n';
import { BLOCK_TIME } from '../../chain/clock';
import { BURNED_GAS, MESSAGE_GAS } from '../../rpsls/gas';
import type { GameState } from '../../rpsls/state';
import { Notice } from '../../ui/Notice';
import { useSeat } from '../actions';
import { isNamed, useKeptDelegate } from './useDelegate';
import { useVouchers, type Vouchers } from './useVouchers';

interface GasNoticeProps {
  program: ActorId;
  state: GameState;
  clock: ChainClock;
}

/** Who pays for what a player sends, and a warning before the wallet has to pay again. */
export function GasNotice({ program, state, clock }: GasNoticeProps) {
  const { m, f } = useTexts();
  const { account, nameOf } = useAccounts();
  const [askWallet = false] = usePreference('askWallet');
  const key = useKeptDelegate(useSeat(program));
  const named = account ? state.delegates.get(account.id) : undefined;
  const delegate = key && isNamed(key, state) && !askWallet ? key : null;
  const vouchers = useVouchers(delegate?.id ?? account?.id ?? null, program);
  const isEnding = useIsEnding(state, clock);
  if (!account || !vouchers) return null;
  const [voucher] = usable(vouchers.all, vouchers.height);
  if (!delegate) {
    if (voucher) return <p className="hint gas">{m.gas.byHost(nameOf(voucher.owner), f.rounded(voucher.balance))}</p>;
    if (named && !askWallet) return <p className="hint gas">{m.gas.lostKey}</p>;
    return (
      <p className="hint gas">
        {m.gas.byYou} {isInWallet(account) && m.gas.signed}
      </p>
    );
  }
  const ending = voucher && isEnding(voucher, vouchers);
  if (voucher && !ending) return <p className="hint gas">{m.gas.bySeat(f.rounded(voucher.balance))}</p>;
  return (
    <Notice tone="warning" icon="wallet" title={voucher ? m.gas.endingTitle : m.gas.endedTitle}>
      <p>{voucher ? m.gas.ending[ending ?? 'money'](f.rounded(voucher.balance)) : m.gas.ended}</p>
    </Notice>
  );
}

/** What a voucher lacks for the coming move and reveal, if anything. */
function useIsEnding(
  state: GameState,
  clock: ChainClock,
): (voucher: Voucher, vouchers: Vouchers) => 'money' | 'time' | null {
  const { link } = useChain();
  const valuePerGas = link.status === 'online' ? link.chain.valuePerGas : 0n;
  const deposit = link.status === 'online' ? link.chain.existentialDeposit : 0n;
  // Two messages: the gas that they burn, the fees, at some three times that, and a deposit.
  const least = 2n * 4n * BURNED_GAS * valuePerGas + (MESSAGE_GAS / 4n) * valuePerGas + deposit;
  return ({ expiry, balance }, { height }) => {
    const left = (expiry - height) * BLOCK_TIME;
    if (left < state.deadline - clock.latest()) return 'time';
    return balance < least ? 'money' : null;
  };
}
