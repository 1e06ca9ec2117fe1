import { expect, it, vi } from 'vitest';
import { readStates, type Question } from '../src/chain/batch';
import { NodeError } from '../src/chain/failure';
import type { Interface } from '../src/chain/metadata';
import type { Context } from '../src/chain/program';

type Send = (method: string, parameters: [[string, string][], unknown]) => Promise<unknown>;

/** A node that gives this answer to each request. The numbers are the sizes of the requests. */
function context(answer: (ids: string[]) => unknown): [Context, number[]] {
  const sizes: number[] = [];
  const send: Send = (_, [asked]) => {
    sizes.push(asked.length);
    return Promise.resolve().then(() => answer(asked.map(([id]) => id)));
  };
  return [nodeThat(send), sizes];
}

function nodeThat(send: unknown, readsState = true): Context {
  return { api: { send, isConnected: true }, chain: { readsState } } as unknown as Context;
}

const types = {
  encodeQuery: () => '0x',
  decodeState: (payload: string) => {
    if (payload === 'bad') throw new Error('no such variant');
    return payload;
  },
} as unknown as Interface;

function questions(count: number): Question[] {
  return Array.from({ length: count }, (_, index) => ({ program: `0x${index}`, types, query: null }));
}

const all = (count: number): string[] => questions(count).map(({ program }) => program);

it('asks for many programs at once, but for no more than a node answers', async () => {
  const [node, sizes] = context((ids) => ids);
  expect(await readStates(node, questions(600))).toEqual({ answers: all(600), requests: 3 });
  expect(sizes).toEqual([256, 256, 88]);
  expect(await readStates(node, [])).toEqual({ answers: [], requests: 0 });
});

it('asks again for missing answers, and for fewer at once if the node fails', async () => {
  const [half] = context((ids) => ids.slice(0, Math.ceil(ids.length / 2)));
  expect((await readStates(half, questions(5))).answers).toEqual(all(5));
  const [broken, sizes] = context((ids) => {
    if (ids.includes('0x2')) throw new NodeError('Runtime error', 8_000, '"the program trapped"');
    return ids;
  });
  const { answers, requests } = await readStates(broken, questions(5));
  expect(answers).toEqual(['0x0', '0x1', null, '0x3', '0x4']);
  expect(requests).toBe(sizes.length);
});

it('has no answer if the node gives an unreadable one or none', async () => {
  const [odd] = context((ids) => ids.map((id) => (id === '0x1' ? 'bad' : id === '0x2' ? 7 : id)));
  expect((await readStates(odd, questions(4))).answers).toEqual(['0x0', null, null, '0x3']);
  for (const nothing of [[], null, 'x']) {
    const [silent] = context(() => nothing);
    expect((await readStates(silent, questions(2))).answers, String(nothing)).toEqual([null, null]);
  }
});

it('fails if the connection fails', async () => {
  const [gone] = context(() => {
    throw new Error('disconnected');
  });
  await expect(readStates(gone, questions(2))).rejects.toThrow('disconnected');
});

it('asks one by one if the node knows no batches', async () => {
  const send = vi.fn((method: string, [program]: [string]) =>
    method === 'gear_readState' ? Promise.resolve(program) : Promise.reject(new NodeError('no', -32_601)),
  );
  expect(await readStates(nodeThat(send), questions(3))).toEqual({ answers: all(3), requests: 4 });
});

it('asks only by queries if the node reads no states', async () => {
  const send = vi.fn((method: string, [, program]: [string, string]) =>
    Promise.resolve({ payload: program, code: { Success: 'Manual' }, method }),
  );
  const queries = { encodeQueryMessage: () => '0x', decodeQueryReply: (_: unknown, reply: string) => reply };
  const asked = questions(3).map(({ program }) => ({ program, types: queries as unknown as Interface, query: null }));
  expect(await readStates(nodeThat(send, false), asked)).toEqual({ answers: all(3), requests: 3 });
  expect(new Set(send.mock.calls.map(([method]) => method))).toEqual(new Set(['gear_calculateReplyForHandle']));
});
