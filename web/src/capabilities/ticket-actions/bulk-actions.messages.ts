import { defineMessages } from '../../platform/language/messages.ts';

/** What became of an action on many tickets. */
export const bulkActionsMessages = defineMessages({
  pt: {
    accepted: '{n} atendimentos aceitos',
    acceptedOne: '1 atendimento aceito',
    resolved: '{n} atendimentos resolvidos',
    resolvedOne: '1 atendimento resolvido',
    transferred: '{n} atendimentos transferidos',
    transferredOne: '1 atendimento transferido',
    refused: '{n} não mudaram: {why}',
  },
  en: {
    accepted: '{n} tickets accepted',
    acceptedOne: '1 ticket accepted',
    resolved: '{n} tickets resolved',
    resolvedOne: '1 ticket resolved',
    transferred: '{n} tickets transferred',
    transferredOne: '1 ticket transferred',
    refused: '{n} did not change: {why}',
  },
  es: {
    accepted: '{n} tickets aceptados',
    acceptedOne: '1 ticket aceptado',
    resolved: '{n} tickets resueltos',
    resolvedOne: '1 ticket resuelto',
    transferred: '{n} tickets transferidos',
    transferredOne: '1 ticket transferido',
    refused: '{n} no cambiaron: {why}',
  },
});
