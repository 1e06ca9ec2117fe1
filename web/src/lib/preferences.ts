import { useCallback, useSyncExternalStore } from 'preact/compat';
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

/** Puts a table in front of the visited ones. */
export function rememberTable(table: RecentTable): void {
  const all = preference('tables') ?? [];
  const known = all.find(({ program }) => program === table.program);
  const others = all.filter((other) => other !== known);
  setPreference('tables', [{ ...known, ...table }, ...others].slice(0, MOST_TABLES));
}

/** The title that a club gives a visited table. Empty if none does. */
export function titleOf(program: string): string {
  return preference('tables')?.find((table) => table.program === program)?.title ?? '';
}

/** Stores the title that a club gives a visited table. */
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

/** Gives an account a nickname. An empty one restores its own name. */
export function setNickname(account: string, nickname: string): void {
  const others = Object.entries(preference('nicknames') ?? {}).filter(([id]) => id !== account);
  const name = nickname.trim();
  setPreference('nicknames', Object.fromEntries(name === '' ? others : [...others, [account, name]]));
}

/** Removes a node from the trusted ones. */
export function distrustNode(url: string): void {
  setPreference(
    'nodes',
    (preference('nodes') ?? []).filter((node) => node !== url),
  );
  if (preference('node') === url) setPreference('node', undefined);
}
