import { useState } from 'preact/compat';
import { useAccounts } from '../../visitor/accounts';
import { useChain } from '../../visitor/chain';
import { useToast } from '../../ui/toasts';
import { failureOf, type Failure } from '../../chain/failure';
import type { ActorId, Hex } from '../../chain/hex';
import type { Step } from '../../chain/submit';
import { takeBack } from '../../chain/takeBack';
import { keyAccount } from '../../chain/wallet';
import { vouchersChanged } from './useVouchers';
import { useTexts } from '../../i18n';

/** The account that has vouchers, its table, and its key's seed if this browser has it. */
export interface Spender {
  id: ActorId;
  program: ActorId;
  seed: Hex | null;
}

export interface TakingBack {
  step: Step | null;
  failure: Failure | null;
  start: (spenders: readonly Spender[]) => Promise<void>;
}

/** Takes back what is left in the chosen account's vouchers, with one signature. */
export function useTakeBack(): TakingBack {
  const { link } = useChain();
  const { account } = useAccounts();
  const { m, f } = useTexts();
  const toast = useToast();
  const [step, setStep] = useState<Step | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const start = async (spenders: readonly Spender[]): Promise<void> => {
    if (link.status !== 'online' || !account) {
      setFailure({ kind: 'lost' });
      return;
    }
    setFailure(null);
    setStep('checking');
    try {
      const withKeys = await Promise.all(
        spenders.map(async ({ seed, ...spender }) => ({ ...spender, key: seed ? await keyAccount(seed) : null })),
      );
      const value = await takeBack(link, account, withKeys, setStep);
      toast(m.gas.takenBack(f.rounded(value)));
    } catch (error) {
      console.warn('The vouchers are not taken back:', error);
      setFailure(failureOf(error));
    } finally {
      setStep(null);
      vouchersChanged();
    }
  };
  return { step, failure, start };
}
