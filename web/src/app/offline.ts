/** How long the page waits before it asks for its own files again, ms, so that they don't slow down what is shown. */
const LATER = 4_000;

/** Makes the browser store the page, so that it opens without a network. */
export function keepPage(): void {
  // Only a built page has files to store, and only a secure page may.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  setTimeout(() => {
    navigator.serviceWorker
      .register('./offline.js')
      .catch((error: unknown) => console.info('The page is not kept for later:', error));
  }, LATER);
}
