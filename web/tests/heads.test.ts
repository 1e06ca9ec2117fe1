import type { GearApi } from '@gear-js/api';
import { expect, it, vi } from 'vitest';
import { untilHead } from '../src/chain/heads';

/** A node that tells of heads when a test wants it to. */
class Node {
  readonly unsubscribe = vi.fn();
  private tell: (head: unknown) => void = () => undefined;
  private lose: () => void = () => undefined;

  readonly api = {
    rpc: {
      chain: {
        subscribeFinalizedHeads: (tell: (head: unknown) => void) => {
          this.tell = tell;
          return Promise.resolve(this.unsubscribe);
        },
      },
    },
    on: (_: string, lose: () => void) => {
      this.lose = lose;
    },
    off: () => undefined,
  } as unknown as GearApi;

  head(number: number): void {
    this.tell({ number: { toNumber: () => number } });
  }

  hangUp(): void {
    this.lose();
  }
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

it('waits for a final head of which something holds, and then listens no more', async () => {
  const node = new Node();
  const waiting = untilHead(node.api, 'subscribeFinalizedHeads', (head) => head.number.toNumber() >= 3);
  node.head(1);
  await settled();
  expect(node.unsubscribe).not.toHaveBeenCalled();
  node.head(3);
  await waiting;
  await settled();
  expect(node.unsubscribe).toHaveBeenCalledOnce();
});

it('passes over heads that come while one is looked at, but for the latest', async () => {
  const node = new Node();
  const seen: number[] = [];
  const answers: ((holds: boolean) => void)[] = [];
  const waiting = untilHead(node.api, 'subscribeFinalizedHeads', (head) => {
    seen.push(head.number.toNumber());
    return new Promise((resolve) => answers.push(resolve));
  });
  for (const number of [1, 2, 3]) node.head(number);
  answers[0]?.(false);
  await settled();
  expect(seen).toEqual([1, 3]);
  answers[1]?.(true);
  await waiting;
});

it('ends with the connection', async () => {
  const node = new Node();
  const waiting = untilHead(node.api, 'subscribeFinalizedHeads', () => false);
  node.hangUp();
  await expect(waiting).rejects.toMatchObject({ failure: { kind: 'lost' } });
});
