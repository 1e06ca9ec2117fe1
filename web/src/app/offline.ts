import { aside } from '../lib/aside';
import { workers } from '../lib/browser';

/** How long the page waits before it asks for its own files again, ms, so that they don't slow down what is shown. */
const LATER = 4_000;

/** Makes the browser store the page, so that it opens without a network. */
export function keepPage(): void {
  // Only a built page has files to store, and only a secure page may.
  const found = workers();
  if (!import.meta.env.PROD || !('value' in found)) return;
  setTimeout(() => {
    aside(found.value.register('./offline.js'), 'The page is not kept for later');
  }, LATER);
}
