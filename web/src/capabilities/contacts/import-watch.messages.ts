import { defineMessages } from '../../platform/language/messages.ts';

/** Apart from the texts of /contacts, for these are said on every page. */
export const importWatchMessages = defineMessages({
  pt: {
    importProgress: 'Importando contatos… {done} de {total}',
    importDone: '{total} contatos importados',
    importFailed: 'A importação não terminou: {reason}',
  },
  en: {
    importProgress: 'Importing contacts… {done} of {total}',
    importDone: '{total} contacts imported',
    importFailed: 'The import did not finish: {reason}',
  },
  es: {
    importProgress: 'Importando contactos… {done} de {total}',
    importDone: '{total} contactos importados',
    importFailed: 'La importación no terminó: {reason}',
  },
});
