/* eslint-disable @typescript-eslint/no-deprecated -- the program's types are in its metadata, which this is the way to read */
import { ProgramMetadata } from '@gear-js/api';
import type { Codec } from '@polkadot/types/types';
import { compactAddLength, hexToU8a, stringToU8a } from '@polkadot/util';
import { blake2AsHex } from '@polkadot/util-crypto';
import type { KnownCodes } from './code';
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
    readonly codes: KnownCodes,
    /** The same of former versions, which understand some of it. */
    readonly former: readonly Hex[] = [],
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
    return this.decode(this.metadata.types.handle.input, payload);
  }

  decodeReply(payload: Hex): Json {
    return this.decode(this.metadata.types.handle.output, payload);
  }

  /** What the program tells without being asked: broadcasts and payouts. */
  decodeTold(payload: Hex): Json {
    return this.decode(this.metadata.types.others.output, payload);
  }

  decodeState(payload: Hex): Json {
    return this.decode(this.state().output, payload);
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
