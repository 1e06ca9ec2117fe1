import { aside } from '../lib/aside';
import { oneAfterAnother } from '../lib/oneTab';
import { growing, pause } from '../lib/pause';
import { REPEATS, untilOver, type Api, type Header } from './api';
import { eventsIn, extrinsicsIn, hashesOf, readBlock, recentRuntime, saidIn, type Said } from './blocks';
import { BLOCK_TIME } from './clock';
import { hexToU8a } from '../lib/bytes';
import { PERIOD, periodWithin, Unsigned, type Terms } from './extrinsic';
import { ChainError, errorOf, failureOf, isNodeError, isPassing, known, unlessOver, within } from './failure';
import { untilHead } from './heads';
import type { ActorId, Hex } from '../lib/hex';
import { textOf, type Context } from './program';
import { allSent, dropSent, keepSent, sentAs, type Sent } from './sent';
import type { Call, ChainEvent } from './runtime';
import { addressOf } from '../lib/address';
import { isInWallet, signerOf, type Account, type Sign } from './wallet';

/** How many blocks a reply takes at most, on a busy chain. */
const REPLY_BLOCKS = 100;
/** How many blocks the last final one may lie behind if nothing is wrong. */
const LAG = 5;
/** For how many blocks an extrinsic is valid that no person signs. */
const KEY_PERIOD = 32;
/** How often a block is asked about that is known to be there. */
const TRIES = 8;

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

/** A span of the chain's time, ms. */
export interface Span {
  from: number;
  to: number;
}

/** How an extrinsic is sent. */
export interface Sending {
  /** Aborts when the person stops waiting for the wallet; what it signs then is not sent. */
  givenUp?: AbortSignal | undefined;
  /** Moves it ahead of others that wait for a block, in the smallest unit. */
  tip?: bigint;
  /** The stage in which it has to be in a block. */
  stage?: Span | undefined;
  /** Names what it does: what is sent again under this name is never done twice. By default, the call. */
  work?: string | undefined;
}

/** What is being sent at the moment. */
const underWay = new Map<string, Promise<Included>>();

/** A dummy signature as long as a real one. */
const UNSIGNED = new Uint8Array(65).fill(1);

/** The chain's fee for an extrinsic, without gas. */
export async function feeOf(api: Api, call: Extrinsic, { id }: Account): Promise<bigint> {
  const runtime = await api.current();
  const { genesis, version } = api;
  const terms = { genesis, version, nonce: 0, tip: 0n, birth: { hash: genesis, number: 0 } };
  const extrinsic = new Unsigned(runtime, id, call, terms).signedBy(UNSIGNED);
  const info = await api.send<{ partialFee: string | number } | null>('payment_queryInfo', [extrinsic]);
  return BigInt(known(info).partialFee);
}

/**
 * Asks for a signature, sends the extrinsic, and returns once it is in a block. If the same work was
 * sent before, looks for that first, and sends it again only if no block can have both.
 *
 * @throws ChainError
 */
export async function submit(
  context: Context,
  from: Account,
  extrinsic: Extrinsic,
  onStep: (step: Step) => void,
  sending: Sending = {},
): Promise<Included> {
  const key = keyOf(context, from, sending.work ?? JSON.stringify(extrinsic, digits));
  const running = underWay.get(key);
  if (running) {
    onStep('sending');
    return running;
  }
  const begun = submitOnce(context, from, extrinsic, onStep, sending, key).finally(() => underWay.delete(key));
  underWay.set(key, begun);
  return begun;
}

async function submitOnce(
  context: Context,
  from: Account,
  extrinsic: Extrinsic,
  onStep: (step: Step) => void,
  sending: Sending,
  key: string,
): Promise<Included> {
  const { api, chain } = context;
  const resumed = await resume(context, from, key, onStep, sending.work !== undefined);
  if (resumed) return resumed;
  const before = sentAs(key) ?? null;
  onStep(isInWallet(from) ? 'signing' : 'sending');
  const signer = signerOf(from, chain);
  // Signing is a step of its own: what fails after it is the node's doing, not the person's.
  const sign = (): Promise<Sent> =>
    signed(context, from, extrinsic, signer, sending, before).catch((error: unknown) => Promise.reject(refused(error)));
  const signAndKeep = async (): Promise<Sent> => {
    const sent = await (sending.givenUp ? unlessOver(sending.givenUp, { kind: 'rejected' }, sign) : sign());
    keepSent(key, sent);
    return sent;
  };
  // A key may have to sign at several tables at once, and each extrinsic needs a number of its own. A person who is
  // asked twice answers one after the other anyway, and may take long.
  const sent = await (isInWallet(from) ? signAndKeep() : oneAfterAnother(`rpsls/sign/${from.id}`, signAndKeep));
  onStep('sending');
  return untilIncluded(api, key, sent, sending.work !== undefined);
}

