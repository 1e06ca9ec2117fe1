import { expect, it } from 'vitest';
import { RPSLS } from '../src/rpsls/artifacts';
import { TIC_TAC_TOE } from '../src/tictactoe/artifacts';
import { ZERO, type ActorId, type Hex } from '../src/lib/hex';
import { readState, type Context } from '../src/chain/program';
import { gameBlockOf } from '../src/rpsls/facts';

const ADA: ActorId = `0x${'aa'.repeat(32)}`;
const TABLE: ActorId = `0x${'bb'.repeat(32)}`;
const BLOCK: Hex = `0x${'cc'.repeat(32)}`;

/** A header of the table's interface, as the specification describes it. */
function header(variant: string, kind: '00' | '01', id = RPSLS.id): Hex {
  return `0x474d0110${id.slice(2)}${variant}${kind}0100`;
}

it('asks the same queries as of the state, and reads the same replies', () => {
  expect(RPSLS.encodeQueryMessage({ All: null })).toBe(header('07', '01'));
  expect(RPSLS.encodeQueryMessage({ Player: ADA })).toBe(header('06', '01') + ADA.slice(2));
  const query = { Round: null };
  expect(RPSLS.decodeQueryReply(query, `${header('05', '01')}03000000`)).toEqual(RPSLS.decodeState('0x0503000000'));
  for (const other of [header('05', '00'), header('05', '01', '0x0102030405060708'), '0x0503000000'] as const) {
    expect(() => RPSLS.decodeQueryReply(query, other), other).toThrow('what was not asked');
  }
});

it('finds the answer to each query of a program in its table', () => {
  const named = (variant: string): Hex => `${header(variant, '01', TIC_TAC_TOE.id)}0000`;
  const all = TIC_TAC_TOE.decodeQueryReply({ Passes: null }, named('03'));
  expect(all).toEqual({ passes: { passes: [], next: null } });
  const part = { PassesFrom: { from: 0, limit: 3 } };
  expect(TIC_TAC_TOE.decodeQueryReply(part, named('08'))).toEqual(all);
});

it('reads actions, replies and events of either encoding alike', () => {
  const commit = RPSLS.encodeAction({ Commit: BLOCK });
  const headed: Hex = `${header('09', '00')}${BLOCK.slice(2)}`;
  expect(RPSLS.decodeAction(headed)).toEqual(RPSLS.decodeAction(commit));
  expect(RPSLS.decodeReply(`${header('00', '00')}0000`)).toEqual(RPSLS.decodeReply('0x0000'));
  expect(RPSLS.decodeReply(`${header('00', '00')}0102`)).toEqual(RPSLS.decodeReply('0x0102'));
  expect(RPSLS.decodeTold(`${header('01', '00')}${ADA.slice(2)}`)).toEqual(RPSLS.decodeTold(`0x01${ADA.slice(2)}`));
});

it('shows a game in the Sails encoding without its queries', () => {
  const head = { hash: BLOCK, number: 1, timestamp: 0 } as never;
  const facts = [
    { kind: 'asked', id: BLOCK, from: ADA, to: TABLE, payload: header('00', '00') },
    { kind: 'said', to: ADA, value: 0n, replyTo: BLOCK, isError: false, payload: `${header('00', '00')}0000` },
    { kind: 'asked', id: TABLE, from: ADA, to: TABLE, payload: header('05', '01') },
    { kind: 'said', to: ADA, value: 0n, replyTo: TABLE, isError: false, payload: `${header('05', '01')}03000000` },
    { kind: 'said', to: ZERO, value: 0n, replyTo: null, isError: false, payload: `${header('05', '00')}00` },
  ] as never;
  const block = gameBlockOf(RPSLS, { head, hasRun: true, facts });
  expect(block.facts).toEqual([
    { kind: 'asked', id: BLOCK, who: ADA, action: { kind: 'register' } },
    { kind: 'done', replyTo: BLOCK, who: ADA, event: { kind: 'playerRegistered' }, value: 0n },
    { kind: 'asked', id: TABLE, who: ADA, action: null },
    { kind: 'broadcast', event: { kind: 'stageAdvanced', change: { kind: 'extended' } } },
  ]);
});

/** A node that gives this answer to every request, and the list of its requests. */
function node(readsState: boolean, answer: unknown): { context: Context; asked: unknown[] } {
  const asked: unknown[] = [];
  const send = (method: string, params: unknown[]): Promise<unknown> => {
    asked.push([method, ...params]);
    return Promise.resolve(answer);
  };
  const chain = { readsState, blockGasLimit: 750_000_000_000n };
  return { context: { api: { send }, chain } as unknown as Context, asked };
}

it('reads the state if the node can', async () => {
  const { context, asked } = node(true, '0x0503000000');
  await expect(readState(context, TABLE, RPSLS, { Round: null }, BLOCK)).resolves.toEqual({ round: 3 });
  expect(asked).toEqual([['gear_readState', TABLE, '0x05', BLOCK]]);
});

it('reads by a query if the node reads no state', async () => {
  const payload = `${header('05', '01')}03000000`;
  const { context, asked } = node(false, { payload, value: 0, code: { Success: 'Manual' } });
  await expect(readState(context, TABLE, RPSLS, { Round: null }, BLOCK)).resolves.toEqual({ round: 3 });
  const query = header('05', '01');
  expect(asked).toEqual([['gear_calculateReplyForHandle', ZERO, TABLE, query, 750_000_000_000, 0, BLOCK]]);
});

it('says that a program which answers no queries is too old for such a node', async () => {
  const payload = `0x${Buffer.from('no such action').toString('hex')}`;
  for (const code of [{ Error: { Execution: 'UserspacePanic' } }, 'Unsupported']) {
    const { context } = node(false, { payload, value: 0, code });
    const failure = { kind: 'unreadable', text: 'no such action' };
    await expect(readState(context, TABLE, RPSLS, { Round: null })).rejects.toMatchObject({ failure });
  }
});
