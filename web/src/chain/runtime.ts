import {
  Blake2128,
  Blake2128Concat,
  Blake2256,
  compact,
  createDecoder,
  decAnyMetadata,
  Identity,
  Twox128,
  Twox256,
  Twox64Concat,
  unifyMetadata,
  type UnifiedMetadata,
} from '@polkadot-api/substrate-bindings';
import { hexToU8a, stringToU8a, u8aConcat, u8aToHex } from '../lib/bytes';
import type { Hex } from '../lib/hex';
import { Types, type Cursor } from './scale';

/** A call to the chain, as its types write it: `{ Pallet: { call: arguments } }`. */
export type Call = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Something that happened in a block. */
export interface ChainEvent {
  pallet: string;
  name: string;
  /** Fields by name, or in order if they have no names. */
  fields: unknown;
  /** The place in the block of the extrinsic that caused it, if one did. */
  extrinsic: number | null;
}

export interface Version {
  specVersion: number;
  transactionVersion: number;
}

/** Something that a runtime requires of each signed extrinsic. */
export interface Extension {
  identifier: string;
  type: number;
  additionalSigned: number;
}

type Hasher = (key: Uint8Array) => Uint8Array;

/** How many bytes of hash precede the key itself. Null if the key can't be read back. */
const HASHERS: Record<string, [hash: Hasher, before: number | null]> = {
  Identity: [Identity, 0],
  Twox64Concat: [Twox64Concat, 8],
  Blake2128Concat: [Blake2128Concat, 16],
  Blake2128: [Blake2128, null],
  Blake2256: [Blake2256, null],
  Twox128: [Twox128, null],
  Twox256: [Twox256, null],
};

/** The storage entry of a map, or of a single value. */
export class Entry {
  private readonly prefix: Uint8Array;

  constructor(
    private readonly types: Types,
    pallet: string,
    private readonly item: NonNullable<UnifiedMetadata['pallets'][number]['storage']>['items'][number],
  ) {
    this.prefix = u8aConcat(Twox128(stringToU8a(pallet)), Twox128(stringToU8a(item.name)));
  }

  /** The place of the value with these keys. With fewer keys, the prefix of all places that begin with them. */
  key(...keys: unknown[]): Hex {
    const parts = this.keyTypes().slice(0, keys.length);
    return u8aToHex(u8aConcat(this.prefix, ...parts.map(([type, hasher], at) => this.hashed(type, hasher, keys[at]))));
  }

  /** The keys of a map's value, read from its place. */
  keysIn(place: Hex): unknown[] {
    let rest = hexToU8a(place).subarray(this.prefix.length);
    return this.keyTypes().map(([type, hasher]) => {
      const before = HASHERS[hasher]?.[1];
      if (before === null || before === undefined) throw new Error('the key is hashed');
      const key = this.types.decode(type, rest.subarray(before));
      rest = rest.subarray(before + this.types.encode(type, key).length);
      return key;
    });
  }

  /** Decodes stored bytes. Without bytes, returns null for an optional entry and the chain's default for others. */
  value(stored: string | null | undefined): unknown {
    const { modifier, fallback } = this.item;
    if (typeof stored !== 'string' && modifier === 0) return null;
    return this.types.decode(this.type, stored ?? fallback);
  }

  /** The value's type. */
  get type(): number {
    const { type } = this.item;
    return type.tag === 'map' ? type.value.value : type.value;
  }

  private hashed(type: number, hasher: string, key: unknown): Uint8Array {
    const hash = HASHERS[hasher]?.[0];
    if (!hash) throw new Error(`the unknown hash ${hasher}`);
    return hash(this.types.encode(type, key));
  }

  private keyTypes(): [type: number, hasher: string][] {
    const { type } = this.item;
    if (type.tag !== 'map') return [];
    const { hashers, key } = type.value;
    const { def } = this.types.registered(key);
    const keys = hashers.length === 1 || def.tag !== 'tuple' ? [key] : def.value;
    return keys.map((id, at) => [id, hashers[at]?.tag ?? '']);
  }
}

/** A chain's code as its metadata describes it: calls, storage, events, errors. */
export class Runtime {
  readonly types: Types;
  private readonly metadata: UnifiedMetadata;

  /** @throws if the bytes are no metadata, or of a version that the page does not know */
  constructor(metadata: Uint8Array) {
    this.metadata = unifyMetadata(decoded(metadata));
    this.types = new Types(this.metadata.lookup);
  }

  /** The versions that the runtime states. */
  get version(): Version {
    const { spec_version, transaction_version } = this.constant('System', 'Version') as Record<string, number>;
    return { specVersion: spec_version ?? 0, transactionVersion: transaction_version ?? 0 };
  }

  /** What the runtime requires of each signed extrinsic, in order. Null if it takes no extrinsics of format 4. */
  get extensions(): readonly Extension[] | null {
    const { version, signedExtensions } = this.metadata.extrinsic;
    return version.includes(4) ? (signedExtensions[0] ?? []) : null;
  }

