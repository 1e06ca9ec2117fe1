import { useSyncExternalStore } from 'preact/compat';
import { Store } from './store';

/** The symbol of the chain's money: test money must not look like real money. */
export const symbol = new Store('VARA');

/** The prefix of the chain's addresses, from the registry of prefixes. */
export const ss58 = new Store(137);

export function useSymbol(): string {
  return useSyncExternalStore(symbol.subscribe, symbol.get);
}
