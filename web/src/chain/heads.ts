import type { Api, Header, HeadKind } from './api';
import { ChainError, errorOf } from './failure';

/**
 * Waits for a head of which something holds; the present one comes at once. Those
 * that come while one is looked at are passed over for the latest.
 *
 * @throws ChainError if the connection is lost
 */
export function untilHead(
  api: Pick<Api, 'heads' | 'lost'>,
  kind: HeadKind,
  holds: (head: Header) => boolean | Promise<boolean>,
): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    let latest: Header | undefined;
    let isBusy = false;
    const settle = (end: () => void): void => {
      api.lost.removeEventListener('abort', onLost);
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
    const heads = api.heads(kind, (head) => {
      latest = head;
      void check();
    });
    heads.catch((error: unknown) => settle(() => reject(errorOf(error))));
    api.lost.addEventListener('abort', onLost);
  });
}
