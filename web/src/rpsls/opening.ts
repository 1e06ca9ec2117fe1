import { password as lengths } from '../generated/facts.json';
import type { ActorId, Hex } from '../lib/hex';
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

/** The hash that commits to an opening: 256-bit blake2b of its UTF-8 bytes. */
export function commitmentOf(opening: string): Hex {
  return blake2AsHex(stringToU8a(opening));
}

/** What an opening gives to a toss. */
export type Bit = 0 | 1;

/** The exclusive or of the lowest bits of an opening's bytes. */
export function bitOf(opening: string): Bit {
  return (stringToU8a(opening).reduce((all, byte) => all ^ byte, 0) & 1) as Bit;
}

/** A byte that begins no opening, because UTF-8 does not use it. */
const BOUND = Uint8Array.of(0xff);

/** The hash that commits one player at one table to an opening. Nobody else can open it. */
export function boundCommitmentOf(program: ActorId, player: ActorId, opening: string): Hex {
  return blake2AsHex(u8aConcat(BOUND, hexToU8a(program), hexToU8a(player), stringToU8a(opening)));
}

/** Random bytes in hexadecimal. */
export function randomPassword(): string {
  return u8aToHex(crypto.getRandomValues(new Uint8Array(lengths.own))).slice(2);
}
