import { Kept } from '../lib/kept';
import { lasting } from '../lib/storage';
import { Secrets, type Secret } from '../rpsls/secrets';

export const secrets = new Secrets(lasting);

/** The openings that are in the storage. */
export const kept = new Kept<Secret>(secrets);

/**
 * Keeps an opening, before anything is signed: a bet is lost without it.
 *
 * @throws ChainError if the browser does not keep it
 */
export function keep(secret: Secret): void {
  secrets.keep(secret);
  kept.refresh();
  if (!window.isSecureContext) return;
  // Whether the browser may clear it when it wants room is its own business:
  // there is a copy to save for who wants to be sure.
  void navigator.storage.persist().catch((error: unknown) => console.info('Openings may be cleared:', error));
}
