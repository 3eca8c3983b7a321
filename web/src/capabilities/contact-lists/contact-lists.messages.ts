import { defineMessages } from '../../platform/language/messages.ts';

export const contactListsMessages = defineMessages({
  pt: {
    title: 'Listas de contatos',
    noneBody: 'Uma lista reúne as pessoas que vão receber uma campanha.',
    add: 'Nova lista',
    edit: 'Editar lista',
    contacts: 'Contatos',
    open: 'Abrir',
    openNamed: 'Abrir {name}',
    removeBody: 'Os contatos da lista também são excluídos dela. Esta ação não pode ser desfeita.',
    example: 'Baixar planilha de exemplo',
  },
  en: {
    title: 'Contact lists',
    noneBody: 'A list holds the people who will get a campaign.',
    add: 'New list',
    edit: 'Edit list',
    contacts: 'Contacts',
    open: 'Open',
    openNamed: 'Open {name}',
    removeBody: 'The people on the list are removed from it too. This cannot be undone.',
    example: 'Download example sheet',
  },
  es: {
    title: 'Listas de contactos',
    noneBody: 'Una lista reúne a las personas que recibirán una campaña.',
    add: 'Nueva lista',
    edit: 'Editar lista',
    contacts: 'Contactos',
    open: 'Abrir',
    openNamed: 'Abrir {name}',
    removeBody: 'Las personas de la lista también se eliminan de ella. Esta acción no se puede deshacer.',
    example: 'Descargar planilla de ejemplo',
  },
});
