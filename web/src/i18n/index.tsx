import { createContext, useContext, useEffect, useMemo, type ReactNode } from 'react';
import { usePreference } from '../settings/preferences';
import { useSymbol } from '../settings/symbol';
import { en } from './en';
import { formatsOf, type Formats } from './formats';
import type { Language, Messages } from './messages';
import { zh } from './zh';

export const LANGUAGES: Record<Language, Messages> = { en, 'zh-CN': zh };

export interface Texts {
  language: Language;
  m: Messages;
  f: Formats;
}

const TextsContext = createContext<Texts>({ language: 'en', m: en, f: formatsOf('en', en) });

/** The language that the browser asks for, as far as the page speaks it. */
export function preferredLanguage(languages: readonly string[]): Language {
  const first = languages.find((tag) => /^(en|zh)\b/i.test(tag));
  return first?.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en';
}

export function TextsProvider({ children }: { children: ReactNode }) {
  const [chosen] = usePreference('language');
  const money = useSymbol();
  const language = chosen ?? preferredLanguage(navigator.languages);
  const texts = useMemo<Texts>(() => {
    const m = LANGUAGES[language];
    return { language, m, f: formatsOf(language, m, money) };
  }, [language, money]);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return <TextsContext value={texts}>{children}</TextsContext>;
}

/** What is inside counts in money of another name. */
export function WithSymbol({ symbol, children }: { symbol: string; children: ReactNode }) {
  const { language, m } = useTexts();
  const texts = useMemo<Texts>(() => ({ language, m, f: formatsOf(language, m, symbol) }), [language, m, symbol]);
  return <TextsContext value={texts}>{children}</TextsContext>;
}

export function useTexts(): Texts {
  return useContext(TextsContext);
}
