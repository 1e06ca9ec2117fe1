import { password as limits } from '../generated/facts.json';
import { stringToU8a } from '../lib/bytes';

/** The longest password, in bytes: it is paid for with gas when it is revealed. */
export const MAX_LENGTH = limits.most;

/** Whether a password is longer than a move's may be, counted as it is hashed: in bytes of UTF-8. */
export function isTooLong(password: string): boolean {
  return stringToU8a(password).length > MAX_LENGTH;
}

/**
 * Whether a password is short, of few characters or a number. Such a one is guessed: a move is
 * hashed once a guess, and a graphics card does some 10^10 of them a second.
 */
export function isWeak(password: string): boolean {
  const characters = Array.from(password);
  return characters.length < limits.shortest || new Set(characters).size < limits.variety || /^\p{N}*$/u.test(password);
}
