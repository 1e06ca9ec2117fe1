/** The page's own files are asked for again by then, ms, and must not be in the way of what is looked at. */
const LATER = 4_000;

/** Has the browser keep the page, so that it opens without a network. */
export function keepPage(): void {
  // Only a built page has something to be kept, and only what comes safely may be.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  setTimeout(() => {
    navigator.serviceWorker
      .register('./offline.js')
      .catch((error: unknown) => console.info('The page is not kept for later:', error));
  }, LATER);
}
