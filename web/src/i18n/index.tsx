import { createContext, useContext, useEffect, useMemo, useSyncExternalStore, type ReactNode } from 'preact/compat';
import { languages } from '../lib/browser';
import { usePreference } from '../lib/preferences';
import { useSymbol } from '../lib/symbol';
import { formatsOf, type Formats } from './formats';
import { speak, spoken } from './load';
import type { Language, Messages } from './messages';
import { preferredLanguage } from './preferred';

export interface Texts {
  language: Language;
  m: Messages;
  f: Formats;
}

const TextsContext = createContext<Texts | null>(null);

/** Says what is inside in the language of the visitor: nothing before its texts are there. */
export function TextsProvider({ children }: { children: ReactNode }) {
  const [chosen] = usePreference('language');
  const money = useSymbol();
  const told = useSyncExternalStore(spoken.subscribe, spoken.get);
  const wanted = chosen ?? preferredLanguage(languages());
  const texts = useMemo<Texts | null>(() => {
    return told && { ...told, f: formatsOf(told.language, told.m, money) };
  }, [told, money]);
  useEffect(() => {
    speak(wanted).catch((error: unknown) => console.warn('The texts do not come:', error));
  }, [wanted]);
  const language = texts?.language;
  useEffect(() => {
    if (language) document.documentElement.lang = language;
  }, [language]);
  return texts && <TextsContext value={texts}>{children}</TextsContext>;
}

/** What is inside counts in money of another name. */
export function WithSymbol({ symbol, children }: { symbol: string; children: ReactNode }) {
  const { language, m } = useTexts();
  const texts = useMemo<Texts>(() => ({ language, m, f: formatsOf(language, m, symbol) }), [language, m, symbol]);
  return <TextsContext value={texts}>{children}</TextsContext>;
}

export function useTexts(): Texts {
  const value = useContext(TextsContext);
  if (!value) throw new Error('outside of the texts');
  return value;
}
