import { readReason } from '@prosa/contracts/reasons';
import { fillIn, type Language, useLanguage } from '../../platform/language/messages.ts';
import { reasonMessages } from './reasons.messages.ts';

/** The words for a stored reason; one that nobody knows is shown as it is. */
export function reasonWords(language: Language, why: string): string {
  const known = readReason(why);
  return known ? fillIn(reasonMessages[language][known.reason], known.values) : why;
}

export function useReasonWords(): (why: string) => string {
  const { language } = useLanguage();
  return (why) => reasonWords(language, why);
}

/** As the beginning of a sentence. */
export const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
