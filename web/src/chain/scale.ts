/** Encodes and decodes values by a registry of types. */
import { compact, createCodec, createDecoder, str, type Codec, type V14Lookup } from '@polkadot-api/substrate-bindings';
import { hexToU8a, u8aConcat, u8aToHex } from '../lib/bytes';
import type { Hex } from '../lib/hex';
import { readable } from './failure';

/** Bytes with the position of the decoder. Only `next` takes parts of them: they can't copy themselves. */
export type Cursor = Uint8Array<ArrayBuffer> & { i: number };

type Registered = V14Lookup[number];
type Definition = Registered['def'];
type Field = Extract<Definition, { tag: 'composite' }>['value'][number];
type Coded = Codec<unknown>;

/**
 * The codecs of a registry's types. A struct becomes an object of its fields, and a variant with
 * content becomes `{ Name: content }`. A variant of an enum of mere names becomes its name. Bytes
 * are hexadecimal, and an integer that may not fit a number is a bigint.
 */
export class Types {
  private readonly known = new Map<number, Coded>();

  constructor(private readonly registry: V14Lookup) {}

  /** The type that is registered under this id. */
  registered(id: number): Registered {
    const type = this.registry[id];
    if (!type) throw new Error(`the metadata lacks the type ${id}`);
    return type;
  }

  encode(id: number, value: unknown): Uint8Array {
    return this.of(id).enc(value);
  }

  decode(id: number, told: Uint8Array | string): unknown {
    // The library reads a view's whole buffer, so it gets a copy.
    return readable(() => this.of(id).dec(typeof told === 'string' ? hexToU8a(told) : told.slice()));
  }

  /** Whether values of a type take no bytes, because there is only one. */
  isEmpty(id: number): boolean {
    const { def } = this.registered(id);
    if (def.tag === 'tuple') return def.value.every((part) => this.isEmpty(part));
    return def.tag === 'composite' && def.value.every(({ type }) => this.isEmpty(type));
  }

  /** The codec of a type. It looks up its parts only when it meets them: types contain one another. */
  of(id: number): Coded {
    const known = this.known.get(id);
    if (known) return known;
    const made = this.make(this.registered(id));
    this.known.set(id, made);
    return made;
  }

  private make({ def, path, params }: Registered): Coded {
    switch (def.tag) {
      case 'primitive':
        return primitive(def.value.tag);
      case 'compact':
        return this.compact(def.value);
      case 'sequence':
        return this.isByte(def.value) ? sized(bytes) : list(() => this.of(def.value));
      case 'array':
        return this.array(def.value);
      case 'tuple':
        return this.tuple(def.value);
      case 'composite':
        return this.composite(def.value);
      case 'variant': {
        const inner = params[0]?.type;
        if (path.length === 1 && path[0] === 'Option' && inner !== undefined) return option(() => this.of(inner));
        return this.variant(def.value);
      }
      case 'bitSequence':
        return bits;
    }
  }

  private isByte(id: number): boolean {
    const { def } = this.registered(id);
    return def.tag === 'primitive' && def.value.tag === 'u8';
  }

  private compact(inner: number): Coded {
    const { def } = this.registered(inner);
    if (def.tag === 'composite' && def.value[0]) return this.compact(def.value[0].type);
    const isBig = def.tag === 'primitive' && !['u8', 'u16', 'u32'].includes(def.value.tag);
    return createCodec<unknown>(
      (value) => compact.enc(BigInt(value as number)),
      createDecoder((at) => (isBig ? BigInt(compact.dec(at)) : Number(compact.dec(at)))),
    );
  }

  private array({ type, len }: { type: number; len: number }): Coded {
    return this.isByte(type) ? bytes(len) : each(Array.from({ length: len }, () => () => this.of(type)));
  }

  private tuple(ids: readonly number[]): Coded {
    return ids.length === 0 ? nothing : each(ids.map((id) => () => this.of(id)));
  }

  private composite(fields: readonly Field[]): Coded {
    const [first] = fields;
    if (!first) return nothing;
    if (first.name === undefined) {
      return fields.length === 1 ? this.of(first.type) : this.tuple(fields.map(({ type }) => type));
    }
    const named = fields.map(({ name, type }): [string, number] => [name ?? '', type]);
    return createCodec<unknown>(
      (value) => {
        const given = objectOf(value);
        return u8aConcat(...named.map(([name, type]) => within(name, () => this.of(type).enc(given[name]))));
      },
      createDecoder((at) => Object.fromEntries(named.map(([name, type]) => [name, this.of(type).dec(at)]))),
    );
  }

