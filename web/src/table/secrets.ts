import { lasting } from '../lib/storage';
import { Store } from '../lib/store';
import { Secrets, type Secret } from '../rpsls/secrets';

export const secrets = new Secrets(lasting);

/** The openings that are in the storage. */
export const kept = new Store<Secret[]>(secrets.all());

/** Has what is shown of the openings be current. */
export function secretsChanged(): void {
  kept.set(secrets.all());
}

window.addEventListener('storage', ({ key }) => {
  // Another document has cleared all there was, and a bet hangs on what this one still knows.
  // Where the browser refuses, it stays known here.
  if (key === null) for (const secret of kept.get()) secrets.keep(secret);
  secretsChanged();
});

/**
 * Keeps an opening, before anything is signed: a bet is lost without it.
 *
 * @throws ChainError if the browser does not keep it
 */
export function keep(secret: Secret): void {
  secrets.keep(secret);
  secretsChanged();
  if (!window.isSecureContext) return;
  // Whether the browser may clear it when it wants room is its own business:
  // there is a copy to save for who wants to be sure.
  void navigator.storage.persist().catch((error: unknown) => console.info('Openings may be cleared:', error));
}