/**
 * The block that has taken what was sent before. Null if there is none, and the work has to be signed
 * anew.
 */
async function resume(
  { api }: Context,
  from: Account,
  key: string,
  onStep: (step: Step) => void,
  isKept: boolean,
): Promise<Included | null> {
  const sent = sentAs(key);
  if (!sent) return null;
  onStep('sending');
  const head = await api.header();
  const nonce = await nonceAt(api, from.id, head.hash);
  if (nonce > sent.nonce) {
    // What was in a block before others of the account has been done: this is meant anew.
    const isMeant = !sent.isFound || nonce === sent.nonce + 1;
    const found = isMeant ? await findIn(api, sent, head).catch(undone(key)) : null;
    if (!found) dropSent(key);
    return found;
  }
  return sent.isDropped || head.number >= sent.lapses ? null : untilIncluded(api, key, sent, isKept);
}

/** Signs, with the number of what was sent before for the same work if that is not taken. */
async function signed(
  context: Context,
  account: Account,
  call: Call,
  sign: Sign,
  { tip = 0n, stage }: Sending,
  before: Sent | null,
): Promise<Sent> {
  const { api } = context;
  const from = account.id;
  const [next, [birth, best], runtime, now] = await Promise.all([
    nextNonce(context, from),
    birthOf(api),
    api.current(),
    stage ? api.read(['Timestamp', 'Now']).then(Number) : 0,
  ]);
  const left = stage ? Math.max(0, Math.floor((stage.to - now) / BLOCK_TIME)) : PERIOD;
  const period = isInWallet(account) ? periodWithin(left + best - birth.number) : KEY_PERIOD;
  const nonce = before?.nonce ?? Math.max(next, nextOfOwn(from, best));
  const { genesis, version } = api;
  const signing = sign(new Unsigned(runtime, from, call, { genesis, version, nonce, tip, birth, period }));
  const whole = await within(period * BLOCK_TIME, { kind: 'late' }, signing);
  // The person may have taken minutes, and after an upgrade a call may mean something else.
  if ((await api.current()) !== runtime) throw new ChainError({ kind: 'upgraded' });
  const ends = birth.number + period - 1;
  if ((api.latest('subscribeNewHeads')?.number ?? 0) >= ends) throw new ChainError({ kind: 'late' });
  const toHalf = stage ? Math.floor(((stage.from + stage.to) / 2 - now) / BLOCK_TIME) : 0;
  return {
    from,
    nonce,
    wholes: before ? [...before.wholes, whole] : [whole],
    since: before?.since ?? best,
    ends,
    lapses: toHalf > 0 ? Math.min(ends, best + toHalf) : ends,
    isDropped: false,
    at: Date.now(),
  };
}

/** The number behind what this page has sent just now: a node may be a block behind. */
function nextOfOwn(from: ActorId, best: number): number {
  const own = allSent().filter((sent) => sent.from === from && !sent.isDropped && best <= sent.since + 1);
  return Math.max(0, ...own.map(({ nonce }) => nonce + 1));
}

/** The nonce of an account's next extrinsic. The node counts what waits for a block. */
async function nextNonce({ api, chain }: Context, from: ActorId): Promise<number> {
  return known(await api.send<number | null>('system_accountNextIndex', [addressOf(from, chain.ss58)]));
}

/** The nonce of an account's next extrinsic, as of a block. */
async function nonceAt(api: Api, from: ActorId, block: Hex): Promise<number> {
  return ((await api.read(['System', 'Account', from], block)) as { nonce: number }).nonce;
}

/** Waits until blocks have taken all that an account has sent, or it is void. */
export async function untilTaken(context: Context, from: ActorId): Promise<void> {
  const { api } = context;
  const next = await nextNonce(context, from);
  let blocks = 0;
  await untilHead(api, 'subscribeNewHeads', async ({ hash }) => {
    blocks += 1;
    return (await nonceAt(api, from, hash)) >= next || blocks > PERIOD;
  });
}

/** The block from which an extrinsic signed now is valid: the last final one, unless it lies far behind. */
async function birthOf(api: Api): Promise<[birth: Terms['birth'], best: number]> {
  const [best, final] = await Promise.all([api.header(), api.finalizedHead().then((hash) => api.header(hash))]);
  return [best.number - final.number > LAG ? best : final, best.number];
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
  sending?: Sending,
): Promise<Queued> {
  return queuedIn(await submit(context, from, extrinsic, onStep, sending));
}

/**
 * The block that took a message which was sent before, or takes it now. Null if it has to be sent anew.
 *
 * @throws ChainError
 */
