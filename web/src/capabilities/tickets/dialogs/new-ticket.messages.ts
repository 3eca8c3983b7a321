import { defineMessages } from '../../../platform/language/messages.ts';

export const newTicketMessages = defineMessages({
  pt: {
    title: 'Novo atendimento',
    contactHint: 'Digite ao menos 3 letras do nome ou do número.',
    nobody: 'Nenhum contato encontrado',
    addContact: 'Adicionar contato "{x}"',
    chooseQueue: 'Selecione uma fila',
    queueNeeded: 'Selecione uma fila',
    noQueue: 'Sem fila',
    openOther: 'Abrir atendimento existente',
  },
  en: {
    title: 'New ticket',
    contactHint: 'Type at least 3 letters of the name or number.',
    nobody: 'No contact found',
    addContact: 'Add contact "{x}"',
    chooseQueue: 'Select a queue',
    queueNeeded: 'Select a queue',
    noQueue: 'No queue',
    openOther: 'Open the existing ticket',
  },
  es: {
    title: 'Nuevo ticket',
    contactHint: 'Escribe al menos 3 letras del nombre o del número.',
    nobody: 'Ningún contacto encontrado',
    addContact: 'Agregar contacto "{x}"',
    chooseQueue: 'Selecciona una cola',
    queueNeeded: 'Selecciona una cola',
    noQueue: 'Sin cola',
    openOther: 'Abrir el ticket existente',
  },
});
