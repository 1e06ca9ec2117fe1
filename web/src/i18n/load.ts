import type { Language, Messages } from './messages';
import { Store } from '../lib/store';

/** What each language calls itself. */
export const LANGUAGES: Record<Language, string> = { en: 'English', 'zh-CN': '简体中文' };

/** Each is a file of its own: the browser reads one. */
const LOADERS: Record<Language, () => Promise<Messages>> = {
  en: async () => (await import('./en')).en,
  'zh-CN': async () => (await import('./zh')).zh,
};

/** What the page says at the moment, once that is there. */
export const spoken = new Store<{ language: Language; m: Messages } | null>(null);

let wanted: Language | undefined;

/** Switches the page to a language, as soon as its texts are there. */
export async function speak(language: Language): Promise<void> {
  wanted = language;
  const m = await LOADERS[language]();
  // A person who changes their mind meanwhile gets the last choice.
  if (wanted === language) spoken.set({ language, m });
}
