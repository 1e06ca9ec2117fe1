import { typed } from './typed';

/** Bytes as `0x` and their hexadecimal digits. */
export type Hex = `0x${string}`;

/** The 32 bytes of an account or a program. */
export type ActorId = Hex;

export const ZERO: ActorId = `0x${'0'.repeat(64)}`;

const ACTOR_ID = /^0x[0-9a-f]{64}$/;

/** Parses an id from a person or a link. Null if it is none. */
export function parseActorId(text: string): ActorId | null {
  const digits = typed(text).toLowerCase();
  const id = digits.startsWith('0x') ? digits : `0x${digits}`;
  return ACTOR_ID.test(id) ? (id as ActorId) : null;
}
