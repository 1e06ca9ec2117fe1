import { useSyncExternalStore } from 'react';
import { Store } from '../lib/store';

/** What the chain calls its money: test money must not look like the real one. */
export const symbol = new Store('VARA');

/** How the chain's people write addresses, by the registry of prefixes. */
export const ss58 = new Store(137);

export function useSymbol(): string {
  return useSyncExternalStore(symbol.subscribe, symbol.get);
}