  private variant(variants: Extract<Definition, { tag: 'variant' }>['value']): Coded {
    const areNames = variants.every(({ fields }) => fields.length === 0);
    const byIndex = new Map(variants.map((variant) => [variant.index, variant]));
    const byName = new Map(variants.map((variant) => [variant.name, variant]));
    return createCodec<unknown>(
      (value) => {
        const [name = '', content] = typeof value === 'string' ? [value] : (Object.entries(objectOf(value))[0] ?? []);
        const variant = byName.get(name);
        if (!variant) throw new Error(`there is no variant ${name}`);
        return u8aConcat(
          [variant.index],
          within(name, () => this.composite(variant.fields).enc(content)),
        );
      },
      createDecoder((at) => {
        const index = next(at, 1)[0] ?? 0;
        const variant = byIndex.get(index);
        if (!variant) throw new Error(`there is no variant ${index}`);
        return areNames ? variant.name : { [variant.name]: this.composite(variant.fields).dec(at) };
      }),
    );
  }
}

/** The next `length` bytes. */
export function next(at: Uint8Array, length: number): Uint8Array {
  const cursor = at as Cursor;
  const end = cursor.i + length;
  if (end > cursor.length) throw new Error('the bytes end too early');
  const part = new Uint8Array(cursor.buffer, cursor.byteOffset + cursor.i, length);
  cursor.i = end;
  return part;
}

function within<T>(name: string, encode: () => T): T {
  try {
    return encode();
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

function objectOf(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new Error('not an object');
  return value as Record<string, unknown>;
}

const nothing: Coded = createCodec<unknown>(
  () => new Uint8Array(),
  createDecoder(() => null),
);

function bytes(length: number): Coded {
  return createCodec<unknown>(
    (value) => {
      const given = value instanceof Uint8Array ? value : hexToU8a(String(value));
      if (given.length !== length) throw new Error(`not ${length} bytes`);
      return given;
    },
    createDecoder((at): Hex => u8aToHex(next(at, length))),
  );
}

/** A value preceded by its length. */
function sized(of: (length: number) => Coded): Coded {
  return createCodec<unknown>(
    (value) => {
      const given = value instanceof Uint8Array ? value : hexToU8a(String(value));
      return u8aConcat(compact.enc(given.length), given);
    },
    createDecoder((at) => of(Number(compact.dec(at))).dec(at)),
  );
}

function list(item: () => Coded): Coded {
  return createCodec<unknown>(
    (value) => {
      if (!Array.isArray(value)) throw new Error('not a list');
      return u8aConcat(compact.enc(value.length), ...value.map((one) => item().enc(one)));
    },
    createDecoder((at) => {
      const found: unknown[] = [];
      for (let left = Number(compact.dec(at)); left > 0; left -= 1) {
        // The count may be any number, so reading stops where the bytes end.
        if ((at as Cursor).i >= at.length) throw new Error('the bytes end too early');
        found.push(item().dec(at));
      }
      return found;
    }),
  );
}

function each(parts: readonly (() => Coded)[]): Coded {
  return createCodec<unknown>(
    (value) => {
      if (!Array.isArray(value) || value.length !== parts.length) throw new Error(`not a list of ${parts.length}`);
      return u8aConcat(...parts.map((part, index) => part().enc(value[index])));
    },
    createDecoder((at) => parts.map((part) => part().dec(at))),
  );
}

function option(inner: () => Coded): Coded {
  return createCodec<unknown>(
    (value) => (value === null || value === undefined ? Uint8Array.of(0) : u8aConcat([1], inner().enc(value))),
    createDecoder((at) => (next(at, 1)[0] === 0 ? null : inner().dec(at))),
  );
}

/** A bit sequence: its count and its bytes. The page looks into none. */
const bits: Coded = createCodec<unknown>(
  () => {
    throw new Error('bit sequences are only read');
  },
  createDecoder((at) => bytes(Math.ceil(Number(compact.dec(at)) / 8)).dec(at)),
);

const bool: Coded = createCodec<unknown>(
  (value) => Uint8Array.of(value === true ? 1 : 0),
  createDecoder((at) => next(at, 1)[0] === 1),
);

const text: Coded = createCodec<unknown>(
  (value) => str.enc(String(value)),
  createDecoder((at) => new TextDecoder().decode(next(at, Number(compact.dec(at))))),
);

function primitive(name: string): Coded {
  if (name === 'bool') return bool;
  if (name === 'str') return text;
  if (name === 'char') return integer(4, false);
  return integer(Number(name.slice(1)) / 8, name.startsWith('i'));
}

/** A little-endian integer of `length` bytes. */
function integer(length: number, isSigned: boolean): Coded {
  const asOne = (bits: number, number: bigint): bigint =>
    isSigned ? BigInt.asIntN(bits, number) : BigInt.asUintN(bits, number);
  return createCodec<unknown>(
    (value) => {
      const number = BigInt(value as number);
      if (asOne(8 * length, number) !== number) throw new Error(`${number} is out of range`);
      const whole = BigInt.asUintN(8 * length, number);
      return Uint8Array.from({ length }, (_, at) => Number((whole >> BigInt(8 * at)) & 255n));
    },
    createDecoder((at) => {
      const number = asOne(8 * length, BigInt(u8aToHex(next(at, length).slice().reverse())));
      return length > 4 ? number : Number(number);
    }),
  );
}
