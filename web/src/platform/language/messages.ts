import { createContext, createElement, type ReactNode, useContext } from 'react';
import { createStore, useStore } from '../browser/store.ts';
import { onStoredElsewhere, stored } from '../browser/stored.ts';

export const languages = ['pt', 'en', 'es'] as const;
export type Language = (typeof languages)[number];
export type Messages<K extends string> = Record<Language, Record<K, string>>;
export type Values = Record<string, string | number>;

const languageKey = 'language';
const tags: Record<Language, string> = { pt: 'pt-BR', en: 'en', es: 'es' };
const asLanguage = (value: string | undefined): Language => languages.find((language) => language === value) ?? 'pt';

const current = createStore<Language>(asLanguage(stored.read(languageKey)));

function applyLanguage(language: Language): void {
  document.documentElement.lang = tags[language];
  current.set(language);
}
applyLanguage(current.get());
onStoredElsewhere(languageKey, (value) => applyLanguage(asLanguage(value)));

export const currentLanguage = (): Language => current.get();

export function chooseLanguage(language: Language): void {
  stored.write(languageKey, language);
  applyLanguage(language);
}

const LanguageContext = createContext<Language | undefined>(undefined);

/** Listens for the whole app: nearly every component has texts, and a listener of its own for each is felt in long lists. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  return createElement(LanguageContext, { value: useStore(current) }, children);
}

export function useLanguage() {
  return { language: useContext(LanguageContext) ?? current.get(), chooseLanguage };
}

/** The texts of one capability. A text missing in any language does not compile. */
export function defineMessages<K extends string>(messages: Messages<K>): Messages<K> {
  return messages;
}

/** One text outside a component; inside one, use `useMessages` so that it follows the language. */
export function textIn<K extends string>(language: Language, messages: Messages<K>, key: K, values?: Values): string {
  return fillIn(messages[language][key], values);
}

/** A text with its `{names}` replaced by values. */
export function fillIn(text: string, values?: Values): string {
  return values ? text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole)) : text;
}

export function useMessages<K extends string>(messages: Messages<K>) {
  const { language } = useLanguage();
  return (key: K, values?: Values): string => textIn(language, messages, key, values);
}
