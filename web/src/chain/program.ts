import type { GearApi } from '@gear-js/api';
import type { SubmittableExtrinsic } from '@polkadot/api/types';
import type { EventRecord } from '@polkadot/types/interfaces';
import type { Codec, ISubmittableResult } from '@polkadot/types/types';
import { hexToString, u8aToHex } from '@polkadot/util';
import { readBlock, runtimeOf, saidIn, type Said } from './blocks';
import type { Chain } from './connection';
import { ChainError } from './failure';
import { gasLimit, type GasEstimate } from './gas';
import type { ActorId, Hex } from './hex';
import { fields, integer, variant, type Interface, type Json } from './metadata';
import { signerOf, type Account } from './wallet';

/** Blocks within which a reply comes at the latest, on a chain that has much to do. */
const REPLY_BLOCKS = 100;

/** How far an action has come. */
export type Step = 'settling' | 'checking' | 'signing' | 'sending' | 'waiting';

export interface Context {
  api: GearApi;
  chain: Chain;
}

/** What the program replied. */
export type Answer = { ok: Json } | { err: Json };

/** What came of an action. */
export interface Reply {
  answer: Answer;
  /** Value that came back with the reply. */
  returned: bigint;
  message: Hex;
}

/**
 * What there is: the very program; one of other code that says it is the same,
 * which anybody can write; nothing; something else.
 */
export type Presence = 'there' | 'alike' | 'absent' | 'other';

/** Whether there is a program with this id and interface. */
export async function presence({ api }: Context, program: ActorId, expected: Interface): Promise<Presence> {
  if (!(await api.program.exists(program))) return 'absent';
  try {
    const hash = await api.program.metaHash(program);
    if (hash !== expected.hash) return 'other';
    return (await api.program.codeHash(program)) === expected.code ? 'there' : 'alike';
  } catch (error) {
    if (!api.isConnected) throw new ChainError({ kind: 'lost' });
    // A program need not export any.
    console.info('The program has no metadata hash:', error);
    return 'other';
  }
}

/** Asks the program's state, as of this block or the latest. */
export async function readState(
  { api }: Context,
  program: ActorId,
  types: Interface,
  query: unknown,
  at?: Hex,
): Promise<Json> {
  const payload = types.encodeQuery(query);
  const reply = await api.provider.send<Hex>('gear_readState', [program, payload, at ?? null]);
  return types.decodeState(reply);
}

/**
 * Sends an action and waits for the program's reply. What the program would
 * refuse is not sent, and costs nothing.
 *
 * @throws ChainError
 */
export async function act(
  context: Context,
  program: ActorId,
  types: Interface,
  from: Account,
  action: unknown,
  value: bigint,
  onStep: (step: Step) => void,
): Promise<Reply> {
  onStep('checking');
  const { api, chain } = context;
  const payload = types.encodeAction(action);
  const balance = await freeBalance(api, from.id);
  if (balance === 0n || balance < value) throw new ChainError({ kind: 'funds', has: balance, needs: value });
  const rehearsed = await rehearse(context, program, types, from.id, action, value);
  if ('err' in rehearsed) return { answer: rehearsed, returned: value, message: '0x' };
  const reckoned = await api.program.calculateGas.handle(from.id, program, payload, value, true);
  const send = (gasLimit: bigint): Extrinsic =>
    api.message.send({ destination: program, payload, gasLimit, value }) as Extrinsic;
  const fee = await feeOf(send(chain.blockGasLimit), from);
  const limit = affordable(context, estimateOf(reckoned), balance, value + fee);
  const included = await submit(context, from, send(limit), onStep);
  onStep('waiting');
  const reply = await replyTo(api, included);
  return {
    answer: answerOf(types, reply.payload),
    returned: reply.value,
    message: included.message,
  };
}

/**
 * Puts a new program onto the chain, waits until it runs, and returns its id.
 *
 * @param onProgram is told the id before anything is signed
 * @throws ChainError
 */
export async function deploy(
  context: Context,
  types: Interface,
  code: Uint8Array,
  from: Account,
  config: unknown,
  onStep: (step: Step) => void,
  onProgram: (program: ActorId) => void,
): Promise<ActorId> {
  onStep('checking');
  const { api, chain } = context;
  const initPayload = types.encodeInit(config);
  const balance = await freeBalance(api, from.id);
  if (balance === 0n) throw new ChainError({ kind: 'funds', has: 0n, needs: 0n });
  const hexCode = u8aToHex(code);
  const reckoned = await api.program.calculateGas.initUpload(from.id, hexCode, initPayload, 0, true);
  const salt = u8aToHex(crypto.getRandomValues(new Uint8Array(20)));
  const upload = (gasLimit: bigint): { programId: ActorId; extrinsic: Extrinsic } =>
    api.program.upload({ code, salt, initPayload, gasLimit }) as never;
  const fee = await feeOf(upload(chain.blockGasLimit).extrinsic, from);
  // The program has an existential deposit of its own.
  const limit = affordable(context, estimateOf(reckoned), balance, fee + chain.existentialDeposit);
  const { programId, extrinsic } = upload(limit);
  onProgram(programId);
  const included = await submit(context, from, extrinsic, onStep);
  onStep('waiting');
  await replyTo(api, included);
  return programId;
}

/** What the chain takes for an extrinsic, gas apart, and a little more: the price moves. */
async function feeOf(extrinsic: Extrinsic, from: Account): Promise<bigint> {
  const { partialFee } = await extrinsic.paymentInfo(from.id);
  const fee = partialFee.toBigInt();
  return fee + fee / 4n;
}

