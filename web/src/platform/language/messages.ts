import { createContext, createElement, type ReactNode, useContext } from 'react';
import { createStore, useStore } from '../browser/store.ts';
import { onStoredElsewhere, stored } from '../browser/stored.ts';

export const languages = ['pt', 'en', 'es'] as const;
export type Language = (typeof languages)[number];
export type Messages<K extends string> = Record<Language, Record<K, string>>;
export type Values = Record<string, string | number>;

const languageKey = 'language';
const tags: Record<Language, string> = { pt: 'pt-BR', en: 'en', es: 'es' };
/** What browsers call it. */
export const localeOf = (language: Language): string => tags[language];
const asLanguage = (value: string | undefined): Language => languages.find((language) => language === value) ?? 'pt';

/** The built app holds the texts of one language, and its page says of which (web/one-language.ts). */
const builtFor = import.meta.env.PROD ? asLanguage(document.documentElement.lang.slice(0, 2)) : undefined;
const current = createStore<Language>(builtFor ?? asLanguage(stored.read(languageKey)));

function applyLanguage(language: Language): void {
  if (builtFor !== undefined && builtFor !== language) {
    openPageIn(language);
    return;
  }
  document.documentElement.lang = tags[language];
  current.set(language);
}
// Where nothing can be stored, the page itself is what was chosen.
applyLanguage(asLanguage(stored.read(languageKey) ?? current.get()));
// A built page would have to be opened anew, which nobody wants of a tab behind this one: it follows when it is opened again.
onStoredElsewhere(languageKey, (value) => builtFor ?? applyLanguage(asLanguage(value)));

function openPageIn(language: Language): void {
  const wanted = `${languageKey}=${language}`;
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store, and it is not needed for one word.
  document.cookie = `${wanted}; path=/; max-age=31536000; samesite=lax`;
  // Where cookies are refused the same page would come again, for ever.
  if (document.cookie.split('; ').includes(wanted)) location.reload();
}

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
