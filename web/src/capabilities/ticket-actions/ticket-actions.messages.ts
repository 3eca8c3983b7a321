import { defineMessages } from '../../platform/language/messages.ts';

/** What became of an action on a ticket. */
export const ticketActionsMessages = defineMessages({
  pt: {
    acceptedFirst: '{name} aceitou este atendimento primeiro.',
    acceptedByOther: 'Outra pessoa aceitou este atendimento primeiro.',
    resolved: 'Atendimento resolvido',
    returned: 'Atendimento devolvido',
    transferred: 'Atendimento transferido',
  },
  en: {
    acceptedFirst: '{name} accepted it first.',
    acceptedByOther: 'Somebody else accepted it first.',
    resolved: 'Ticket resolved',
    returned: 'Ticket returned',
    transferred: 'Ticket transferred',
  },
  es: {
    acceptedFirst: '{name} lo aceptó primero.',
    acceptedByOther: 'Otra persona lo aceptó primero.',
    resolved: 'Ticket resuelto',
    returned: 'Ticket devuelto',
    transferred: 'Ticket transferido',
  },
});
