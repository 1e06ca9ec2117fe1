import { useCallback, useSyncExternalStore } from 'react';
import { preference, preferences, setPreference } from './chosen';
import type { Preferences, RecentTable } from './storedPreferences';

export { preference, setPreference };
export type { Preferences, RecentTable };

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
