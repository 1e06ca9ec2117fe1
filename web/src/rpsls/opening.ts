import { stringToU8a, u8aToHex } from '@polkadot/util';
import { blake2AsHex } from '@polkadot/util-crypto';
import type { Hex } from '../chain/hex';
import { digit, type Move } from './moves';

const PASSWORD_BYTES = 16;

/** The string that opens a commitment: the move's digit, then the password. */
export function openingOf(move: Move, password: string): string {
  return digit(move) + password;
}

/** The hash that commits to an opening: blake2b with 256-bit output over its UTF-8 bytes. */
export function commitmentOf(opening: string): Hex {
  return blake2AsHex(stringToU8a(opening), 256) as Hex;
}

/** 16 random bytes in hexadecimal. */
export function randomPassword(): string {
  return u8aToHex(crypto.getRandomValues(new Uint8Array(PASSWORD_BYTES)), -1, false);
}
