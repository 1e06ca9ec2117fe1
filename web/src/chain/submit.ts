import { hexToU8a } from '../lib/bytes';
import type { Api } from './api';
import { eventsIn, readBlock, recentRuntime, saidIn, type Said } from './blocks';
import { PERIOD, Unsigned, type Terms } from './extrinsic';
import { ChainError, errorOf, failureOf, unlessOver } from './failure';
import { untilHead } from './heads';
import type { ActorId, Hex } from './hex';
import { textOf, type Context } from './program';
import type { Call, ChainEvent } from './runtime';
import { addressOf, isInWallet, signerOf, type Account, type Sign } from './wallet';

/** How many blocks a reply takes at most, on a busy chain. */
const REPLY_BLOCKS = 100;
/** How many blocks the last final one may lie behind if nothing is wrong. */
const LAG = 5;

/** The progress of an action. */
export type Step = 'settling' | 'checking' | 'signing' | 'sending' | 'waiting';

/** An unsigned request to the chain. */
export type Extrinsic = Call;

/** The block that took an extrinsic, and the extrinsic's events. */
export interface Included {
  block: Hex;
  events: ChainEvent[];
}

/** The block that took a message. */
export interface Queued {
  block: Hex;
  message: Hex;
}

/** A dummy signature as long as a real one. */
const UNSIGNED = new Uint8Array(65).fill(1);

/** The chain's fee for an extrinsic, without gas. */
export async function feeOf(api: Api, call: Extrinsic, { id }: Account): Promise<bigint> {
  const runtime = await api.current();
  const { genesis, version } = api;
  const terms = { genesis, version, nonce: 0, tip: 0n, birth: { hash: genesis, number: 0 } };
  const extrinsic = new Unsigned(runtime, id, call, terms).signedBy(UNSIGNED);
  const { partialFee } = await api.send<{ partialFee: string | number }>('payment_queryInfo', [extrinsic]);
  return BigInt(partialFee);
}

/**
 * Asks for a signature, sends the extrinsic, and returns once it is in a block.
 *
 * @param givenUp aborts when the person stops waiting for the wallet; what it signs then is not
 * sent
 * @param tip moves it ahead of others that wait for a block, in the smallest unit
 * @throws ChainError
 */
export async function submit(
  context: Context,
  from: Account,
  extrinsic: Extrinsic,
  onStep: (step: Step) => void,
  givenUp?: AbortSignal,
  tip = 0n,
): Promise<Included> {
  onStep(isInWallet(from) ? 'signing' : 'sending');
  const signer = await signerOf(from, context.chain);
  // Signing is a step of its own: what fails after it is the node's doing, not the person's.
  const sign = (): Promise<Hex> =>
    signed(context, from.id, extrinsic, signer, tip).catch((error: unknown) => Promise.reject(refused(error)));
  const whole = await (givenUp ? unlessOver(givenUp, { kind: 'rejected' }, sign) : sign());
  onStep('sending');
  return untilIncluded(context.api, whole);
}

/** An extrinsic with its signature. */
async function signed({ api, chain }: Context, from: ActorId, call: Call, sign: Sign, tip: bigint): Promise<Hex> {
  const [nonce, birth, runtime] = await Promise.all([nextNonce({ api, chain }, from), birthOf(api), api.current()]);
  const { genesis, version } = api;
  const whole = await sign(new Unsigned(runtime, from, call, { genesis, version, nonce, tip, birth }));
  // The person may have taken minutes, and after an upgrade a call may mean something else.
  if ((await api.current()) !== runtime) throw new ChainError({ kind: 'upgraded' });
  return whole;
}

/** The nonce of an account's next extrinsic. The node counts what waits for a block. */
function nextNonce({ api, chain }: Context, from: ActorId): Promise<number> {
  return api.send<number>('system_accountNextIndex', [addressOf(from, chain.ss58)]);
}

/** Waits until blocks have taken all that an account has sent, or it is void. */
export async function untilTaken(context: Context, from: ActorId): Promise<void> {
  const { api } = context;
  const next = await nextNonce(context, from);
  let blocks = 0;
  await untilHead(api, 'subscribeNewHeads', async ({ hash }) => {
    const { nonce } = (await api.read(['System', 'Account', from], hash)) as { nonce: number };
    blocks += 1;
    return nonce >= next || blocks > PERIOD;
  });
}

/** The block from which an extrinsic signed now is valid: the last final one, unless it lies far behind. */
async function birthOf(api: Api): Promise<Terms['birth']> {
  const [best, final] = await Promise.all([api.header(), api.finalizedHead().then((hash) => api.header(hash))]);
  return best.number - final.number > LAG ? best : final;
}

/**
 * Asks for a message's signature, sends the message, and returns once it is in a block.
 *
 * @throws ChainError
 */
