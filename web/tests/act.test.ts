import { describe, expect, it, vi } from 'vitest';
import { needOf } from '../src/chain/gas';
import { prepare } from '../src/chain/prepare';
import { keyAccount } from '../src/chain/wallet';
import { sendMessage } from '../src/chain/calls';
import { callIn } from '../src/chain/extrinsic';
import type { Hex } from '../src/lib/hex';
import { hexToU8a } from '../src/lib/bytes';
import { apiOf, FakeNode, RUNTIME, signersWith } from './node';
import { ChainError, NodeError } from '../src/chain/failure';
import type { Online } from '../src/chain/connection';
import { Runner, type Task } from '../src/way/runner';
import { en } from '../src/i18n/en';
import { formatsOf } from '../src/i18n/formats';
import { NOTHING_FOLLOWS } from '../src/chain/estimate';
import { TABLE } from '../src/table/target';
import { TARGET } from '../src/tictactoe/target';

const BN = 1_000_000_000n;
const VARA = 1_000n * BN;
const FEE = 140n * BN;
const KEY = `0x${'07'.repeat(32)}` as const;
const PROGRAM = `0x${'01'.repeat(32)}` as const;

vi.mock(import('../src/chain/program'), async (real) => ({
  ...(await real()),
  // These tests don't depend on the program's reply.
  simulate: () => Promise.resolve({ ok: null }),
}));

/** A node that takes no message, for this reason. Each message burns a billion gas, or another amount. */
async function node(
  balance: bigint,
  burned = 1e9,
  refusal = (): Error => new ChainError({ kind: 'rejected' }),
): Promise<{ online: Online; limits: bigint[] }> {
  const limits: bigint[] = [];
  const see = (extrinsic: Hex): void => {
    const message = callIn(RUNTIME, hexToU8a(extrinsic))?.['Gear']?.['send_message'];
    if (message) limits.push((message as { gas_limit: bigint }).gas_limit);
  };
  const wire = new FakeNode({
    ...signersWith(balance),
    gear_calculateGasForHandle: () => ({ burned, min_limit: burned }),
    payment_queryInfo: (extrinsic: Hex) => {
      see(extrinsic);
      return { partialFee: String(FEE) };
    },
    author_submitAndWatchExtrinsic: (extrinsic: Hex) => {
      see(extrinsic);
      throw refusal();
    },
  });
  const chain = { valuePerGas: 100n, existentialDeposit: VARA, blockGasLimit: 750n * BN, ss58: 137 };
  const api = await apiOf(wire);
  return { online: { status: 'online', api, chain, lost: api.lost } as unknown as Online, limits };
}

it('a message to a game of tic-tac-toe has no room for an alarm, since nothing there arms one', async () => {
  const { online, limits } = await node(1_000n * VARA);
  const task = { action: { Close: { game: { host: KEY, challenger: KEY, place: 0 } } } };
  await new Runner(PROGRAM, TARGET).run(online, await keyAccount(KEY), task);
  // The first signature is for the estimate of the fee.
  expect(limits[1]).toBe((5n * BN) / 4n);
});

it('a key that was faster elsewhere signs anew, and not for ever', async () => {
  for (const [outbids, tries] of [
    [1, 2],
    [9, 3],
  ] as const) {
    let tried = 0;
    const { online } = await node(1_000n * VARA, 1e9, () => {
      tried += 1;
      if (tried <= outbids) return new NodeError('Priority is too low', 1014);
      return new ChainError({ kind: 'rejected' });
    });
    const runner = new Runner(PROGRAM, TABLE);
    await runner.run(online, await keyAccount(KEY), { action: { Advance: null } });
    const kind = outbids < tries ? 'rejected' : 'overtaken';
    expect(runner.state.get().trouble).toEqual({ kind: 'failed', failure: { kind } });
    expect(tried).toBe(tries);
  }
});

