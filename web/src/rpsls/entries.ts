import { ChainError } from '../chain/failure';

/**
 * Keeps a value in the browser's storage, and makes sure that it is there.
 *
 * @throws ChainError if the browser does not keep it
 */
export function keepEntry(storage: Storage, key: string, value: unknown): void {
  const text = JSON.stringify(value);
  try {
    storage.setItem(key, text);
  } catch (error) {
    throw new ChainError({ kind: 'storage', text: error instanceof Error ? error.message : '' });
  }
  if (storage.getItem(key) !== text) throw new ChainError({ kind: 'storage', text: '' });
}

/** The keys below a prefix, in their order. */
export function keysBelow(storage: Storage, prefix: string): string[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  return keys.filter((key) => key.startsWith(prefix)).sort();
}
