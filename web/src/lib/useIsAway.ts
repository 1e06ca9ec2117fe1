import { useSyncExternalStore } from 'preact/compat';

const EVENTS = ['blur', 'focus', 'visibilitychange'];

/** Whether the person looks at something else: another tab, or another window, for example a wallet's. */
export function useIsAway(): boolean {
  return useSyncExternalStore(onChange, () => document.hidden || !document.hasFocus());
}

function onChange(listener: () => void): () => void {
  // Those of the document come by the window, too.
  for (const event of EVENTS) window.addEventListener(event, listener);
  return () => EVENTS.forEach((event) => window.removeEventListener(event, listener));
}
