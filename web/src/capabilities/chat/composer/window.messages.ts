import { defineMessages } from '../../../platform/language/messages.ts';

/** The time in which a customer may be written to freely, and what may be sent after it. */
export const windowMessages = defineMessages({
  pt: {
    window: 'Janela de atendimento:',
    windowHint: 'Até {hours} h depois da última mensagem do cliente você escreve livremente; depois, só com modelos aprovados.',
    closed: 'Janela fechada: só modelos aprovados',
    closedHint: 'O cliente não escreve há mais de {hours} h. Quando ele responder, o campo volta.',
    kept: 'Seu texto está guardado: {text}',
    choose: 'Escolher modelo',
    file: 'Arquivo',
    template: 'Modelo aprovado',
    sendTemplate: 'Enviar um modelo aprovado',
  },
  en: {
    window: 'Service window:',
    windowHint: 'Until {hours} h after the last message of the customer you write freely; after that, only with approved templates.',
    closed: 'Window closed: approved templates only',
    closedHint: 'The customer has not written for more than {hours} h. Once they answer, the field is back.',
    kept: 'Your text is kept: {text}',
    choose: 'Choose a template',
    file: 'File',
    template: 'Approved template',
    sendTemplate: 'Send an approved template',
  },
  es: {
    window: 'Ventana de atención:',
    windowHint: 'Hasta {hours} h después del último mensaje del cliente escribes libremente; después, solo con plantillas aprobadas.',
    closed: 'Ventana cerrada: solo plantillas aprobadas',
    closedHint: 'El cliente no escribe hace más de {hours} h. Cuando responda, el campo vuelve.',
    kept: 'Tu texto está guardado: {text}',
    choose: 'Elegir plantilla',
    file: 'Archivo',
    template: 'Plantilla aprobada',
    sendTemplate: 'Enviar una plantilla aprobada',
  },
});
