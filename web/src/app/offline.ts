import { aside } from '../lib/aside';
import { onLoaded, workers } from '../lib/browser';

/** How long the page waits before it is kept, ms, so that this does not slow down what is shown. */
const LATER = 4_000;

/** Makes the browser keep the page, so that it opens without a network. */
export function keepPage(): void {
  // Only a built page has files to keep, and only a secure page may.
  const found = workers();
  if (!import.meta.env.PROD || !('value' in found)) return;
  setTimeout(() => aside(keep(found.value), 'The page is not kept for later'), LATER);
}

async function keep(workers: ServiceWorkerContainer): Promise<void> {
  await workers.register('./offline.js');
  const { active } = await workers.ready;
  onLoaded((loaded) => active?.postMessage({ loaded }));
}
