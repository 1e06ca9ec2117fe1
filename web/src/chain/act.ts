import { ChainError } from './failure';
import { affordable, estimateOf } from './estimate';
import type { ActorId, Hex } from './hex';
import type { Interface } from './metadata';
import { answerOf, freeBalance, rehearse, type Answer, type Context } from './program';
import { feeOf, replyTo, submit, type Extrinsic, type Step } from './submit';
import type { Account } from './wallet';

/** A message to a program. */
export interface Errand {
  program: ActorId;
  types: Interface;
  action: unknown;
  value: bigint;
  /** The most gas that it takes, as the program's authors publish it. */
  bound: bigint | null;
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
 * refuse is not sent, and costs nothing.
 *
 * @throws ChainError
 */
export async function act(
  context: Context,
  from: Account,
  { program, types, action, value, bound }: Errand,
  { onStep, onBound }: Progress,
): Promise<Reply> {
  onStep('checking');
  const { api, chain } = context;
  const payload = types.encodeAction(action);
  const balance = await freeBalance(api, from.id);
  if (balance === 0n || balance < value) throw new ChainError({ kind: 'funds', has: balance, needs: value });
  const rehearsed = await rehearse(context, program, types, from.id, action, value);
  if ('err' in rehearsed) return { answer: rehearsed, returned: value, message: '0x' };
  const reckoning = api.program.calculateGas.handle(from.id, program, payload, value, true);
  const { need, isPublished } = await estimateOf(reckoning, bound);
  const send = (gasLimit: bigint): Extrinsic => api.message.send({ destination: program, payload, gasLimit, value });
  const fee = await feeOf(send(chain.blockGasLimit), from);
  // A quarter more than the fee: its price moves.
  const limit = affordable(context, need, balance, value + fee + fee / 4n);
  if (isPublished) onBound(limit);
  const included = await submit(context, from, send(limit), onStep);
  onStep('waiting');
  const reply = await replyTo(api, included);
  return {
    answer: answerOf(types, reply.payload),
    returned: reply.value,
    message: included.message,
  };
}
