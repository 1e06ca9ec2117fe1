import { useEffect } from 'preact/compat';
import { pressed } from '../../lib/aside';
import { useAccounts } from '../../visitor/accounts';
import { useChain } from '../../visitor/chain';
import type { ActorId } from '../../chain/hex';
import { balanceOf, isFree, owned } from '../../chain/voucher';
import { useTexts } from '../../i18n';
import type { Delegate } from '../../rpsls/delegates';
import { statusOf, type GameState } from '../../rpsls/state';
import { Notice } from '../../ui/Notice';
import { ActButton } from '../../program/ActButton';
import { useSeat } from '../actions';
import { dropDelegate } from './delegates';
import { readTable } from '../read';
import { isNamed, useKeptDelegate } from './useDelegate';
import { useTakeBack } from './useTakeBack';
import { useVouchers } from './useVouchers';

interface GasLeftProps {
  program: ActorId;
  state: GameState;
  /** Whether an action is under way that may use the key. */
  isBusy: boolean;
}

/** What is left of a game's gas, and a button that takes it back. */
export function GasLeft({ program, state, isBusy }: GasLeftProps) {
  const { account } = useAccounts();
  const delegate = useKeptDelegate(useSeat(program));
  const isPlaying = delegate && isNamed(delegate, state) && statusOf(state, delegate.account) !== 'out';
  if (!account || !delegate || isPlaying || isBusy) return null;
  return <Left key={delegate.id} delegate={delegate} gamesFinished={state.gamesFinished} />;
}

function Left({ delegate, gamesFinished }: { delegate: Delegate; gamesFinished: number }) {
  const { m, f } = useTexts();
  const { link } = useChain();
  const { id, program, account, game, seed } = delegate;
  const vouchers = useVouchers(id, program);
  const taking = useTakeBack();
  const deposit = link.status === 'online' ? link.chain.existentialDeposit : 0n;
  const ours = vouchers && owned(vouchers.all, account);
  const left = ours && balanceOf(ours.filter(isFree));
  const waiting =
    ours?.filter(({ held }) => held > 0n).reduce((sum, { balance, held }) => sum + balance + held, 0n) ?? 0n;
  // Taking back less than this costs more than it brings.
  const isLittle = (value: bigint): boolean => value < deposit / 10n;
  const isNothing = left !== null && isLittle(left + waiting);
  useThrowingAway(isNothing && game < gamesFinished ? delegate : null);
  if (left === null || isNothing) return null;
  return (
    <Notice tone="calm" icon="wallet">
      {!isLittle(left) && (
        <p>
          {m.gas.left(f.rounded(left))} <span className="muted">{m.gas.leftHint}</span>
        </p>
      )}
      {!isLittle(waiting) && <p className="muted">{m.gas.held(f.rounded(waiting))}</p>}
      {!isLittle(left) && (
        <ActButton tone="quiet" step={taking.step} onClick={() => pressed(taking.start([{ id, program, seed }]))}>
          {m.gas.takeBack(f.rounded(left))}
        </ActButton>
      )}
      {taking.failure && <p role="alert">{f.failure(taking.failure)}</p>}
    </Notice>
  );
}

/** Deletes a key that is of no more use, once the end of its game is final. */
function useThrowingAway(delegate: Delegate | null): void {
  const { link } = useChain();
  useEffect(() => {
    if (!delegate || link.status !== 'online') return;
    let isCurrent = true;
    const throwAway = async (): Promise<void> => {
      const head = await link.api.finalizedHead();
      const final = await readTable(link, delegate.program, head);
      if (isCurrent && final.gamesFinished > delegate.game && !isNamed(delegate, final)) dropDelegate(delegate);
    };
    throwAway().catch((error: unknown) => console.warn('The key is kept for now:', error));
    return () => {
      isCurrent = false;
    };
  }, [delegate, link]);
}
