import { useToast } from '../../ui/toasts';
import type { ActorId, Hex } from '../../lib/hex';
import { takeBack } from '../../chain/takeBack';
import { keyAccount } from '../../chain/wallet';
import { vouchersChanged } from './useVouchers';
import { useTexts } from '../../i18n';
import { useWork, type Work } from '../../way/useWork';

/** The account that has vouchers, its table, and its key's seed if this browser has it. */
export interface Spender {
  id: ActorId;
  program: ActorId;
  seed: Hex | null;
}

export interface TakingBack extends Omit<Work, 'start'> {
  start: (spenders: readonly Spender[]) => Promise<boolean>;
}

/** Takes back what is left in the chosen account's vouchers, with one signature. */
export function useTakeBack(): TakingBack {
  const { m, f } = useTexts();
  const toast = useToast();
  const { start, ...work } = useWork('The vouchers are not taken back');
  return {
    ...work,
    start: (spenders) =>
      start(async (online, account, onStep) => {
        try {
          const withKeys = await Promise.all(
            spenders.map(async ({ seed, ...spender }) => ({ ...spender, key: seed ? await keyAccount(seed) : null })),
          );
          const value = await takeBack(online, account, withKeys, onStep);
          toast(m.gas.takenBack(f.rounded(value)));
        } finally {
          vouchersChanged();
        }
      }),
  };
}