export async function sendAgain(
  context: Context,
  from: Account,
  work: string,
  onStep: (step: Step) => void,
): Promise<Queued | null> {
  const included = await resume(context, from, keyOf(context, from, work), onStep, true);
  return included && queuedIn(included);
}

/** Forgets what was sent for some work: it is known what came of it. */
export function settle(context: Context, from: Account, work: string): void {
  dropSent(keyOf(context, from, work));
}

function keyOf({ chain }: Context, from: Account, work: string): string {
  return [chain.genesis, from.id, work].join();
}

function queuedIn({ block, events }: Included): Queued {
  const queued = events.find(({ pallet, name }) => pallet === 'Gear' && name === 'MessageQueued');
  if (!queued) throw new ChainError({ kind: 'page', text: 'the chain queued no message' });
  return { block, message: (queued.fields as { id: Hex }).id };
}

/** A node's report of what becomes of an extrinsic. */
type Status = string | { inBlock?: Hex; finalized?: Hex; [state: string]: unknown };

/** States after which a pool no longer has the extrinsic. */
const DROPPED = ['dropped', 'invalid', 'usurped'];
/** The codes by which a pool says that it has, or has dropped, the very bytes, or has others of that number. */
const [INVALID, BANNED, ALREADY_THERE, OUTBID] = [1010, 1012, 1013, 1014];

/**
 * Sends an extrinsic, and waits for the block that takes it. A pool is no block: the blocks tell
 * whether the extrinsic's number is used.
 *
 * @param isKept whether it is remembered until `settle`, and not only until it is in a block
 * @throws ChainError if no block took it in time, or the chain undid it
 */
async function untilIncluded(api: Api, key: string, sent: Sent, isKept: boolean): Promise<Included> {
  const over = new AbortController();
  const end: (() => void)[] = [() => over.abort()];
  const waiting = (): Promise<Included> =>
    new Promise<Included>((resolve, reject) => {
      const fail = (error: unknown): void => {
        // A busy node says nothing about the extrinsic: the next block does.
        if (!isPassing(error)) reject(errorOf(error));
      };
      const drop = (): void => keepSent(key, Object.assign(sent, { isDropped: true }));
      const yieldTo = (): void => {
        dropSent(key);
        reject(new ChainError({ kind: 'overtaken' }));
      };
      /** Whether its number is used as of this block: by itself, or by another message of the account. */
      const isUsedUp = async (head: Header): Promise<boolean> => {
        if ((await nonceAt(api, sent.from, head.hash)) <= sent.nonce) return false;
        const found = await findIn(api, sent, head);
        if (found) resolve(found);
        else yieldTo();
        return true;
      };
      let isLooking = false;
      const look = async (head: Header): Promise<void> => {
        if (isLooking) return;
        isLooking = true;
        try {
          const isOver = !(await isUsedUp(head)) && (sent.isDropped || head.number >= sent.lapses);
          if (isOver) reject(new ChainError({ kind: 'void', mayCome: head.number < sent.ends }));
        } catch (error) {
          fail(error);
        } finally {
          isLooking = false;
        }
      };
      const hear = (status: Status): void => {
        const [state = '', told] = typeof status === 'string' ? [status] : (Object.entries(status)[0] ?? []);
        if (DROPPED.includes(state)) drop();
        if (state === 'inBlock' || state === 'finalized') includedIn(api, told as Hex, sent).then(resolve, fail);
      };
      end.push(
        api.heads('subscribeNewHeads', (head) => {
          if (head.number > sent.since + 1 || sent.isDropped) aside(look(head), 'A block');
        }),
      );
      // Blocks may stop to come, and the wait has an end all the same.
      const patience = (sent.ends - sent.since + REPLY_BLOCKS) * BLOCK_TIME;
      const timer = setTimeout(() => reject(new ChainError({ kind: 'lost' })), patience);
      end.push(() => clearTimeout(timer));
      const giveUp = async (error: unknown): Promise<void> => {
        if (error instanceof Outbid) {
          yieldTo();
          return;
        }
        if (!(error instanceof NotNow)) {
          // A block may have it, and the node's first answer was lost: the number tells.
          drop();
          if (await isUsedUp(await api.header())) return;
          if (sent.wholes.length === 1) dropSent(key);
        }
        reject(errorOf(error));
      };
      handIn(api, sent, hear, drop, over.signal).catch(giveUp).catch(fail);
    });
  try {
    const included = await unlessOver(api.lost, { kind: 'lost' }, waiting).catch(undone(key));
    if (isKept) keepSent(key, { ...sent, isFound: true });
    else dropSent(key);
    return included;
  } finally {
    for (const stop of end) stop();
  }
}

