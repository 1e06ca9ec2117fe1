import { lasting } from '../app/storage';
import { Secrets } from '../rpsls/secrets';
import { Store } from '../chain/store';

export const secrets = new Secrets(lasting);

/** Counts what changed, so that what is shown of the secrets is current. */
export const secretsVersion = new Store(0);

export function secretsChanged(): void {
  secretsVersion.update((version) => version + 1);
}

window.addEventListener('storage', () => secretsChanged());
