import { defineMessages } from '../../platform/language/messages.ts';

/** What a conversation shows of the history before somebody opens it. */
export const historyTitleMessages = defineMessages({
  pt: { title: 'Por que este atendimento está aqui?', why: 'Motivo: {why}' },
  en: { title: 'Why is this ticket here?', why: 'Reason: {why}' },
  es: { title: '¿Por qué está aquí este ticket?', why: 'Motivo: {why}' },
});
