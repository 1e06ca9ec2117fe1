import type { GearApi } from '@gear-js/api';
import { hexToString } from '@polkadot/util';
import type { Code } from './code';
import type { Chain } from './connection';
import { ChainError } from './failure';
import { ZERO, type ActorId, type Hex } from './hex';
import { variant, type Interface, type Json } from './metadata';

export interface Context {
  api: GearApi;
  chain: Chain;
}

/** What the program replied. */
export type Answer = { ok: Json } | { err: Json };

/** What there is: a program that says it is this one, which anybody can write, nothing, or something else. */
export type Presence = Code | 'absent' | 'other';

/** Whether there is a program with this id and interface. */
export async function presence({ api }: Context, program: ActorId, expected: Interface): Promise<Presence> {
  if (!(await api.program.exists(program))) return 'absent';
  try {
    if ((await api.program.metaHash(program)) !== expected.hash) return 'other';
    return expected.codes.codeOf(await api.program.codeId(program));
  } catch (error) {
    if (!api.isConnected) throw new ChainError({ kind: 'lost' });
    // A program need not export any.
    console.info('The program has no metadata hash:', error);
    return 'other';
  }
}

/**
 * Asks the program's state, as of this block or the latest: by `gear_readState` where the
 * node has it, and otherwise by a query that the program's `handle` would answer.
 *
 * @throws ChainError if the program answers no queries and the node has no other way
 */
export async function readState(
  context: Context,
  program: ActorId,
  types: Interface,
  query: unknown,
  at?: Hex,
): Promise<Json> {
  const { api, chain } = context;
  if (!chain.readsState) {
    const reply = await replyTo(context, program, types.encodeQueryMessage(query), at);
    return types.decodeQueryReply(query, reply);
  }
  const payload = types.encodeQuery(query);
  const reply = await api.provider.send<Hex>('gear_readState', [program, payload, at ?? null]);
  return types.decodeState(reply);
}

/** What a program would reply to a message of nobody's, as of this block or the latest. */
async function replyTo({ api, chain }: Context, program: ActorId, message: Hex, at?: Hex): Promise<Hex> {
  // Past the library, which would ask for the types of the block first.
  const { payload, code } = await api.provider.send<Reply>('gear_calculateReplyForHandle', [
    ZERO,
    program,
    message,
    Number(chain.blockGasLimit),
    0,
    at ?? null,
  ]);
  if (typeof code === 'string' || 'Error' in code) throw new ChainError({ kind: 'unreadable', text: textOf(payload) });
  return payload;
}

/** A reply, as nodes write it. */
interface Reply {
  payload: Hex;
  code: { Success: unknown } | { Error: unknown } | 'Unsupported';
}

/** What an account can pay with: what is frozen, as for staking, is not among it. */
export async function freeBalance(api: GearApi, account: ActorId): Promise<bigint> {
  const { data } = await api.query.system.account(account);
  return spendableOf(data);
}

interface Coins {
  toBigInt(): bigint;
}

export function spendableOf({ free, reserved, frozen }: Record<'free' | 'reserved' | 'frozen', Coins>): bigint {
  return spendable(free.toBigInt(), reserved.toBigInt(), frozen.toBigInt());
}

/** What is reserved counts towards what is frozen. */
export function spendable(free: bigint, reserved: bigint, frozen: bigint): bigint {
  const held = frozen > reserved ? frozen - reserved : 0n;
  return free > held ? free - held : 0n;
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

export function answerOf(types: Interface, payload: Hex): Answer {
  const [name, content] = variant(types.decodeReply(payload));
  return name === 'ok' ? { ok: content } : { err: content };
}

/** What a program that failed says of it. */
export function textOf(payload: Hex): string {
  return hexToString(payload);
}
