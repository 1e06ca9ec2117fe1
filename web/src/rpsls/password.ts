/**
 * Guesses that a password should stand, as a power of 10. A move is hashed once
 * a guess, and a graphics card does some 10^10 of them a second.
 */
const ENOUGH = 19;

/** What is longer takes the estimator minutes, and its beginning is as strong. */
const JUDGED = 100;

/** The longest password, in bytes: it is paid for with gas when it is revealed. */
export const MAX_LENGTH = 1_024;

/**
 * How many guesses a password falls to, as a power of 10, if that is too few.
 *
 * The estimator is large and only needed by those who write a password of their
 * own, so it is loaded for them alone.
 */
export async function weakness(password: string): Promise<number | null> {
  const { default: zxcvbn } = await import('zxcvbn');
  const guesses = zxcvbn(password.slice(0, JUDGED)).guesses_log10;
  return guesses < ENOUGH ? Math.round(guesses) : null;
}
