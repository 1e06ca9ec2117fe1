import { blake2b } from '@noble/hashes/blake2.js';

/** Bytes as `0x` and their hexadecimal digits. */
type Hex = `0x${string}`;

const DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** The bytes of hexadecimal digits. No bytes for null or an empty text. */
export function hexToU8a(hex: string | null | undefined): Uint8Array {
  const digits = (hex ?? '').replace(/^0x/, '');
  if (digits.length % 2 !== 0 || /[^0-9a-fA-F]/.test(digits)) throw new Error('not hexadecimal');
  return Uint8Array.from({ length: digits.length / 2 }, (_, at) => parseInt(digits.slice(2 * at, 2 * at + 2), 16));
}

export function u8aToHex(bytes: Uint8Array): Hex {
  let digits: Hex = '0x';
  for (const byte of bytes) digits += DIGITS[byte] ?? '';
  return digits;
}

export function u8aConcat(...parts: ArrayLike<number>[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export function u8aEq(some: Uint8Array, others: Uint8Array): boolean {
  return some.length === others.length && some.every((byte, at) => byte === others[at]);
}

/** A text as UTF-8. */
export function stringToU8a(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** The hash by which the chain names what it stores: blake2b, 256 bits. */
export function blake2(bytes: Uint8Array): Uint8Array {
  return blake2b(bytes, { dkLen: 32 });
}

export function blake2AsHex(bytes: Uint8Array): Hex {
  return u8aToHex(blake2(bytes));
}
