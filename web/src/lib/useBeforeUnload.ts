import { useEffect } from 'preact/compat';
import { Store } from './store';

/** How many parts of the page would lose something if it were closed, or went to another network. */
export const staying = new Store(0);

/** Makes the browser ask before it closes the page. */
export function useBeforeUnload(isAsked: boolean): void {
  useEffect(() => {
    if (!isAsked) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    staying.update((count) => count + 1);
    return () => {
      window.removeEventListener('beforeunload', ask);
      staying.update((count) => count - 1);
    };
  }, [isAsked]);
}
