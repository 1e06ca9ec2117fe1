import { stringToU8a } from '@polkadot/util';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { password as limits } from '../../../docs/clients.json';

/**
 * Guesses that a password should stand, as a power of 10. A move is hashed once
 * a guess, and a graphics card does some 10^10 of them a second.
 */
const ENOUGH = 19;

/** What is longer takes the estimator minutes, and its beginning is as strong. */
const JUDGED = 100;

/** The longest password, in bytes: it is paid for with gas when it is revealed. */
export const MAX_LENGTH = limits.most;

/** Whether a password is longer than a move's may be, counted as it is hashed: in bytes of UTF-8. */
export function isTooLong(password: string): boolean {
  return stringToU8a(password).length > MAX_LENGTH;
}

/**
 * How many guesses a password falls to, as a power of 10, if that is too few.
 *
 * The estimator is large and only needed by those who write a password of their
 * own, so it is loaded for them alone.
 */
export async function weakness(password: string): Promise<number | null> {
  const estimator = await (loaded ??= load());
  const guesses = estimator.check(password.slice(0, JUDGED)).guessesLog10;
  return guesses < ENOUGH ? Math.round(guesses) : null;
}

let loaded: Promise<ZxcvbnFactory> | undefined;

async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]);
  return new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    translations: english.translations,
  });
}