describe('the first message after an upgrade of the chain', () => {
  const m = formatsOf('en', en);

  it('is paid and explained, and a usual one is not explained', async () => {
    for (const [burned, room, said] of [
      [36e9, 3.75e9, 'this costs 3.48 VARA more, once. What is not used comes back.'],
      [1e9, 0.25e9, null],
    ] as const) {
      const { online, limits } = await node(100n * VARA, burned);
      const runner = new Runner(PROGRAM, TABLE);
      // This node takes no message. The page has shown the note before that.
      expect(await runner.run(online, await keyAccount(KEY), { action: { Advance: null } })).toBe('declined');
      const { gas } = runner.state.get();
      expect(gas && m.gasNote(gas)).toEqual(said && expect.stringContaining(said));
      expect(limits[1]).toBe(BigInt(burned + room) + 11n * BN);
    }
  });

  it('is not sent if it can’t be paid, and the page says what it costs', async () => {
    const { online, limits } = await node(5n * VARA, 36e9);
    const runner = new Runner(PROGRAM, TABLE);
    const task = { action: { Advance: null }, following: { needed: 2, kept: 6 } };
    expect(await runner.run(online, await keyAccount(KEY), task)).toBe('failed');
    const { trouble } = runner.state.get();
    const failure = trouble?.kind === 'failed' ? trouble.failure : null;
    expect(failure && m.failure(failure)).toMatch(
      /Nothing was sent: the account has 5 VARA, and this takes 6\.\d+ VARA\. 3\.48 VARA of that/,
    );
    expect(limits).toHaveLength(1);
  });
});

it('a guest whose voucher is too small for an upgrade sees what it costs', async () => {
  const { online } = await node(0n);
  const voucher = { id: PROGRAM, owner: '0x02', spender: '0x03', expiry: 9, balance: 3n * VARA, held: 0n } as const;
  const need = needOf({ burned: 36n * BN, minLimit: 36n * BN }, TABLE.room, 15n * BN);
  const from = await keyAccount(KEY);
  const message = (gasLimit: bigint) => sendMessage({ destination: PROGRAM, payload: '0x', gasLimit, value: 0n });
  const rest = { balance: 0n, voucher, value: 0n, need, following: NOTHING_FOLLOWS, message, extraCall: undefined };
  const failure = { kind: 'funds', has: 3n * VARA, extra: need.extra * 100n };
  await expect(prepare(online, { from, ...rest })).rejects.toMatchObject({ failure });
});

describe('a connection that is lost', () => {
  const lost = async (): Promise<{ online: Online; lose: () => void }> => {
    const end = new AbortController();
    return { online: { ...(await node(0n)).online, lost: end.signal }, lose: () => end.abort() };
  };

  it('ends a task that waits for an answer, and no longer shows it', async () => {
    const { online, lose } = await lost();
    const runner = new Runner(PROGRAM, TABLE);
    let goOn: () => void = () => undefined;
    const before = vi.fn<NonNullable<Task['before']>>(async (_, onStep) => {
      onStep('settling');
      await new Promise<void>((resolve) => (goOn = resolve));
      onStep('checking');
      return null;
    });
    const running = runner.run(online, await keyAccount(KEY), { action: { Advance: null }, before });
    expect(runner.state.get().step).toBe('settling');
    lose();
    expect(await running).toBe('failed');
    const ended = { step: null, trouble: { kind: 'failed', failure: { kind: 'lost' } }, gas: null };
    expect(runner.state.get()).toEqual(ended);
    goOn();
    await before.mock.results[0]?.value;
    expect(runner.state.get()).toEqual(ended);
  });

  it('starts no task', async () => {
    const { online, lose } = await lost();
    lose();
    const before = vi.fn<NonNullable<Task['before']>>(() => Promise.resolve(null));
    const runner = new Runner(PROGRAM, TABLE);
    expect(await runner.run(online, await keyAccount(KEY), { action: { Advance: null }, before })).toBe('failed');
    expect(before).not.toHaveBeenCalled();
  });
});
