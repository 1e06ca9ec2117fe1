import { password as lengths } from '../generated/facts.json';
import type { ActorId, Hex } from '../chain/hex';
import { blake2AsHex, hexToU8a, stringToU8a, u8aConcat, u8aToHex } from '../lib/bytes';
import { digit, type Move } from './moves';

/** The string that opens a commitment: the move's digit, then the password. */
export function openingOf(move: Move, password: string): string {
  return digit(move) + password;
}

/** What follows the move's digit. */
export function passwordOf(opening: string): string {
  return opening.slice(1);
}

/** The hash that commits to an opening: blake2b with 256-bit output over its UTF-8 bytes. */
export function commitmentOf(opening: string): Hex {
  return blake2AsHex(stringToU8a(opening));
}

/** What no opening begins with: it is no byte of UTF-8. */
const BOUND = Uint8Array.of(0xff);

/** The hash that commits one player of one table to an opening, and that nobody else can open. */
export function boundCommitmentOf(program: ActorId, player: ActorId, opening: string): Hex {
  return blake2AsHex(u8aConcat(BOUND, hexToU8a(program), hexToU8a(player), stringToU8a(opening)));
}

/** Random bytes in hexadecimal. */
export function randomPassword(): string {
  return u8aToHex(crypto.getRandomValues(new Uint8Array(lengths.own))).slice(2);
}
