import { hexToU8a } from '../lib/bytes';
import type { Api } from './api';
import type { Code } from './code';
import type { Chain } from './connection';
import { ChainError, isNo, known, readable } from './failure';
import { parseActorId, ZERO, type ActorId, type Hex } from '../lib/hex';
import { variant, type Interface, type Json } from './metadata';

export interface Context {
  api: Api;
  chain: Chain;
}

/** What the program replied. */
export type Answer = { ok: Json } | { err: Json };

/** What is at an id: a program that claims to be this one (anybody can write that), nothing, or something else. */
export type Presence = Code | 'absent' | 'other';

/** Whether there is a program with this id and interface. */
export async function presence({ api }: Context, program: ActorId, expected: Interface): Promise<Presence> {
  const [found, hash] = await Promise.all([stored(api, program), metahashOf(api, program)]);
  if (found === null) return 'absent';
  const { Active } = found as { Active?: { code_id?: Hex; code_hash?: Hex } };
  const code = Active?.code_id ?? Active?.code_hash;
  return code !== undefined && hash === expected.hash ? expected.codes.codeOf(code) : 'other';
}

/** The `metahash` of a program. Null if there is no program, or it exports none. */
async function metahashOf(api: Api, program: ActorId): Promise<Hex | null> {
  try {
    const told = known(await api.send<string | null>('gear_readMetahash', [program, null]));
    return readable(() => {
      const hash = parseActorId(told);
      if (hash === null) throw new Error('not a hash');
      return hash;
    });
  } catch (error) {
    // Only an answer tells what a program is: a busy node has given none.
    if (!isNo(error)) throw error;
    console.info('The program has no metadata hash:', error);
    return null;
  }
}

/** Whether there is a program, or was one. */
export async function exists(api: Api, program: ActorId): Promise<boolean> {
  return (await stored(api, program)) !== null;
}

function stored(api: Api, program: ActorId): Promise<unknown> {
  return api.read(['GearProgram', 'ProgramStorage', program]);
}

/**
 * Asks the program's state, as of this block or the latest. Uses `gear_readState` if the node has
 * it, and otherwise a query that the program's `handle` would answer.
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
  const reply = await api.send<Hex | null>('gear_readState', [program, payload, at ?? null]);
  return types.decodeState(known(reply));
}

/** What a program would reply to a message from the zero account, as of this block or the latest. */
async function replyTo(context: Context, program: ActorId, message: Hex, at?: Hex): Promise<Hex> {
  const { payload, code } = await calculated(context, ZERO, program, message, 0n, at);
  if (typeof code === 'string' || 'Error' in code) throw new ChainError({ kind: 'unreadable', text: textOf(payload) });
  return payload;
}

async function calculated(
  { api, chain }: Context,
  from: ActorId,
  program: ActorId,
  payload: Hex,
  value: bigint,
  at?: Hex,
): Promise<Reply> {
  const params = [from, program, payload, Number(chain.blockGasLimit), digitsOf(value), at ?? null];
  return known(await api.send<Reply | null>('gear_calculateReplyForHandle', params));
}

/** A value in the form that nodes take: a number, or its digits if it does not fit one. */
export function digitsOf(value: bigint): number | Hex {
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : `0x${value.toString(16)}`;
}

/** A reply, as nodes write it. */
interface Reply {
  payload: Hex;
  code: { Success: unknown } | { Error: unknown } | 'Unsupported';
}

/** What an account can pay with, in the smallest unit. Frozen money, such as a stake, does not count. */
export async function freeBalance(api: Pick<Api, 'read'>, account: ActorId): Promise<bigint> {
  return spendableOf(await api.read(['System', 'Account', account]));
}

/**
 * The money that the chain holds for the gas of an account's messages that have not run yet, such as an alarm. What they
 * don't burn comes back.
 */
export function heldOf(bank: unknown): bigint {
  return (bank as { gas: bigint } | null | undefined)?.gas ?? 0n;
}

export function spendableOf(account: unknown): bigint {
  const { free, reserved, frozen } = (account as { data: Record<'free' | 'reserved' | 'frozen', bigint> }).data;
  return spendable(free, reserved, frozen);
}

/** Free money less what is frozen. Reserved money counts towards the frozen amount. */
export function spendable(free: bigint, reserved: bigint, frozen: bigint): bigint {
  const held = frozen > reserved ? frozen - reserved : 0n;
  return free > held ? free - held : 0n;
}

/** The newest block that the page knows, or the node tells of when it is asked. */
export async function newest(api: Api): Promise<Hex> {
  const [told, best] = [api.latest('subscribeNewHeads'), await api.header()];
  return told && told.number > best.number ? told.hash : best.hash;
}

/**
 * What the program would reply as of this block, or now, also if the node has told of no new block
 * for a while. Nothing is sent.
 */
export async function simulate(
  context: Context,
  program: ActorId,
  types: Interface,
  from: ActorId,
  action: unknown,
  value: bigint,
  at?: Hex,
): Promise<Answer> {
  const { payload, code } = await calculated(context, from, program, types.encodeAction(action), value, at);
  if (typeof code !== 'string' && 'Error' in code) throw new ChainError({ kind: 'trapped', text: textOf(payload) });
  return answerOf(types, payload);
}

export function answerOf(types: Interface, payload: Hex): Answer {
  const [name, content] = variant(types.decodeReply(payload));
  return name === 'ok' ? { ok: content } : { err: content };
}

/** The error text of a program that failed. */
export function textOf(payload: Hex): string {
  return new TextDecoder().decode(hexToU8a(payload));
}
