import { useRef, useState } from 'preact/compat';
import type { Online } from '../chain/connection';
import { failureOf, type Failure } from '../chain/failure';
import type { Step } from '../chain/submit';
import type { Account } from '../chain/wallet';
import { useAccounts } from './accounts';
import { useChain } from './chain';

/** What the chosen account does on the chain at a press, apart from a program's actions. */
export interface Work {
  /** The progress. */
  step: Step | null;
  /** Why it came to nothing. */
  failure: Failure | null;
  /** Resolves to whether it was done. Of two presses at once the first counts. */
  start: (work: (online: Online, account: Account, onStep: (step: Step) => void) => Promise<void>) => Promise<boolean>;
}

/** @param failed what a failure is written down as */
export function useWork(failed: string): Work {
  const { link } = useChain();
  const { account } = useAccounts();
  const [step, setStep] = useState<Step | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const isBusy = useRef(false);
  const start: Work['start'] = async (work) => {
    // A second press may come before the button shows the first.
    if (isBusy.current) return false;
    if (link.status !== 'online' || !account) {
      setFailure({ kind: 'lost' });
      return false;
    }
    isBusy.current = true;
    setFailure(null);
    // Set before anything is loaded or asked, so that the press visibly counts.
    setStep('checking');
    try {
      await work(link, account, setStep);
      return true;
    } catch (error) {
      console.warn(`${failed}:`, error);
      setFailure(failureOf(error));
      return false;
    } finally {
      isBusy.current = false;
      setStep(null);
    }
  };
  return { step, failure, start };
}
