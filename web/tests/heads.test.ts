import { expect, it } from 'vitest';
import { untilHead } from '../src/chain/heads';
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
