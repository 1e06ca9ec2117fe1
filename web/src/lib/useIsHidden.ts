import { useSyncExternalStore } from 'preact/compat';

/** Whether another tab or window is in front. */
export function useIsHidden(): boolean {
  return useSyncExternalStore(onVisibility, () => document.hidden);
}

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
