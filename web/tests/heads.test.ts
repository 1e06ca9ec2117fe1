import { expect, it } from 'vitest';
import { untilHead } from '../src/chain/heads';
import { untilTaken } from '../src/chain/submit';
import { Heads } from './node';

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

it('waits for a final head that meets a condition, and then stops listening', async () => {
  const node = new Heads();
  const waiting = untilHead(node, 'subscribeFinalizedHeads', (head) => head.number >= 3);
  node.head(1);
  await settled();
  expect(node.isHeard).toBe(true);
  node.head(3);
  await waiting;
  await settled();
  expect(node.isHeard).toBe(false);
});

it('skips heads that come while it looks at one, except the latest', async () => {
  const node = new Heads();
  const seen: number[] = [];
  const answers: ((holds: boolean) => void)[] = [];
  const waiting = untilHead(node, 'subscribeFinalizedHeads', (head) => {
    seen.push(head.number);
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
  const node = new Heads();
  const waiting = untilHead(node, 'subscribeFinalizedHeads', () => false);
  node.hangUp();
  await expect(waiting).rejects.toMatchObject({ failure: { kind: 'lost' } });
});

it('waits until a block has taken all that an account has sent, or it can be taken no more', async () => {
  const account = `0x${'01'.repeat(32)}` as const;
  /** How many of these blocks it waits for, with this nonce in each. The pool knows of nonce 6. */
  const waitsFor = async (nonces: readonly number[]): Promise<number> => {
    const node = new Heads();
    let blocks = 0;
    const api = Object.assign(node, {
      send: () => Promise.resolve(7),
      read: () => Promise.resolve({ nonce: nonces[blocks++] }),
    });
    const over = new AbortController();
    void untilTaken({ api, chain: { ss58: 137 } } as never, account).then(() => over.abort());
    while (!over.signal.aborted) {
      await settled();
      node.head(blocks);
      await settled();
    }
    return blocks;
  };
  expect(await waitsFor([7])).toBe(1);
  expect(await waitsFor([6, 6, 7])).toBe(3);
  expect(await waitsFor(Array(200).fill(6))).toBe(129);
});
