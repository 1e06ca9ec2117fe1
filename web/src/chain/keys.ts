import { getPublicKey, HDKD, secretFromSeed, sign } from '@scure/sr25519';
import { hexToU8a, stringToU8a, u8aConcat, u8aToHex } from '../lib/bytes';
import type { ActorId, Hex } from '../lib/hex';

/** The seed of the accounts whose keys everybody knows. */
const DEV_SEED = '0xfac7959dbfe72f052e5a0c3c8d6530f202b02fd8f9f5ca3580ec8deb7797479e';
/** The kind of key, which precedes each signature. */
const SR25519 = 1;
/** The length of a path's part, in bytes. */
const CODE = 32;

/** A key, and the account that it signs for. */
export interface Key {
  id: ActorId;
  /** Signs, and puts the kind of key in front of the signature. */
  sign: (bytes: Uint8Array) => Uint8Array;
}

export function keyOfSeed(seed: Hex): Key {
  return keyOf(secretFromSeed(hexToU8a(seed)));
}

/** The key of an account that everybody has, such as `Alice`. */
export function devKey(name: string): Key {
  const path = new Uint8Array(CODE);
  // A short text begins with its length, times four.
  path.set(u8aConcat([name.length << 2], stringToU8a(name)));
  return keyOf(HDKD.secretHard(secretFromSeed(hexToU8a(DEV_SEED)), path));
}

function keyOf(secret: Uint8Array): Key {
  return { id: u8aToHex(getPublicKey(secret)), sign: (bytes) => u8aConcat([SR25519], sign(secret, bytes)) };
}