  /** Whether there is a pallet of this name, with an entry of storage if one is named. */
  has(pallet: string, item?: string): boolean {
    const found = this.metadata.pallets.find(({ name }) => name === pallet);
    return (
      found !== undefined && (item === undefined || found.storage?.items.some(({ name }) => name === item) === true)
    );
  }

  constant(pallet: string, name: string): unknown {
    const found = this.pallet(pallet).constants.find((constant) => constant.name === name);
    if (!found) throw new Error(`the chain has no ${pallet}.${name}`);
    return this.types.decode(found.type, found.value);
  }

  entry(pallet: string, name: string): Entry {
    const storage = this.pallet(pallet).storage;
    const item = storage?.items.find((item) => item.name === name);
    if (!storage || !item) throw new Error(`the chain keeps no ${pallet}.${name}`);
    return new Entry(this.types, storage.prefix, item);
  }

  encodeCall(call: Call): Uint8Array {
    return this.types.encode(this.partOf('Call'), call);
  }

  decodeCall(bytes: Uint8Array): Call {
    return this.types.decode(this.partOf('Call'), bytes) as Call;
  }

  /** The type of an extrinsic's address, call or signature. */
  partOf(part: 'Address' | 'Call' | 'Signature'): number {
    const { extrinsic } = this.metadata;
    if (!('type' in extrinsic))
      return { Address: extrinsic.address, Call: extrinsic.call, Signature: extrinsic.signature }[part];
    const type = this.types.registered(extrinsic.type).params.find(({ name }) => name === part)?.type;
    if (type === undefined) throw new Error(`the chain's extrinsics have no ${part}`);
    return type;
  }

  /** The name of an error, and what the chain's authors say of it. */
  refusal(pallet: number, error: number): { pallet: string; name: string; docs: string } | null {
    const found = this.metadata.pallets.find(({ index }) => index === pallet);
    const def = found?.errors && this.types.registered(found.errors.type).def;
    const variant = def?.tag === 'variant' ? def.value.find(({ index }) => index === error) : undefined;
    return found && variant ? { pallet: found.name, name: variant.name, docs: variant.docs.join(' ').trim() } : null;
  }

  /**
   * A block's events. Leaves out an event that can't be decoded. Finds the events behind it by
   * trying each position until the rest decodes to the very end.
   */
  events(bytes: Uint8Array): ChainEvent[] {
    if (bytes.length === 0) return [];
    const read = createDecoder((at) => Number(compact.dec(at)));
    const count = read(bytes.slice());
    const start = compact.enc(count).length;
    const { found, failed } = this.eventsFrom(bytes, start, count);
    if (failed === null) return found;
    console.warn('An event of a block can’t be decoded:', failed.error);
    const left = count - found.length - 1;
    for (let from = failed.from + 1; left > 0 && from < bytes.length; from += 1) {
      const rest = this.eventsFrom(bytes, from, left);
      if (rest.failed === null && rest.end === bytes.length) return [...found, ...rest.found];
    }
    return found;
  }

  private eventsFrom(
    bytes: Uint8Array,
    start: number,
    count: number,
  ): { found: ChainEvent[]; end: number; failed: { from: number; error: unknown } | null } {
    const record = this.types.of(this.recordType());
    const found: ChainEvent[] = [];
    return createDecoder((at) => {
      const cursor = at as Cursor;
      cursor.i = start;
      while (found.length < count) {
        const from = cursor.i;
        try {
          found.push(eventOf(record.dec(at)));
        } catch (error) {
          return { found, end: from, failed: { from, error } };
        }
      }
      return { found, end: cursor.i, failed: null };
    })(bytes.slice());
  }

  private recordType(): number {
    const events = this.pallet('System').storage?.items.find(({ name }) => name === 'Events')?.type;
    const def = events?.tag === 'plain' ? this.types.registered(events.value).def : undefined;
    if (def?.tag !== 'sequence') throw new Error('the chain keeps no events');
    return def.value;
  }

  private pallet(name: string): UnifiedMetadata['pallets'][number] {
    const found = this.metadata.pallets.find((pallet) => pallet.name === name);
    if (!found) throw new Error(`the chain has no ${name}`);
    return found;
  }
}

function decoded(metadata: Uint8Array): ReturnType<typeof decAnyMetadata> {
  try {
    return decAnyMetadata(metadata.slice());
  } catch (error) {
    throw new Error('The chain’s metadata can’t be read.', { cause: error });
  }
}

function eventOf(record: unknown): ChainEvent {
  const { phase, event } = record as { phase: Record<string, number | undefined>; event: Call };
  const [pallet = '', inner] = Object.entries(event)[0] ?? [];
  const [name = '', fields] = typeof inner === 'string' ? [inner, null] : (Object.entries(inner ?? {})[0] ?? []);
  return { pallet, name, fields, extrinsic: phase['ApplyExtrinsic'] ?? null };
}
