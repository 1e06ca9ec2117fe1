import { useEffect, useState, useSyncExternalStore } from 'preact/compat';
import { BLOCK_TIME } from '../../chain/clock';
import { pressed } from '../../lib/aside';
import { useTexts } from '../../i18n';
import { ActButton } from '../../program/ActButton';
import { Notice } from '../../ui/Notice';
import { useAccounts } from '../../visitor/accounts';
import { useChain } from '../../visitor/chain';
import { keptDelegates } from './delegates';
import { useTakeBack } from './useTakeBack';
import { waitingGas, type WaitingGas } from './waiting';

/** When, ms, to look once more. */
const LOOK_AGAIN = 4 * BLOCK_TIME;

/** What is left of earlier games' gas at all tables, and one button that takes it all back. */
export function WaitingGasNotice() {
  const { m, f } = useTexts();
  const { link } = useChain();
  const { account } = useAccounts();
  const delegates = useSyncExternalStore(keptDelegates.subscribe, keptDelegates.get);
  const taking = useTakeBack();
  const { step } = taking;
  const [waiting, setWaiting] = useState<WaitingGas | null>(null);
  const owner = account?.id;
  useEffect(() => {
    if (link.status !== 'online' || !owner || step !== null) return;
    let isCurrent = true;
    const look = (): void => {
      waitingGas(link, owner, delegates).then(
        (found) => isCurrent && setWaiting(found),
        (error: unknown) => console.info("What is left of the gas can't be told:", error),
      );
    };
    look();
    // The node may be some blocks behind what was just taken back.
    const again = setTimeout(look, LOOK_AGAIN);
    return () => {
      isCurrent = false;
      clearTimeout(again);
      setWaiting(null);
    };
  }, [link, owner, delegates, step]);
  if ((!waiting || waiting.value === 0n) && step === null && !taking.failure) return null;
  return (
    <Notice tone="calm" icon="wallet">
      {waiting && waiting.value > 0n && <p>{m.gas.waiting(f.rounded(waiting.value), waiting.spenders.length)}</p>}
      <ActButton
        tone="quiet"
        step={step}
        isDisabled={!waiting || waiting.value === 0n}
        onClick={() => waiting && pressed(taking.start(waiting.spenders))}
      >
        {m.gas.takeBackAll}
      </ActButton>
      {taking.failure && <p role="alert">{f.failure(taking.failure)}</p>}
    </Notice>
  );
}
