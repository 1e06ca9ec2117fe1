import type { ActorId } from '../../lib/hex';
import { useTexts } from '../../i18n';
import { isLastRound, messagesLeft, shortIn } from '../../rpsls/costs';
import { namedIn } from '../../rpsls/purses';
import type { GameState } from '../../rpsls/state';
import { Notice } from '../../ui/Notice';
import { useAccounts } from '../../way/accounts';
import { useChain } from '../../way/chain';
import { useSpendable } from '../../way/useStored';
import { messageVoucherOf } from '../../way/price';
import { useSeat } from '../actions';
import { useSeatsBeside } from '../seats';
import { RefillButton } from './RefillButton';
import { useCosts } from './useCosts';
import { useExtra } from './useExtra';
import { useKeptPurses, usePurses } from './usePurses';
import { useVouchers } from './useVouchers';

/** Who pays for what a player sends, and a warning before the wallet has to pay again. */
export function GasNotice({ program, state }: { program: ActorId; state: GameState }) {
  const { m, f } = useTexts();
  const { link } = useChain();
  const { account, asksWallet, nameOf } = useAccounts();
  const seat = useSeat(program);
  const purses = usePurses(seat);
  const [named] = namedIn(state, purses);
  const isShowingAll = account !== null && state.commitments.has(account.id) && isLastRound(state);
  // Whoever is no delegate can show a move, and nothing else.
  const purse = named ?? (isShowingAll ? purses[0] : undefined);
  const has = useSpendable(purse?.id ?? null);
  const vouchers = useVouchers(purse ? null : (account?.id ?? null), program);
  const costs = useCosts(program);
  const others = useSeatsBeside(seat);
  const extra = useExtra(program, state, purse);
  const isLost = useKeptPurses(seat).length === 0 && account !== null && state.delegates.has(account.id);
  if (!account || link.status !== 'online') return null;
  if (!purse) {
    if (!vouchers || !costs) return null;
    const voucher = messageVoucherOf(vouchers, costs, link.chain);
    if (voucher) return <p className="hint gas">{m.gas.byHost(nameOf(voucher.owner), f.rounded(voucher.balance))}</p>;
    if (isLost && asksWallet) return <p className="hint gas">{m.gas.lostPurse}</p>;
    return (
      <p className="hint gas">
        {m.gas.byYou} {asksWallet && m.gas.signed}
      </p>
    );
  }
  if (has === null || !costs) return null;
  const lack = shortIn(has - extra, messagesLeft(state, account.id), others, costs, link.chain);
  if (lack === 0n) return <p className="hint gas">{m.gas.byPurse(f.rounded(has))}</p>;
  return (
    <Notice tone="warning" icon="wallet" title={m.gas.lowTitle}>
      <p>{m.gas.low(f.rounded(has))}</p>
      <RefillButton purse={purse} lack={lack} />
    </Notice>
  );
}