/** Gives an extrinsic to the node's pool, again and again while the node does not answer, and some times while it is busy. */
async function handIn(
  api: Api,
  sent: Sent,
  hear: (status: Status) => void,
  drop: () => void,
  over: AbortSignal,
): Promise<void> {
  const whole = sent.wholes.at(-1);
  for (let tries = 0; !over.aborted && api.isConnected; tries += 1) {
    try {
      const stop = await api.subscribe('author_submitAndWatchExtrinsic', [whole], hear);
      untilOver(over, stop);
      return;
    } catch (error) {
      const code = isNodeError(error) ? error.code : null;
      if (code === BANNED) drop();
      // The pool has it, or an earlier form of it: the blocks tell what becomes of that.
      if (code === BANNED || code === ALREADY_THERE || (code === OUTBID && sent.wholes.length > 1)) return;
      if (code === OUTBID) throw new Outbid({ kind: 'overtaken' });
      if (code === INVALID || !isPassing(error)) throw refused(error);
      // A node that answers is busy, one that does not is asked until it does.
      if (code !== null && tries >= REPEATS) throw new NotNow(failureOf(refused(error)));
    }
    await pause(over, growing(tries));
  }
}

/** Why an extrinsic was not even sent, or not taken into the node's pool. */
function refused(error: unknown): Error {
  const failure = failureOf(error);
  return failure.kind === 'node' ? new ChainError({ ...failure, isRefused: true }) : errorOf(error);
}

/** The chain has taken an extrinsic, and undone it. */
class Undone extends ChainError {}

/** Forgets what the chain has undone. */
function undone(key: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof Undone) dropSent(key);
    throw error;
  };
}

/** A node has no room for an extrinsic at the moment. */
class NotNow extends ChainError {}

/** A pool has another extrinsic of the account with the same number. */
class Outbid extends ChainError {}

/**
 * The block that took an extrinsic, of those that could up to this one. Null if none did. The best block at the time of
 * its signature may since have made way for another of the same number, which can have taken it.
 */
async function findIn(api: Api, sent: Sent, head: Header): Promise<Included | null> {
  const last = Math.min(head.number, sent.ends);
  const first = Math.max(1, sent.since - LAG + 1);
  const numbers = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => last - index);
  for (const block of await hashesOf(api, numbers)) {
    if ((await placeIn(api, block, sent)) !== -1) return includedIn(api, block, sent);
  }
  return null;
}

/** The place of an extrinsic in a block. Less than 0 if it is not there. */
async function placeIn(api: Api, block: Hex, { wholes }: Sent): Promise<number> {
  const extrinsics = await insist(api, () => extrinsicsIn(api, block));
  return extrinsics.findIndex((whole) => wholes.includes(whole));
}

/** @throws ChainError if the chain undid the extrinsic */
async function includedIn(api: Api, block: Hex, sent: Sent): Promise<Included> {
  const [index, happened] = await Promise.all([placeIn(api, block, sent), insist(api, () => eventsIn(api, block))]);
  const events = happened.filter(({ extrinsic }) => extrinsic === index);
  const failed = events.find(({ pallet, name }) => pallet === 'System' && name === 'ExtrinsicFailed');
  if (failed)
    throw new Undone(dispatchFailure(api, (failed.fields as { dispatch_error: unknown }).dispatch_error).failure);
  return { block, events };
}

/** Asks about a block that is there, again while the node is busy or behind. */
async function insist<T>(api: Api, ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (tries === TRIES || !api.isConnected || !isPassing(error)) throw error;
    }
    await pause(api.lost, growing(tries));
  }
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

/** Writes what JSON can't. */
function digits(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}

/**
 * Waits for the reply to a message, in the message's block or a later one.
 *
 * @throws ChainError if the program failed, or stays silent
 */
export async function replyTo(api: Api, { block, message }: Queued): Promise<Said> {
  const { number: first } = await insist(api, () => api.header(block));
  for (let number = first; number < first + REPLY_BLOCKS; number += 1) {
    const reply = await insist(api, async () => {
      const hash = number === first ? block : await blockAt(api, number);
      const read = await readBlock(api, { hash, number }, await recentRuntime(api, hash));
      return saidIn(read).find(({ replyTo }) => replyTo === message);
    });
    if (reply?.isError) throw new ChainError({ kind: 'trapped', text: textOf(reply.payload) });
    if (reply) return reply;
  }
  throw new ChainError({ kind: 'silent' });
}

/** The block with this number, once there is one. */
async function blockAt(api: Api, number: number): Promise<Hex> {
  await untilHead(api, 'subscribeNewHeads', (head) => head.number >= number);
  return known(await api.send<Hex | null>('chain_getBlockHash', [number]));
}
