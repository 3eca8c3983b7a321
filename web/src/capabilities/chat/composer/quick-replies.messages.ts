import { defineMessages } from '../../../platform/language/messages.ts';

export const quickRepliesMessages = defineMessages({
  pt: {
    suggestions: 'Respostas rápidas',
    noneFound: 'Nenhuma resposta rápida com "{x}"',
    create: 'Criar resposta rápida',
    fileFailed: 'Não foi possível anexar {name}.',
  },
  en: {
    suggestions: 'Quick replies',
    noneFound: 'No quick reply matches "{x}"',
    create: 'Create quick reply',
    fileFailed: 'Could not attach {name}.',
  },
  es: {
    suggestions: 'Respuestas rápidas',
    noneFound: 'Ninguna respuesta rápida con "{x}"',
    create: 'Crear respuesta rápida',
    fileFailed: 'No se pudo adjuntar {name}.',
  },
});