export async function send(
  context: Context,
  from: Account,
  extrinsic: Extrinsic,
  onStep: (step: Step) => void,
  givenUp?: AbortSignal,
  tip = 0n,
): Promise<Queued> {
  const { block, events } = await submit(context, from, extrinsic, onStep, givenUp, tip);
  const message = queuedMessage(events);
  if (!message) throw new ChainError({ kind: 'node', text: 'the chain queued no message' });
  return { block, message };
}

/** A node's report of what becomes of an extrinsic. */
type Status = string | { inBlock?: Hex; finalized?: Hex; [state: string]: unknown };

/** States in which the extrinsic has failed. */
const FAILED = ['dropped', 'invalid', 'usurped', 'finalityTimeout'];

async function untilIncluded(api: Api, whole: Hex): Promise<Included> {
  let end: (() => void) | undefined;
  try {
    return await unlessOver(api.lost, { kind: 'lost' }, () => {
      return new Promise<Included>((resolve, reject) => {
        const hear = (status: Status): void => {
          const [state = '', told] = typeof status === 'string' ? [status] : (Object.entries(status)[0] ?? []);
          if (FAILED.includes(state)) reject(new ChainError({ kind: 'node', text: state }));
          if (state === 'inBlock' || state === 'finalized') includedIn(api, told as Hex, whole).then(resolve, reject);
        };
        api
          .subscribe('author_submitAndWatchExtrinsic', [whole], hear)
          .then((stop) => (end = stop))
          .catch((error: unknown) => reject(refused(error)));
      });
    });
  } catch (error) {
    throw errorOf(error);
  } finally {
    end?.();
  }
}

/** Why an extrinsic was not even sent, or not taken into the node's pool. */
function refused(error: unknown): Error {
  const failure = failureOf(error);
  return failure.kind === 'node' ? new ChainError({ ...failure, isRefused: true }) : errorOf(error);
}

/** @throws ChainError if the chain undid the extrinsic */
async function includedIn(api: Api, block: Hex, whole: Hex): Promise<Included> {
  const [extrinsics, happened] = await Promise.all([extrinsicsIn(api, block), eventsIn(api, block)]);
  const index = extrinsics.indexOf(whole);
  const events = happened.filter(({ extrinsic }) => extrinsic === index);
  const failed = events.find(({ pallet, name }) => pallet === 'System' && name === 'ExtrinsicFailed');
  if (failed) throw dispatchFailure(api, (failed.fields as { dispatch_error: unknown }).dispatch_error);
  return { block, events };
}

async function extrinsicsIn(api: Api, block: Hex): Promise<Hex[]> {
  return (await api.send<{ block: { extrinsics: Hex[] } }>('chain_getBlock', [block])).block.extrinsics;
}

/** Why the chain undid an extrinsic, by the name that the pallet's authors gave the error. */
export function dispatchFailure({ runtime }: Pick<Api, 'runtime'>, error: unknown): ChainError {
  const { index, error: code } = (error as { Module?: { index: number; error: Hex } }).Module ?? {};
  const refusal = index === undefined || !code ? null : runtime.refusal(index, hexToU8a(code)[0] ?? 0);
  if (!refusal) return new ChainError({ kind: 'node', text: JSON.stringify(error), isRefused: true });
  const { pallet, name, docs } = refusal;
  return new ChainError({
    kind: 'node',
    isRefused: true,
    text: `${pallet.charAt(0).toLowerCase()}${pallet.slice(1)}.${name}${docs && `: ${docs}`}`,
  });
}

function queuedMessage(events: ChainEvent[]): Hex | undefined {
  const queued = events.find(({ pallet, name }) => pallet === 'Gear' && name === 'MessageQueued');
  return (queued?.fields as { id: Hex } | undefined)?.id;
}

/**
 * Waits for the reply to a message, in the message's block or a later one.
 *
 * @throws ChainError if the program failed, or stays silent
 */
export async function replyTo(api: Api, { block, message }: Queued): Promise<Said> {
  const { number: first } = await api.header(block);
  for (let number = first; number < first + REPLY_BLOCKS; number += 1) {
    const hash = number === first ? block : await blockAt(api, number);
    const read = await readBlock(api, { hash, number }, await recentRuntime(api, hash));
    const reply = saidIn(read).find(({ replyTo }) => replyTo === message);
    if (reply?.isError) throw new ChainError({ kind: 'trapped', text: textOf(reply.payload) });
    if (reply) return reply;
  }
  throw new ChainError({ kind: 'silent' });
}

/** The block with this number, once there is one. */
async function blockAt(api: Api, number: number): Promise<Hex> {
  await untilHead(api, 'subscribeNewHeads', (head) => head.number >= number);
  return api.send<Hex>('chain_getBlockHash', [number]);
}
