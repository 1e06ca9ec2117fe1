import { useMemo } from 'preact/compat';
import type { Online } from '../../chain/connection';
import type { ActorId } from '../../lib/hex';
import { usable } from '../../chain/voucher';
import { isInWallet } from '../../chain/wallet';
import { useTexts } from '../../i18n';
import { isLastRound, messagesLeft, shortIn } from '../../rpsls/costs';
import { namedIn, type Purse } from '../../rpsls/purses';
import type { GameState } from '../../rpsls/state';
import { Notice } from '../../ui/Notice';
import { useAccounts } from '../../visitor/accounts';
import { useChain } from '../../visitor/chain';
import { useAsked } from '../../visitor/useAsked';
import { useSpendable } from '../../visitor/useStored';
import { extraOf } from '../../way/costs';
import { useSeat } from '../actions';
import { useSeatsBeside } from '../seats';
import { RefillButton } from './RefillButton';
import { useCosts } from './useCosts';
import { useKeptPurses, usePurses } from './usePurses';
import { useVouchers } from './useVouchers';

interface GasNoticeProps {
  program: ActorId;
  state: GameState;
}

/** What an upgrade makes the purse's next message dearer, asked anew when something has happened at the table. */
function useExtra(program: ActorId, { gamesFinished, stage, round, players }: GameState, purse?: Purse): bigint {
  const occasion = `${gamesFinished}/${stage}/${round}/${players.map(({ status }) => status).join()}`;
  const from = purse?.id;
  const subject = useMemo(() => (from ? { from, program, occasion } : null), [from, program, occasion]);
  return useAsked(subject, askExtra, 'What an upgrade costs') ?? 0n;
}

const askExtra = (
  online: Online,
  _: unknown,
  { from, program }: { from: ActorId; program: ActorId },
): Promise<bigint> => extraOf(online, from, program);

/** Who pays for what a player sends, and a warning before the wallet has to pay again. */
export function GasNotice({ program, state }: GasNoticeProps) {
  const { m, f } = useTexts();
  const { link } = useChain();
  const { account, nameOf } = useAccounts();
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
    const [voucher] = usable(vouchers.all, vouchers.height);
    // The deposit has to stay in it.
    if (voucher && voucher.balance >= link.chain.existentialDeposit + costs.safe)
      return <p className="hint gas">{m.gas.byHost(nameOf(voucher.owner), f.rounded(voucher.balance))}</p>;
    if (isLost && isInWallet(account)) return <p className="hint gas">{m.gas.lostPurse}</p>;
    return (
      <p className="hint gas">
        {m.gas.byYou} {isInWallet(account) && m.gas.signed}
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