type Extrinsic = SubmittableExtrinsic<'promise', ISubmittableResult>;

export async function freeBalance(api: GearApi, account: ActorId): Promise<bigint> {
  const { data } = await api.query.system.account(account);
  return data.free.toBigInt();
}

/** What the program would reply now, without anybody sending anything. */
export async function rehearse(
  { api, chain }: Context,
  program: ActorId,
  types: Interface,
  from: ActorId,
  action: unknown,
  value: bigint,
): Promise<Answer> {
  const reply = await api.message.calculateReply({
    origin: from,
    destination: program,
    payload: types.encodeAction(action),
    value,
    gasLimit: chain.blockGasLimit,
  });
  if (reply.code.isError) throw new ChainError({ kind: 'trapped', text: textOf(reply.payload.toHex()) });
  return answerOf(types, reply.payload.toHex());
}

function answerOf(types: Interface, payload: Hex): Answer {
  const [name, content] = variant(types.decodeReply(payload));
  return name === 'ok' ? { ok: content } : { err: content };
}

function estimateOf(info: Codec): GasEstimate {
  const reckoned = fields(info.toJSON() as Json);
  return {
    burned: integer(reckoned['burned']),
    minLimit: integer(reckoned['min_limit'] ?? reckoned['minLimit']),
  };
}

/** The gas limit, where so much has to be left for else than gas. */
function affordable({ chain }: Context, estimate: GasEstimate, balance: bigint, apart: bigint): bigint {
  const spare = balance - apart - chain.existentialDeposit;
  const limit = gasLimit(estimate, spare > 0n ? spare / chain.valuePerGas : 0n, chain.blockGasLimit);
  if (limit === null) {
    const gas = (estimate.burned + estimate.burned / 4n) * chain.valuePerGas;
    throw new ChainError({
      kind: 'funds',
      has: balance,
      needs: apart + gas + chain.existentialDeposit,
    });
  }
  return limit;
}

interface Included {
  block: Hex;
  message: Hex;
}

/** Signs and sends, and returns once it is in a block. */
async function submit(
  { api, chain }: Context,
  from: Account,
  extrinsic: Extrinsic,
  onStep: (step: Step) => void,
): Promise<Included> {
  onStep('signing');
  const signer = await signerOf(from, chain);
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
      if (status.isReady || status.isBroadcast || status.isFuture) onStep('sending');
      if (dispatchError) return settle(() => reject(dispatchFailure(api, result)));
      if (result.isError) {
        return settle(() => reject(new ChainError({ kind: 'node', text: status.type })));
      }
      if (!status.isInBlock && !status.isFinalized) return;
      const block = (status.isInBlock ? status.asInBlock : status.asFinalized).toHex();
      const message = queuedMessage(events);
      if (message) settle(() => resolve({ block, message }));
      else settle(() => reject(new ChainError({ kind: 'node', text: 'the chain queued no message' })));
    };
    extrinsic.signAndSend(signer.account, { ...signer.options, nonce: -1 }, onResult).then(
      (stop) => {
        unsubscribe = stop;
      },
      (error: unknown) => settle(() => reject(error instanceof Error ? error : new Error(String(error)))),
    );
  });
}

function dispatchFailure(api: GearApi, { dispatchError }: ISubmittableResult): ChainError {
  if (!dispatchError) return new ChainError({ kind: 'node', text: 'the chain refused the message' });
  if (!dispatchError.isModule) return new ChainError({ kind: 'node', text: dispatchError.toString() });
  const { section, name, docs } = api.registry.findMetaError(dispatchError.asModule);
  return new ChainError({ kind: 'node', text: `${section}.${name}: ${docs.join(' ')}` });
}

function queuedMessage(events: EventRecord[]): Hex | undefined {
  const queued = events.find(({ event }) => event.section === 'gear' && event.method === 'MessageQueued');
  return queued?.event.data[0]?.toHex();
}

/** The reply to a message, in its block or a later one. */
async function replyTo(api: GearApi, { block, message }: Included): Promise<Said> {
  const header = await api.rpc.chain.getHeader(block);
  const first = header.number.toNumber();
  for (let number = first; number < first + REPLY_BLOCKS; number += 1) {
    const hash = number === first ? block : await blockAt(api, number);
    const read = await readBlock(api, { hash, number }, await runtimeOf(api, hash));
    const reply = saidIn(read).find(({ replyTo }) => replyTo === message);
    if (reply?.isError) throw new ChainError({ kind: 'trapped', text: textOf(reply.payload) });
    if (reply) return reply;
  }
  throw new ChainError({ kind: 'silent' });
}

/** The block of this number, once there is one. */
async function blockAt(api: GearApi, number: number): Promise<Hex> {
  const head = await api.rpc.chain.getHeader();
  if (head.number.toNumber() < number) {
    await new Promise<void>((resolve, reject) => {
      let isThere = false;
      const onLost = (): void => reject(new ChainError({ kind: 'lost' }));
      api.on('disconnected', onLost);
      const heads = api.rpc.chain.subscribeNewHeads((header) => {
        if (isThere || header.number.toNumber() < number) return;
        isThere = true;
        api.off('disconnected', onLost);
        void heads.then((unsubscribe) => unsubscribe());
        resolve();
      });
      heads.catch(reject);
    });
  }
  return (await api.rpc.chain.getBlockHash(number)).toHex();
}

function textOf(payload: Hex): string {
  return hexToString(payload);
}
