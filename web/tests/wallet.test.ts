import { expect, it, vi } from 'vitest';
import type { Online } from '../src/chain/connection';
import { unsigned } from '../src/chain/failure';
import type { Companion } from '../src/chain/seal';
import { keyAccount } from '../src/chain/wallet';
import { Runner, type Outcome } from '../src/program/runner';
import { TABLE } from '../src/table/target';

/** No coins. */
const NONE = { toBigInt: () => 0n };

// There is no window here that wallets could put themselves into.
vi.mock('@polkadot/extension-dapp', () => ({}));
vi.mock(import('../src/chain/program'), async (real) => ({
  ...(await real()),
  // What a program would reply is none of these tests' business.
  rehearse: () => Promise.resolve({ ok: null }),
}));

const KEY = `0x${'07'.repeat(32)}` as const;
const BATCH = { action: { Leave: null }, companion: { extrinsic: {}, value: 0n } as unknown as Companion };

/** A seat with its voucher, signed by a wallet that answers like this. */
function takeSeat(answer: () => Promise<unknown>): { runner: Runner<unknown>; outcome: Promise<Outcome> } {
  const extrinsic = {
    paymentInfo: () => Promise.resolve({ partialFee: { toBigInt: () => 1n } }),
    signAsync: () => answer().catch((error: unknown) => Promise.reject(unsigned(error))),
  };
  const api = {
    tx: { utility: { batchAll: () => extrinsic } },
    query: {
      system: {
        account: () =>
          Promise.resolve({ data: { free: { toBigInt: () => 10n ** 15n }, reserved: NONE, frozen: NONE } }),
      },
    },
    program: { calculateGas: { handle: () => Promise.resolve({ toJSON: () => ({ burned: 1e9, min_limit: 1e9 }) }) } },
    message: { send: () => extrinsic },
  };
  const chain = { valuePerGas: 100n, existentialDeposit: 1n, blockGasLimit: 750_000_000_000n };
  const online = { status: 'online', api, chain, lost: new AbortController().signal } as unknown as Online;
  const runner = new Runner<unknown>('0x01', TABLE);
  const before = () => Promise.resolve({ ...BATCH, following: { needed: 0, kept: 0 } });
  const outcome = keyAccount(KEY).then((account) => runner.run(online, account, { action: null, before }));
  return { runner, outcome };
}

it.each([
  ['Cancelled', 'declined', 'rejected'],
  ['User closed the popup', 'declined', 'rejected'],
  ['Wallet is locked', 'failed', 'wallet'],
  ['Extension context invalidated.', 'failed', 'wallet'],
  ['This call is not supported', 'failed', 'noBatch'],
  ['Batch calls are disabled', 'failed', 'noBatch'],
])('a wallet that says “%s” is asked once, and that is told for what it is', async (words, came, kind) => {
  const answer = vi.fn(() => Promise.reject(new Error(words)));
  const { runner, outcome } = takeSeat(answer);
  expect(await outcome).toBe(came);
  expect(answer).toHaveBeenCalledTimes(1);
  expect(runner.state.get().trouble).toMatchObject({ kind: 'failed', failure: { kind } });
});

it('what a wallet signs after it was given up is not sent', async () => {
  const send = vi.fn();
  let sign: (signed: unknown) => void = () => undefined;
  const signing = new Promise((resolve) => (sign = resolve));
  const { runner, outcome } = takeSeat(() => signing);
  await vi.waitFor(() => expect(runner.state.get().step).toBe('sending'));
  runner.clear();
  expect(await outcome).toBe('declined');
  expect(runner.state.get()).toMatchObject({ step: null, trouble: null });
  sign({ send });
  await signing;
  expect(send).not.toHaveBeenCalled();
});
