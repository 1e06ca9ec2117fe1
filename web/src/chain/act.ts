import { ChainError, failureOf, isNodeError, isPassing } from './failure';
import { sendMessage } from './calls';
import { estimateOf, askGas, type Following } from './estimate';
import type { GasRoom } from './gas';
import type { ActorId, Hex } from '../lib/hex';
import type { Interface } from './metadata';
import { answerOf, freeBalance, newest, simulate, type Answer, type Context } from './program';
import { prepare, type ExtraCall } from './prepare';
import type { Said } from './blocks';
import { worksOf } from './sent';
import { replyTo, send, sendAgain, settle, type Extrinsic, type Queued, type Span, type Step } from './submit';
import { payerOf } from './voucher';
import { isInWallet, type Account } from './wallet';

/** A message to a program. */
export interface ProgramMessage {
  program: ActorId;
  types: Interface;
  action: unknown;
  value: bigint;
  /** The most gas that the message takes, as the program's authors publish it. */
  bound: bigint | null;
  room: GasRoom;
  following: Following;
  /** Moves the message ahead of others that wait for a block. Comes out of the room left for the fee. */
  tip: bigint;
  /** The stage in which a block has to take it. */
  stage?: Span | undefined;
  extraCall?: ExtraCall | undefined;
}

/** What the player should know about the gas of a message. */
export type GasNote =
  /** The node estimates no gas for the message, so it gets the published maximum. */
  | { kind: 'published' }
  /** The chain was upgraded. The message pays this much for preparing the program's code again. */
  | { kind: 'upgraded'; value: bigint };

/** Hears about the progress of an action. */
export interface Progress {
  onStep: (step: Step) => void;
  onGas: (note: GasNote) => void;
  /** Aborts once nobody waits for the wallet any more. What it signs after that is not sent. */
  givenUp: AbortSignal;
}

/** The outcome of an action. */
export interface Reply {
  answer: Answer;
  /** Value that came back with the reply. */
  returned: bigint;
  message: Hex;
}

/** How often a key signs anew because another of its messages was faster. */
const TRIES = 3;

/**
 * Sends an action and waits for the program's reply. An action that the program would refuse is not
 * sent, and costs nothing. If the sender has a voucher for this program that can pay, it pays.
 *
 * @throws ChainError
 */
export async function act(
  context: Context,
  from: Account,
  message: ProgramMessage,
  progress: Progress,
): Promise<Reply> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await actOnce(context, from, message, progress);
    } catch (error) {
      // A person is told first: what the other message has changed may matter to them.
      if (failureOf(error).kind !== 'overtaken' || isInWallet(from) || tries === TRIES) throw error;
    }
  }
}

async function actOnce(context: Context, from: Account, message: ProgramMessage, progress: Progress): Promise<Reply> {
  const { onStep, onGas, givenUp } = progress;
  onStep('checking');
  const { api, chain } = context;
  const { program, types, action, value, bound, room, following, tip, stage, extraCall } = message;
  const payload = types.encodeAction(action);
  const work = [program, payload, value].join('/');
  const outcomeOf = async (queued: Queued): Promise<Reply> => {
    onStep('waiting');
    const reply = await replied(context, from, work, queued);
    return { answer: answerOf(types, reply.payload), returned: reply.value, message: queued.message };
  };
  // It may have come through although the page did not hear so.
  const before = await sendAgain(context, from, work, onStep);
  if (before) return outcomeOf(before);
  const balance = await freeBalance(api, from.id);
  const voucher = extraCall ? null : await payerOf(context, from.id, program);
  if ((balance === 0n && !voucher) || balance < value) {
    throw new ChainError({ kind: 'funds', has: balance, needs: value });
  }
  const simulated = await simulate(context, program, types, from.id, action, value).catch((error: unknown) => {
    // A node may estimate nothing for an account without a coin. The voucher pays for what is sent.
    if (balance > 0n || !isNodeError(error)) throw error;
    return null;
  });
  if (simulated && 'err' in simulated) {
    // What answered may be behind what the page knows.
    const surely = await simulate(context, program, types, from.id, action, value, await newest(api));
    if ('err' in surely) return { answer: surely, returned: value, message: '0x' };
  }
  const asked = askGas(api, 'Handle', from.id, program, payload, value);
  const { need, isPublished } = await estimateOf(asked, bound, room);
  const withGas = (gasLimit: bigint): Extrinsic => sendMessage({ destination: program, payload, gasLimit, value });
  const prepared = await prepare(context, {
    from,
    balance,
    voucher,
    value,
    need,
    following,
    message: withGas,
    extraCall,
  });
  if (isPublished) onGas({ kind: 'published' });
  if (need.extra > 0n) onGas({ kind: 'upgraded', value: need.extra * chain.valuePerGas });
  return outcomeOf(await send(context, from, prepared.extrinsic, onStep, { givenUp, tip, stage, work }));
}

/** Waits for the reply to a message, and forgets then what was sent. */
async function replied(context: Context, from: Account, work: string, queued: Queued): Promise<Said> {
  try {
    const reply = await replyTo(context.api, queued);
    settle(context, from, work);
    return reply;
  } catch (error) {
    if (!isPassing(error)) settle(context, from, work);
    throw error;
  }
}

/**
 * Follows what an account has sent to a program before this page was there, until it is known what
 * came of it. A pool that lost it gets the same bytes again, and nobody is asked to sign.
 */
export async function followSent(context: Context, from: Account, program: ActorId): Promise<void> {
  for (const work of worksOf(context.chain.genesis, from.id, program)) {
    const queued = await sendAgain(context, from, work, () => undefined);
    if (queued) await replied(context, from, work, queued);
  }
}
