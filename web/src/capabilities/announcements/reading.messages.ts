import { defineMessages } from '../../platform/language/messages.ts';

/** What everybody reads them with. Apart from the page where they are written, for the top bar is on every page. */
export const readingMessages = defineMessages({
  pt: {
    title: 'Informativos',
    priority1: 'Alta',
    priority2: 'Média',
    priority3: 'Baixa',
    imageFailed: 'Não foi possível mostrar a imagem',
    none: 'Nenhum informativo',
    unreadOne: '1 não lido',
    unread: '{n} não lidos',
    isUnread: 'não lido',
    readAll: 'Marcar todos como lidos',
    published: 'Publicado em {date}',
  },
  en: {
    title: 'Announcements',
    priority1: 'High',
    priority2: 'Medium',
    priority3: 'Low',
    imageFailed: 'Could not show the image',
    none: 'No announcements',
    unreadOne: '1 unread',
    unread: '{n} unread',
    isUnread: 'unread',
    readAll: 'Mark all as read',
    published: 'Published on {date}',
  },
  es: {
    title: 'Anuncios',
    priority1: 'Alta',
    priority2: 'Media',
    priority3: 'Baja',
    imageFailed: 'No se pudo mostrar la imagen',
    none: 'Sin anuncios',
    unreadOne: '1 no leído',
    unread: '{n} no leídos',
    isUnread: 'no leído',
    readAll: 'Marcar todos como leídos',
    published: 'Publicado el {date}',
  },
});
