import type { GearApi } from '@gear-js/api';
import type { Header } from '@polkadot/types/interfaces';
import { ChainError, errorOf } from './failure';

type Kind = 'subscribeNewHeads' | 'subscribeFinalizedHeads';

/**
 * Waits for a head of which something holds; the present one comes at once. Those
 * that come while one is looked at are passed over for the latest.
 *
 * @throws ChainError if the connection is lost
 */
export function untilHead(
  api: GearApi,
  kind: Kind,
  holds: (head: Header) => boolean | Promise<boolean>,
): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    let latest: Header | undefined;
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
          const head = latest;
          latest = undefined;
          if (!(await holds(head))) continue;
          settle(resolve);
          return;
        }
      } catch (error) {
        settle(() => reject(errorOf(error)));
      } finally {
        isBusy = false;
      }
    };
    const heads = api.rpc.chain[kind]((head) => {
      latest = head;
      void check();
    });
    heads.catch((error: unknown) => settle(() => reject(errorOf(error))));
    api.on('disconnected', onLost);
  });
}
