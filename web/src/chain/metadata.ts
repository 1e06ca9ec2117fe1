/* eslint-disable @typescript-eslint/no-deprecated -- the program's types are in its metadata, which this is the way to read */
import { ProgramMetadata } from '@gear-js/api';
import { Enum } from '@polkadot/types-codec';
import type { Codec } from '@polkadot/types/types';
import { compactAddLength, hexToU8a, stringToU8a, u8aConcat, u8aToHex } from '@polkadot/util';
import { blake2AsHex } from '@polkadot/util-crypto';
import type { KnownCodes } from './code';
import { answerIn, plainOf, plainReplyOf, queryOf } from './dialect';
import type { Hex } from './hex';

/** What the library makes of a decoded value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A program's types, from the metadata that was built with it. */
export class Interface {
  /** What a program of this very interface exports as its `metahash`. */
  readonly hash: Hex;
  private readonly metadata: ProgramMetadata;

  constructor(
    text: string,
    /** What names it in the dialect of Sails, 8 bytes. */
    readonly id: Hex,
    readonly codes: KnownCodes,
  ) {
    const hex: Hex = `0x${text.trim().replace(/^0x/, '')}`;
    this.metadata = ProgramMetadata.from(hex);
    this.hash = blake2AsHex(hexToU8a(hex), 256);
  }

  encodeInit(config: unknown): Hex {
    return this.encode(this.metadata.types.init.input, config);
  }

  /** Texts in it are best given as {@link scaleText}. */
  encodeAction(action: unknown): Hex {
    return this.encode(this.metadata.types.handle.input, action);
  }

  encodeQuery(query: unknown): Hex {
    return this.encode(this.state().input, query);
  }

  decodeAction(payload: Hex): Json {
    return this.decode(this.metadata.types.handle.input, plainOf(this.id, payload));
  }

  /** What an action was replied; nothing if it was a query that was answered. */
  decodeReply(payload: Hex): Json {
    const plain = plainReplyOf(this.id, payload);
    return plain === null ? null : this.decode(this.metadata.types.handle.output, plain);
  }

  /** What the program tells without being asked: broadcasts and payouts. */
  decodeTold(payload: Hex): Json {
    return this.decode(this.metadata.types.others.output, plainOf(this.id, payload));
  }

  decodeState(payload: Hex): Json {
    return this.decode(this.state().output, payload);
  }

  /** The same query as a message, which the program's `handle` answers. */
  encodeQueryMessage(query: unknown): Hex {
    return queryOf(this.id, this.encodeQuery(query));
  }

  /**
   * What the state would reply, of the reply to such a message: of the variant whose name is
   * the longest in that of the query.
   */
  decodeQueryReply(query: unknown, payload: Hex): Json {
    const { input, output } = this.state();
    const asked = this.variants(input, this.encodeQuery(query));
    const replies = this.variants(output);
    const names = replies.defKeys.filter((name) => asked.type.includes(name));
    const name = names.reduce((best, name) => (name.length > best.length ? name : best), '');
    const index = replies.defKeys.indexOf(name);
    return this.decodeState(u8aToHex(u8aConcat([index], answerIn(this.id, payload))));
  }

  private variants(type: number | null, value?: Hex): Enum {
    const found = this.create(type, value);
    if (found instanceof Enum) return found;
    throw new Error('no variants');
  }

  private state(): { input: number | null; output: number | null } {
    const { state } = this.metadata.types;
    if (state === null || typeof state === 'number') throw new Error('the metadata has no queries');
    return state;
  }

  private encode(type: number | null, value: unknown): Hex {
    return this.create(type, value).toHex();
  }

  private decode(type: number | null, payload: Hex): Json {
    return this.create(type, payload).toJSON() as Json;
  }

  private create(type: number | null, value: unknown): Codec {
    if (type === null) throw new Error('the metadata lacks a type');
    return this.metadata.createType(type, value);
  }
}

/** A text as its bytes: in a string that begins with `0x`, the library sees digits. */
export function scaleText(text: string): Uint8Array {
  return compactAddLength(stringToU8a(text));
}

/** A variant's name, as the library writes it in camel case, and its content. */
export function variant(json: Json): [name: string, content: Json] {
  if (typeof json === 'string') return [json.charAt(0).toLowerCase() + json.slice(1), null];
  const entry = Object.entries(fields(json))[0];
  if (!entry) throw new Error('a variant without a name');
  return entry;
}

/** The fields of a struct. */
export function fields(json: Json | undefined): { [key: string]: Json } {
  if (json === null || typeof json !== 'object' || Array.isArray(json)) {
    throw new Error('not a struct');
  }
  return json;
}

export function list(json: Json | undefined): Json[] {
  if (!Array.isArray(json)) throw new Error('not a list');
  return json;
}

/** An integer of any size: the library writes those that don't fit a number as `0x…`. */
export function integer(json: Json | undefined): bigint {
  if (typeof json !== 'number' && typeof json !== 'string') throw new Error('not an integer');
  return BigInt(json);
}

export function text(json: Json | undefined): string {
  if (typeof json !== 'string') throw new Error('not a text');
  return json;
}
