import { useMemo, useSyncExternalStore } from 'preact/compat';

interface Closable {
  close(): void;
}

/** Something that is open as long as somebody listens. */
class Lease<T extends Closable> {
  private value: T | null = null;
  private listeners = 0;

  constructor(private readonly open: () => T) {}

  readonly get = (): T | null => this.value;

  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.listeners === 0) this.value = this.open();
    this.listeners += 1;
    // There is a value now.
    listener();
    return () => {
      this.listeners -= 1;
      if (this.listeners > 0) return;
      this.value?.close();
      this.value = null;
    };
  };
}

/**
 * Opens something for a component, and closes it afterwards.
 *
 * @param open a new function opens a new one
 */
export function useResource<T extends Closable>(open: () => T): T | null {
  const lease = useMemo(() => new Lease(open), [open]);
  return useSyncExternalStore(lease.subscribe, lease.get);
}
