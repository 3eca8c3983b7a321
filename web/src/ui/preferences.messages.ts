import { defineMessages } from '../platform/messages.ts';

export const preferenceMessages = defineMessages({
  pt: {
    language: 'Idioma',
    pt: 'Português',
    en: 'English',
    es: 'Español',
    theme: 'Tema',
    light: 'Claro',
    dark: 'Escuro',
    toLight: 'Tema claro',
    toDark: 'Tema escuro',
  },
  en: {
    language: 'Language',
    pt: 'Português',
    en: 'English',
    es: 'Español',
    theme: 'Theme',
    light: 'Light',
    dark: 'Dark',
    toLight: 'Light theme',
    toDark: 'Dark theme',
  },
  es: {
    language: 'Idioma',
    pt: 'Português',
    en: 'English',
    es: 'Español',
    theme: 'Tema',
    light: 'Claro',
    dark: 'Oscuro',
    toLight: 'Tema claro',
    toDark: 'Tema oscuro',
  },
});
