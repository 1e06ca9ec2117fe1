import { useCallback, useSyncExternalStore } from 'react';
import { Store } from '../lib/store';
import { lasting, tryToKeep } from '../lib/storage';
import { preferencesOf, type Preferences, type RecentTable } from './storedPreferences';

export type { Preferences, RecentTable };

const KEY = 'rpsls/preferences';

function load(): Preferences {
  try {
    return preferencesOf(JSON.parse(lasting.getItem(KEY) ?? '{}'));
  } catch (error) {
    // Without them the page works as on the first visit.
    console.warn("The preferences can't be read:", error);
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

export function usePreference<K extends keyof Preferences>(name: K): [Preferences[K], (value: Preferences[K]) => void] {
  const value = useSyncExternalStore(preferences.subscribe, () => preferences.get()[name]);
  const set = useCallback((next: Preferences[K]) => setPreference(name, next), [name]);
  return [value, set];
}

const MOST_TABLES = 6;

/** Puts a table to the front of those that were visited. */
export function rememberTable(table: RecentTable): void {
  const all = preference('tables') ?? [];
  const known = all.find(({ program }) => program === table.program);
  const others = all.filter((other) => other !== known);
  setPreference('tables', [{ ...known, ...table }, ...others].slice(0, MOST_TABLES));
}

/** What a house calls a table that was visited; nothing if none does. */
export function titleOf(program: string): string {
  return preference('tables')?.find((table) => table.program === program)?.title ?? '';
}

/** Keeps what a house calls a table that was visited. */
export function nameTable(program: string, title: string): void {
  const all = preference('tables') ?? [];
  if (title !== '' && all.some((table) => table.program === program && table.title !== title))
    setPreference(
      'tables',
      all.map((table) => (table.program === program ? { ...table, title } : table)),
    );
}

export function forgetTable(program: string): void {
  setPreference(
    'tables',
    (preference('tables') ?? []).filter((table) => table.program !== program),
  );
}

/** What an account is called here from now on; by nothing, its own name again. */
export function setNickname(account: string, nickname: string): void {
  const others = Object.entries(preference('nicknames') ?? {}).filter(([id]) => id !== account);
  const name = nickname.trim();
  setPreference('nicknames', Object.fromEntries(name === '' ? others : [...others, [account, name]]));
}

/** Forgets a node that was trusted here. */
export function distrustNode(url: string): void {
  setPreference(
    'nodes',
    (preference('nodes') ?? []).filter((node) => node !== url),
  );
  if (preference('node') === url) setPreference('node', undefined);
}
