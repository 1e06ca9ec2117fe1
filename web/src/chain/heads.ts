import type { Api, Header, HeadKind } from './api';
import { ChainError, errorOf } from './failure';

/**
 * Waits for a head that satisfies a condition, beginning with the present one. While it checks one
 * head, it skips all new ones but the latest.
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
