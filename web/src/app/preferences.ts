import { useCallback, useSyncExternalStore } from 'react';
import type { Language } from '../i18n/messages';
import { Store } from '../chain/store';
import { lasting, tryToKeep } from './storage';

/** What a person chose, in this browser. */
export interface Preferences {
  language?: Language;
  theme?: 'light' | 'dark';
  /** The node that was chosen last. */
  node?: string;
  /** Accounts whose moves are not revealed by the page: who forgets to loses the bet. */
  revealSelf?: string[];
  sound?: boolean;
  tables?: RecentTable[];
  /** Nodes that were chosen here. */
  nodes?: string[];
  /** Programs that are used though their code is another. */
  programs?: string[];
}

export interface RecentTable {
  node: string;
  program: string;
}

const KEY = 'rpsls/preferences';

function load(): Preferences {
  try {
    return JSON.parse(lasting.getItem(KEY) ?? '{}') as Preferences;
  } catch (error) {
    // Without them the page works as on the first visit.
    console.warn('The preferences can\'t be read:', error);
    return {};
  }
}

const preferences = new Store<Preferences>(load());

window.addEventListener('storage', ({ key }) => {
  if (key === KEY) preferences.set(load());
});

export function setPreference<K extends keyof Preferences>(name: K, value: Preferences[K]): void {
  preferences.update((all) => ({ ...all, [name]: value }));
  tryToKeep(lasting, KEY, JSON.stringify(preferences.get()));
}

export function preference<K extends keyof Preferences>(name: K): Preferences[K] {
  return preferences.get()[name];
}

export function usePreference<K extends keyof Preferences>(
  name: K,
): [Preferences[K], (value: Preferences[K]) => void] {
  const value = useSyncExternalStore(preferences.subscribe, () => preferences.get()[name]);
  const set = useCallback((next: Preferences[K]) => setPreference(name, next), [name]);
  return [value, set];
}

const MOST_TABLES = 6;

/** Puts a table to the front of those that were visited. */
export function rememberTable(table: RecentTable): void {
  const others = (preference('tables') ?? []).filter(({ program }) => program !== table.program);
  setPreference('tables', [table, ...others].slice(0, MOST_TABLES));
}

export function forgetTable(program: string): void {
  setPreference('tables', (preference('tables') ?? []).filter((table) => table.program !== program));
}
