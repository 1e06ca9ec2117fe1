/**
 * Replaces a storage that the browser denies to the page. It is empty, and throws when the page
 * wants to store something.
 */
class NoStorage implements Storage {
  readonly length = 0;

  clear(): void {
    // There is nothing to clear.
  }

  getItem(): null {
    return null;
  }

  key(): null {
    return null;
  }

  removeItem(): void {
    // There is nothing to remove.
  }

  setItem(): never {
    throw new DOMException('the browser lets this page keep nothing', 'SecurityError');
  }
}

function available(open: () => Storage): Storage {
  try {
    return open();
  } catch (error) {
    console.warn('The browser keeps nothing for this page:', error);
    return new NoStorage();
  }
}

/** Lasts until the browser's data is cleared. */
export const lasting = available(() => window.localStorage);

/** Lasts as long as the tab is open. */
export const ofTab = available(() => window.sessionStorage);

/** Stores something that is useful but not needed. */
export function tryToKeep(storage: Storage, key: string, value: string): void {
  try {
    storage.setItem(key, value);
  } catch (error) {
    console.warn(`${key} lasts until the page is closed:`, error);
  }
}
