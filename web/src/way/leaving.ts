import { useEffect } from 'preact/compat';
import { Store } from '../lib/store';

/** How many moves are still to be shown at the connected node, chosen or not. */
export const unshown = new Store(0);

/** The node that the person has chosen although a move is still to be shown at another. */
export const chosenNode = new Store<string | null>(null);

/** Makes the page ask before it goes to another node. */
export function useUnshown(isUnshown: boolean): void {
  useEffect(() => {
    if (!isUnshown) return;
    chosenNode.set(null);
    unshown.update((count) => count + 1);
    return () => unshown.update((count) => count - 1);
  }, [isUnshown]);
}
