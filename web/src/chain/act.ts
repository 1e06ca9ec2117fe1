import { ChainError } from './failure';
import { affordable, estimateOf } from './estimate';
import type { ActorId, Hex } from './hex';
import type { Interface } from './metadata';
import { answerOf, freeBalance, rehearse, type Answer, type Context } from './program';
import { feeOf, replyTo, send, type Extrinsic, type Step } from './submit';
import { payerOf, together, type Voucher } from './voucher';
import type { Account } from './wallet';

/** What is done together with a message, in the same extrinsic or not at all. */
export interface Companion {
  extrinsic: Extrinsic;
  /** What it takes of the sender, apart from its fee. */
  value: bigint;
}

/** A message to a program. */
export interface Errand {
  program: ActorId;
  types: Interface;
  action: unknown;
  value: bigint;
  /** The most gas that it takes, as the program's authors publish it. */
  bound: bigint | null;
  companion?: Companion | undefined;
}

/** Is told how an action comes along. */
export interface Progress {
  onStep: (step: Step) => void;
  /** The node reckons no gas for it: it gets what is published as the most. */
  onBound: (gas: bigint) => void;
}

/** What came of an action. */
export interface Reply {
  answer: Answer;
  /** Value that came back with the reply. */
  returned: bigint;
  message: Hex;
}

/**
 * Sends an action and waits for the program's reply. What the program would
 * refuse is not sent, and costs nothing. A voucher of the sender's for this program
 * pays for it, if it can.
 *
 * @throws ChainError
 */
export async function act(context: Context, from: Account, errand: Errand, progress: Progress): Promise<Reply> {
  const { onStep, onBound } = progress;
  onStep('checking');
  const { api, chain } = context;
  const { program, types, action, value, bound, companion } = errand;
  const payload = types.encodeAction(action);
  const balance = await freeBalance(api, from.id);
  const voucher = companion ? null : await payerOf(context, from.id, program);
  if ((balance === 0n && !voucher) || balance < value) {
    throw new ChainError({ kind: 'funds', has: balance, needs: value });
  }
  const rehearsed = await rehearse(context, program, types, from.id, action, value);
  if ('err' in rehearsed) return { answer: rehearsed, returned: value, message: '0x' };
  const reckoning = api.program.calculateGas.handle(from.id, program, payload, value, true);
  const { need, isPublished } = await estimateOf(reckoning, bound);
  const message = (gasLimit: bigint): Extrinsic => api.message.send({ destination: program, payload, gasLimit, value });
  const sealed = (await byVoucher()) ?? (await byOneself());
  if (isPublished) onBound(sealed.limit);
  const included = await send(context, from, sealed.extrinsic, onStep);
  onStep('waiting');
  const reply = await replyTo(api, included);
  return {
    answer: answerOf(types, reply.payload),
    returned: reply.value,
    message: included.message,
  };

  async function byVoucher(): Promise<Sealed | null> {
    if (!voucher) return null;
    const call = (gasLimit: bigint): Extrinsic => calledBy(context, voucher, message(gasLimit));
    const fee = await feeOf(call(chain.blockGasLimit), from);
    try {
      const limit = affordable(context, need, voucher.balance, withRoom(fee));
      return { limit, extrinsic: call(limit) };
    } catch (error) {
      // One that is nearly used up: the sender has to pay, who may be able to.
      if (balance === 0n) throw error;
      return null;
    }
  }

  async function byOneself(): Promise<Sealed> {
    const whole = (gasLimit: bigint): Extrinsic =>
      companion ? together(api, [companion.extrinsic, message(gasLimit)]) : message(gasLimit);
    const fee = await feeOf(whole(chain.blockGasLimit), from);
    const limit = affordable(context, need, balance, value + (companion?.value ?? 0n) + withRoom(fee));
    return { limit, extrinsic: whole(limit) };
  }
}

/** A message with its gas limit, ready to be signed. */
interface Sealed {
  limit: bigint;
  extrinsic: Extrinsic;
}

/** A fee and a quarter more: its price moves. */
export function withRoom(fee: bigint): bigint {
  return fee + fee / 4n;
}

function calledBy({ api }: Context, { id }: Voucher, message: Extrinsic): Extrinsic {
  return api.voucher.call(id, { SendMessage: message });
}
