import { localeOf, useLanguage } from '../../platform/language/messages.ts';

/** Novembro de 2026: with a capital, to stand alone. */
export function useMonthName(): (day: string) => string {
  const { language } = useLanguage();
  return (day) => capital(new Date(day).toLocaleDateString(localeOf(language), { month: 'long', year: 'numeric', timeZone: 'UTC' }));
}

/** Segunda-feira, 16 de novembro. */
export function useDayName(): (day: string) => string {
  const { language } = useLanguage();
  return (day) =>
    capital(new Date(day).toLocaleDateString(localeOf(language), { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' }));
}

/** Dom., seg., ter., ... of a week. */
export function useWeekdayNames(): (day: string, width: 'short' | 'long') => string {
  const { language } = useLanguage();
  return (day, width) => new Date(day).toLocaleDateString(localeOf(language), { weekday: width, timeZone: 'UTC' }).replace('.', '');
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
