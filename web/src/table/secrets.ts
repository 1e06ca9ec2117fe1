import { Kept } from '../lib/kept';
import { lasting } from '../lib/storage';
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
  if (!window.isSecureContext) return;
  // The browser decides whether it may clear the openings when it needs room. People who want to be sure can save a
  // copy.
  void navigator.storage.persist().catch((error: unknown) => console.info('Openings may be cleared:', error));
}
