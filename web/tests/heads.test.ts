import { expect, it } from 'vitest';
import { untilHead } from '../src/chain/heads';
import { untilTaken } from '../src/chain/submit';
import { readBlock } from '../src/chain/blocks';
import { apiOf, FakeNode, Heads, RUNTIME } from './node';

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

it.each([{}, { number: '0x1', digest: null }, 'gone', { parentHash: '0xzz', number: '0x1', digest: { logs: [] } }])(
  'a header such as %j is what the node has garbled',
  async (header) => {
    const api = await apiOf(new FakeNode({ chain_getHeader: () => header }));
    await expect(api.header()).rejects.toMatchObject({ failure: { kind: 'garbled' } });
  },
);

it('a block without its time is one that the node does not know yet, and not one of 1970', async () => {
  const api = await apiOf(new FakeNode({ state_queryStorageAt: () => [{ changes: [] }] }));
  const place = { hash: `0x${'09'.repeat(32)}`, number: 9 } as const;
  await expect(readBlock(api, place, RUNTIME)).rejects.toMatchObject({ failure: { kind: 'behind' } });
});
