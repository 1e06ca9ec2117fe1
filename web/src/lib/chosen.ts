import { Store } from './store';
import { lasting, tryToKeep } from './storage';
import { PREFERENCES, preferencesOf, type Preferences } from './storedPreferences';

function load(): Preferences {
  try {
    return preferencesOf(JSON.parse(lasting.getItem(PREFERENCES) ?? '{}'));
  } catch (error) {
    // Without preferences the page works as on the first visit.
    console.warn("The preferences can't be read:", error);
    return {};
  }
}

export const preferences = new Store<Preferences>(load());

window.addEventListener('storage', ({ key }) => {
  if (key === PREFERENCES) preferences.set(load());
});

export function setPreference<K extends keyof Preferences>(name: K, value: Preferences[K]): void {
  preferences.update((all) => ({ ...all, [name]: value }));
  tryToKeep(lasting, PREFERENCES, JSON.stringify(preferences.get()));
}

export function preference<K extends keyof Preferences>(name: K): Preferences[K] {
  return preferences.get()[name];
}
