import { useSyncExternalStore, type ComponentType, type ReactNode } from 'preact/compat';
import { part } from './part';
import { Store } from './store';

/** A component whose code is a file of its own. Until that is there, its fallback shows. */
export function late<P extends object>(load: () => Promise<ComponentType<P>>) {
  const found = new Store<{ Part: ComponentType<P> } | { error: unknown } | null>(null);
  let isAsked = false;
  // Who renders it asks: effects come later.
  const ask = (): void => {
    if (isAsked) return;
    isAsked = true;
    part(load).then(
      (Part) => found.set({ Part }),
      (error: unknown) => found.set({ error }),
    );
  };
  return function Late({ fallback, ...props }: P & { fallback: ReactNode }) {
    ask();
    const loaded = useSyncExternalStore(found.subscribe, found.get);
    if (!loaded) return fallback;
    if ('error' in loaded) throw loaded.error;
    return <loaded.Part {...(props as unknown as P)} />;
  };
}
