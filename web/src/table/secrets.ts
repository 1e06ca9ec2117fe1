import { Kept } from '../lib/kept';
import { aside } from '../lib/aside';
import { askToKeep, lasting } from '../lib/storage';
import { RELEASE } from '../way/place';
import { mark } from './marks';
import { Secrets, type Secret } from '../rpsls/secrets';

export const secrets = new Secrets(lasting);

/** The openings in the storage. */
export const kept = new Kept<Secret>(secrets);

/**
 * Stores an opening before anything is signed: without it a bet is lost.
 *
 * @throws ChainError if the browser does not store it
 */
export function keep(secret: Secret): void {
  secrets.keep(secret);
  kept.refresh();
  mark(secret, { release: RELEASE }, kept.get());
  // The browser decides whether it may clear the openings when it needs room. The page says what it decided.
  aside(askToKeep(), 'Openings may be cleared');
}
