import { password as limits } from '../generated/facts.json';
import { stringToU8a } from '../lib/bytes';

/** The longest password, in bytes: the reveal pays gas for its length. */
export const MAX_LENGTH = limits.most;

/** Whether a password is longer than a move's may be. Counts UTF-8 bytes, which are what is hashed. */
export function isTooLong(password: string): boolean {
  return stringToU8a(password).length > MAX_LENGTH;
}

/**
 * Whether a password is easy to guess: it is short, has few different characters, or is a number. A
 * guess costs one hash, and a graphics card does some 10^10 of them a second.
 */
export function isWeak(password: string): boolean {
  const characters = Array.from(password);
  return characters.length < limits.shortest || new Set(characters).size < limits.variety || /^\p{N}*$/u.test(password);
}
