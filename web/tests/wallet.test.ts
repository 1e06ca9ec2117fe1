import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Online } from '../src/chain/connection';
import type { ExtraCall } from '../src/chain/prepare';
import { Runner, type Outcome } from '../src/way/runner';
import { TABLE } from '../src/table/target';
import { accountInWallet, apiOf, FakeNode, signersWith } from './node';

vi.mock(import('../src/chain/program'), async (real) => ({
  ...(await real()),
  // These tests don't depend on the program's reply.
  simulate: () => Promise.resolve({ ok: null }),
}));

const ALICE = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY';
const extraCall: ExtraCall = { extrinsic: { System: { remark: { remark: '0x' } } }, value: 0n };

/** The answer of the wallet's window. */
let answer: () => Promise<{ signature: string }>;

beforeAll(() => {
  const wallet = {
    accounts: { get: () => Promise.resolve([{ address: ALICE, name: 'Alice' }]) },
    signer: { signPayload: () => answer() },
  };
  vi.stubGlobal('window', { injectedWeb3: { Tester: { enable: () => Promise.resolve(wallet) } } });
  vi.stubGlobal('document', { readyState: 'complete' });
});

afterAll(() => {
  vi.unstubAllGlobals();
});

/** Takes a seat with its voucher. A wallet that answers like this signs. */
async function takeSeat(
  answers: () => Promise<never>,
): Promise<{ runner: Runner<unknown>; outcome: Promise<Outcome>; node: FakeNode }> {
  answer = answers;
  const node = new FakeNode({
    ...signersWith(10n ** 15n),
    payment_queryInfo: () => ({ partialFee: '1' }),
    gear_calculateGasForHandle: () => ({ burned: 1e9, min_limit: 1e9 }),
  });
  const chain = { valuePerGas: 100n, existentialDeposit: 1n, blockGasLimit: 750_000_000_000n, ss58: 137 };
  const api = await apiOf(node);
  const online = { status: 'online', api, chain, lost: api.lost } as unknown as Online;
  const runner = new Runner<unknown>(`0x${'01'.repeat(32)}`, TABLE);
  const account = await accountInWallet();
  const before = () => Promise.resolve({ action: { Leave: null }, extraCall, following: { needed: 0, kept: 0 } });
  return { runner, outcome: runner.run(online, account, { action: null, before }), node };
}

it.each([
  ['Cancelled', 'declined', 'rejected'],
  ['Rejected by user', 'declined', 'rejected'],
  ['User denied request', 'declined', 'rejected'],
  ['User closed the popup', 'declined', 'rejected'],
  ['Wallet is locked', 'failed', 'wallet'],
  ['Unable to retrieve the keypair', 'failed', 'wallet'],
  ['Extension context invalidated.', 'failed', 'walletGone'],
  // Nobody has said no.
  ['The connection was closed', 'failed', 'wallet'],
  ['Rejected: the session has expired', 'failed', 'wallet'],
  ['Request dismissed by a timeout', 'failed', 'wallet'],
  ['This call is not supported', 'failed', 'noBatch'],
  ['Batch calls are disabled', 'failed', 'noBatch'],
])('a wallet that says “%s” is asked once, and that is told for what it is', async (words, came, kind) => {
  const answer = vi.fn(() => Promise.reject(new Error(words)));
  const { runner, outcome } = await takeSeat(answer);
  expect(await outcome).toBe(came);
  expect(answer).toHaveBeenCalledTimes(1);
  const failure = kind === 'wallet' ? { kind, text: words } : { kind };
  expect(runner.state.get().trouble).toMatchObject({ kind: 'failed', failure });
});

it('a signature that comes after the page gave up is not sent', async () => {
  let sign: (signed: never) => void = () => undefined;
  const signing = new Promise<never>((resolve) => (sign = resolve));
  const { runner, outcome, node } = await takeSeat(() => signing);
  await vi.waitFor(() => expect(runner.state.get().step).toBe('signing'));
  runner.clear();
  expect(await outcome).toBe('declined');
  expect(runner.state.get()).toMatchObject({ step: null, trouble: null });
  sign({ signature: `0x01${'00'.repeat(64)}` } as never);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(node.asked.map(([method]) => method)).not.toContain('author_submitAndWatchExtrinsic');
});
