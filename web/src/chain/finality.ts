import type { GearApi } from '@gear-js/api';
import { ChainError } from './failure';
import type { Hex } from './hex';

/**
 * Waits for a finalized block of which something holds. No such block is undone.
 *
 * @throws ChainError if the connection is lost
 */
export function untilFinal(api: GearApi, holdsAt: (block: Hex) => Promise<boolean>): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    let latest: Hex | undefined;
    let isBusy = false;
    const settle = (end: () => void): void => {
      api.off('disconnected', onLost);
      heads.then(
        (unsubscribe) => unsubscribe(),
        () => undefined,
      );
      end();
    };
    const onLost = (): void => settle(() => reject(new ChainError({ kind: 'lost' })));
    const check = async (): Promise<void> => {
      if (isBusy) return;
      isBusy = true;
      try {
        while (latest !== undefined) {
          const block = latest;
          latest = undefined;
          if (await holdsAt(block)) return settle(resolve);
        }
      } catch (error) {
        settle(() => reject(error));
      } finally {
        isBusy = false;
      }
    };
    // The first one comes at once.
    const heads = api.rpc.chain.subscribeFinalizedHeads((header) => {
      latest = header.hash.toHex();
      void check();
    });
    heads.catch((error: unknown) => settle(() => reject(error)));
    api.on('disconnected', onLost);
  });
}
