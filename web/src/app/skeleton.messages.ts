import { defineMessages } from '../platform/language/messages.ts';

/** Apart from the shell's texts, so that the login page does not carry those. */
export const skeletonMessages = defineMessages({
  pt: { loading: 'Carregando…', unreachable: 'Não foi possível conectar ao servidor. Tente novamente.' },
  en: { loading: 'Loading…', unreachable: 'Could not reach the server. Try again.' },
  es: { loading: 'Cargando…', unreachable: 'No se pudo conectar al servidor. Inténtalo de nuevo.' },
});
