import { aside } from '../lib/aside';
import type { Api, Header, HeadKind } from './api';
import { ChainError, errorOf, isPassing } from './failure';

/**
 * Waits for a head that satisfies a condition, beginning with the present one. While it checks one
 * head, it skips all new ones but the latest. A head that the node can't tell about is skipped, too.
 *
 * @param over ends the wait
 * @throws ChainError if the connection is lost. It is renewed if no heads come: see `Growth`.
 */
export function untilHead(
  api: Pick<Api, 'heads' | 'lost'>,
  kind: HeadKind,
  holds: (head: Header) => boolean | Promise<boolean>,
  over?: AbortSignal,
): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    let latest: Header | undefined;
    let isBusy = false;
    let isOver = false;
    const ends: (() => void)[] = [];
    const settle = (end: () => void): void => {
      isOver = true;
      api.lost.removeEventListener('abort', onLost);
      over?.removeEventListener('abort', onOver);
      for (const stop of ends) stop();
      end();
    };
    const onLost = (): void => settle(() => reject(new ChainError({ kind: 'lost' })));
    const onOver = (): void => settle(resolve);
    const check = async (): Promise<void> => {
      if (isBusy) return;
      isBusy = true;
      while (latest !== undefined && !isOver) {
        const head = latest;
        latest = undefined;
        try {
          if (await holds(head)) settle(resolve);
        } catch (error) {
          if (isPassing(error)) console.info('The next block is asked about instead:', error);
          else settle(() => reject(errorOf(error)));
        }
      }
      isBusy = false;
    };
    if (api.lost.aborted) return onLost();
    api.lost.addEventListener('abort', onLost);
    over?.addEventListener('abort', onOver);
    ends.push(
      api.heads(kind, (head) => {
        latest = head;
        aside(check(), kind);
      }),
    );
  });
}
