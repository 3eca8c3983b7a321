import { defineMessages } from '../../platform/language/messages.ts';

export const codeMessages = defineMessages({
  pt: { copyNamed: 'Copiar {name}' },
  en: { copyNamed: 'Copy {name}' },
  es: { copyNamed: 'Copiar {name}' },
});
