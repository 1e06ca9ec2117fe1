import { Bytes, Option, Struct, u16, u32, u8, v14Lookup } from '@polkadot-api/substrate-bindings';
import { blake2AsHex, hexToU8a, u8aConcat, u8aToHex } from '../lib/bytes';
import type { KnownCodes } from './code';
import { answerIn, plainOf, plainReplyOf, queryOf } from './encoding';
import type { Hex } from '../lib/hex';
import { readable } from './failure';
import { Types } from './scale';

/** A decoded value: names in camel case, and integers that don't fit a number as `0x…`. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** The types that a program takes and returns at one of its entries. */
interface Ends {
  input: number | undefined;
  output: number | undefined;
}

const ends = Struct({ input: Option(u32), output: Option(u32) });
/** The layout of metadata for programs in Rust, version two. */
const LAYOUT = Struct({
  language: u8,
  version: u16,
  init: ends,
  handle: ends,
  reply: Option(u32),
  others: ends,
  signal: Option(u32),
  state: ends,
  registry: Bytes(),
});
const [RUST, SECOND] = [0, 2];

/** A program's types, from the metadata that was built with it. */
export class Interface {
  /** The `metahash` that a program with exactly this interface exports. */
  readonly hash: Hex;
  private readonly ends: Record<'init' | 'handle' | 'others' | 'state', Ends>;
  private readonly types: Types;

  constructor(
    text: string,
    /** The interface's id in the Sails encoding, 8 bytes. */
    readonly id: Hex,
    /** The index of the reply to each query, by the query's index. */
    private readonly answers: number[],
    readonly codes: KnownCodes,
  ) {
    const bytes = hexToU8a(text.trim());
    const { language, version, registry, ...ends } = LAYOUT.dec(bytes);
    if (language !== RUST || version !== SECOND) throw new Error('the program’s metadata is of another version');
    this.ends = ends;
    this.types = new Types(v14Lookup.dec(registry.slice()));
    this.hash = blake2AsHex(bytes);
  }

  encodeInit(config: unknown): Hex {
    return this.encode(this.ends.init.input, config);
  }

  encodeAction(action: unknown): Hex {
    return this.encode(this.ends.handle.input, action);
  }

  encodeQuery(query: unknown): Hex {
    return this.encode(this.ends.state.input, query);
  }

  decodeAction(payload: Hex): Json {
    return this.decode(this.ends.handle.input, plainOf(this.id, payload));
  }

  /** Decodes the reply to an action. Null if the reply answers a query. */
  decodeReply(payload: Hex): Json {
    const plain = readable(() => plainReplyOf(this.id, payload));
    return plain === null ? null : this.decode(this.ends.handle.output, plain);
  }

  /** Decodes what the program sends unasked: broadcasts and payouts. */
  decodeTold(payload: Hex): Json {
    return this.decode(this.ends.others.output, plainOf(this.id, payload));
  }

  decodeState(payload: Hex): Json {
    return this.decode(this.ends.state.output, payload);
  }

  /** Encodes the same query as a message, which the program's `handle` answers. */
  encodeQueryMessage(query: unknown): Hex {
    return queryOf(this.id, this.encodeQuery(query));
  }

  /** Decodes the reply to such a message as the state's reply. */
  decodeQueryReply(query: unknown, payload: Hex): Json {
    const [asked = 0] = hexToU8a(this.encodeQuery(query));
    const answer = readable(() => answerIn(this.id, payload));
    return this.decodeState(u8aToHex(u8aConcat([known(this.answers[asked])], answer)));
  }

  private encode(type: number | undefined, value: unknown): Hex {
    return u8aToHex(this.types.encode(known(type), value));
  }

  private decode(type: number | undefined, payload: Hex): Json {
    return jsonOf(this.types.decode(known(type), payload));
  }
}

function known(type: number | undefined): number {
  if (type === undefined) throw new Error('the metadata lacks a type');
  return type;
}

/** Integers below this become numbers. */
const LARGE = 2n ** 52n;

/** Turns a codec's value into the form that the page reads. */
function jsonOf(value: unknown): Json {
  if (typeof value === 'bigint') return value < LARGE ? Number(value) : `0x${value.toString(16)}`;
  if (Array.isArray(value)) return value.map(jsonOf);
  if (typeof value !== 'object' || value === null) return value as Json;
  return Object.fromEntries(Object.entries(value).map(([name, content]) => [camel(name), jsonOf(content)]));
}

function camel(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1).replace(/_+(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** A variant's name in camel case, and its content. */
export function variant(json: Json): [name: string, content: Json] {
  if (typeof json === 'string') return [json.charAt(0).toLowerCase() + json.slice(1), null];
  const entry = Object.entries(fields(json))[0];
  if (!entry) throw new Error('a variant without a name');
  return entry;
}

/** A variant of an enum, as the generated interface has it. */
export type Variant<Enum> = { [Kind in keyof Enum]: [kind: Kind, content: Enum[Kind]] }[keyof Enum];

/** The same for a type that the program was built with: its metadata decodes to no other shape. */
export function variantOf<Enum>(json: unknown): Variant<Enum> {
  return variant(json as Json) as Variant<Enum>;
}

/** Fails on a variant that a switch does not handle; the compiler reports such a variant first. */
export function noOther(kind: never): never {
  throw new Error(`the unknown variant ${String(kind)}`);
}

/** A decoded integer of any size. */
export type Integer = number | string;

/** The fields of a struct, as the generated interface names them. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- a name that it lacks is no field
export function fields<Struct = Record<string, Json>>(json: Json | undefined): { [Name in keyof Struct]: Json } {
  if (json === null || typeof json !== 'object' || Array.isArray(json)) {
    throw new Error('not a struct');
  }
  return json as { [Name in keyof Struct]: Json };
}

export function list(json: Json | undefined): Json[] {
  if (!Array.isArray(json)) throw new Error('not a list');
  return json;
}

/** An integer of any size. */
export function integer(json: Json | undefined): bigint {
  if (typeof json !== 'number' && typeof json !== 'string') throw new Error('not an integer');
  return BigInt(json);
}

export function text(json: Json | undefined): string {
  if (typeof json !== 'string') throw new Error('not a text');
  return json;
}
