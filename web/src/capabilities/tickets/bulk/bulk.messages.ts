import { defineMessages } from '../../../platform/language/messages.ts';

export const bulkMessages = defineMessages({
  pt: {
    bar: 'Atendimentos selecionados',
    selected: '{n} selecionados',
    selectedOne: '1 selecionado',
    accept: 'Aceitar',
    transfer: 'Transferir',
    resolve: 'Resolver',
    tag: 'Tag',
    clear: 'Limpar seleção',
  },
  en: {
    bar: 'Selected tickets',
    selected: '{n} selected',
    selectedOne: '1 selected',
    accept: 'Accept',
    transfer: 'Transfer',
    resolve: 'Resolve',
    tag: 'Tag',
    clear: 'Clear selection',
  },
  es: {
    bar: 'Tickets seleccionados',
    selected: '{n} seleccionados',
    selectedOne: '1 seleccionado',
    accept: 'Aceptar',
    transfer: 'Transferir',
    resolve: 'Resolver',
    tag: 'Etiqueta',
    clear: 'Limpiar selección',
  },
});
