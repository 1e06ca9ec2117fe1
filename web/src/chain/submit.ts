import type { GearApi } from '@gear-js/api';
import type { SubmittableExtrinsic } from '@polkadot/api/types';
import type { EventRecord } from '@polkadot/types/interfaces';
import type { ISubmittableResult } from '@polkadot/types/types';
import { readBlock, saidIn, type Said } from './blocks';
import { ChainError, errorOf, unlessOver } from './failure';
import { untilHead } from './heads';
import type { Hex } from './hex';
import { textOf, type Context } from './program';
import { isInWallet, signerOf, type Account } from './wallet';

/** Blocks within which a reply comes at the latest, on a chain that has much to do. */
const REPLY_BLOCKS = 100;

/** How far an action has come. */
export type Step = 'settling' | 'checking' | 'signing' | 'sending' | 'waiting';

export type Extrinsic = SubmittableExtrinsic<'promise'>;

/** Where an extrinsic was put into the chain, and what came of it. */
export interface Included {
  block: Hex;
  events: EventRecord[];
}

/** Where a message was put into the chain. */
export interface Queued {
  block: Hex;
  message: Hex;
}

/** What the chain takes for an extrinsic, gas apart. */
export async function feeOf(extrinsic: Extrinsic, from: Account): Promise<bigint> {
  const { partialFee } = await extrinsic.paymentInfo(from.id);
  return partialFee.toBigInt();
}

/**
 * Has it signed, sends it, and returns once it is in a block.
 *
 * @param givenUp is told where the person waits for the wallet no more: what it signs then is not sent
 * @param tip puts it before others that wait for a block, in the smallest unit
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
  const { account, options } = await signerOf(from, context.chain);
  // A step of its own: what goes wrong from here on is the node's doing, not the person's.
  const sign = (): Promise<Extrinsic> => extrinsic.signAsync(account, { ...options, nonce: -1, tip });
  const signed = await (givenUp ? unlessOver(givenUp, { kind: 'rejected' }, sign) : sign());
  onStep('sending');
  return untilIncluded(context.api, signed);
}

/**
 * Has a message signed, sends it, and returns once it is in a block.
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

function untilIncluded(api: GearApi, signed: Extrinsic): Promise<Included> {
  return new Promise<Included>((resolve, reject) => {
    let unsubscribe: (() => void) | undefined;
    const settle = (act: () => void): void => {
      unsubscribe?.();
      api.off('disconnected', onLost);
      act();
    };
    const onLost = (): void => settle(() => reject(new ChainError({ kind: 'lost' })));
    api.on('disconnected', onLost);
    const onResult = (result: ISubmittableResult): void => {
      const { status, events, dispatchError } = result;
      if (dispatchError) return settle(() => reject(dispatchFailure(api, dispatchError)));
      if (result.isError) {
        return settle(() => reject(new ChainError({ kind: 'node', text: status.type })));
      }
      if (!status.isInBlock && !status.isFinalized) return;
      const block = (status.isInBlock ? status.asInBlock : status.asFinalized).toHex();
      settle(() => resolve({ block, events }));
    };
    signed.send(onResult).then(
      (stop) => {
        unsubscribe = stop;
      },
      (error: unknown) => settle(() => reject(errorOf(error))),
    );
  });
}

function dispatchFailure(api: GearApi, error: NonNullable<ISubmittableResult['dispatchError']>): ChainError {
  if (!error.isModule) return new ChainError({ kind: 'node', text: error.toString() });
  const { section, name, docs } = api.registry.findMetaError(error.asModule);
  return new ChainError({ kind: 'node', text: `${section}.${name}: ${docs.join(' ')}` });
}

function queuedMessage(events: EventRecord[]): Hex | undefined {
  const queued = events.find(({ event }) => event.section === 'gear' && event.method === 'MessageQueued');
  return queued?.event.data[0]?.toHex();
}

/**
 * The reply to a message, in its block or a later one.
 *
 * @throws ChainError if the program failed, or stays silent
 */
export async function replyTo(api: GearApi, { block, message }: Queued): Promise<Said> {
  const header = await api.rpc.chain.getHeader(block);
  const first = header.number.toNumber();
  for (let number = first; number < first + REPLY_BLOCKS; number += 1) {
    const hash = number === first ? block : await blockAt(api, number);
    const read = await readBlock(api, { hash, number }, api.registry);
    const reply = saidIn(read).find(({ replyTo }) => replyTo === message);
    if (reply?.isError) throw new ChainError({ kind: 'trapped', text: textOf(reply.payload) });
    if (reply) return reply;
  }
  throw new ChainError({ kind: 'silent' });
}

/** The block of this number, once there is one. */
async function blockAt(api: GearApi, number: number): Promise<Hex> {
  await untilHead(api, 'subscribeNewHeads', (head) => head.number.toNumber() >= number);
  return (await api.rpc.chain.getBlockHash(number)).toHex();
}
