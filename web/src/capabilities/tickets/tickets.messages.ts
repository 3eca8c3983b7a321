import { defineMessages } from '../../platform/messages.ts';

export const ticketsMessages = defineMessages({
  pt: {
    title: 'Atendimentos', ticket: 'Ticket', tickets: 'Atendimentos', views: 'Lista ou conversa',
    open: 'Abertos', closed: 'Resolvidos', assigned: 'Atendendo', pending: 'Aguardando', lists: 'Listas de atendimentos', openLists: 'Atendimentos abertos',
    all: 'Todos', queues: 'Filas', queuesCount: 'Filas · {n}', allQueues: 'Todas as filas', noQueues: 'Nenhuma fila ainda.',
    accept: 'Aceitar', acceptNamed: 'Aceitar o atendimento de {name}', acceptedFirst: '{name} aceitou este atendimento primeiro.', acceptedByOther: 'Outra pessoa aceitou este atendimento primeiro.',
    unread: '{n} mensagens não lidas', unreadOne: '1 mensagem não lida', group: 'Grupo', chatbot: 'Chatbot',
    noneAssigned: 'Nenhum atendimento em andamento', takeNext: 'Pegue o próximo na fila de espera.', seePending: 'Ver aguardando',
    nonePending: 'Tudo em dia!', noCustomer: 'Nenhum cliente aguardando.', noneClosed: 'Nenhum atendimento resolvido nestas filas.', noneClosedHint: 'Os atendimentos resolvidos aparecem aqui.',
    select: 'Selecione um atendimento', choose: 'Selecionar atendimento', hintMove: 'andar pela lista', hintAccept: 'aceitar o selecionado', hintTabs: 'abertos ou resolvidos',
    newAbove: '{n} novas no topo', newAboveOne: '1 nova no topo', loadingMore: 'Carregando mais…',
  },
  en: {
    title: 'Tickets', ticket: 'Ticket', tickets: 'Tickets', views: 'List or conversation',
    open: 'Open', closed: 'Closed', assigned: 'Assigned', pending: 'Pending', lists: 'Ticket lists', openLists: 'Open tickets',
    all: 'All', queues: 'Queues', queuesCount: 'Queues · {n}', allQueues: 'All queues', noQueues: 'No queue yet.',
    accept: 'Accept', acceptNamed: 'Accept the ticket of {name}', acceptedFirst: '{name} accepted it first.', acceptedByOther: 'Somebody else accepted it first.',
    unread: '{n} unread messages', unreadOne: '1 unread message', group: 'Group', chatbot: 'Chatbot',
    noneAssigned: 'No ticket in progress', takeNext: 'Take the next one waiting.', seePending: 'See pending',
    nonePending: 'All caught up!', noCustomer: 'No customer waiting.', noneClosed: 'No closed tickets in these queues.', noneClosedHint: 'Closed tickets show up here.',
    select: 'Select a ticket', choose: 'Select a ticket', hintMove: 'move through the list', hintAccept: 'accept the selected one', hintTabs: 'open or closed',
    newAbove: '{n} new at the top', newAboveOne: '1 new at the top', loadingMore: 'Loading more…',
  },
  es: {
    title: 'Tickets', ticket: 'Ticket', tickets: 'Tickets', views: 'Lista o conversación',
    open: 'Abiertos', closed: 'Cerrados', assigned: 'Asignados', pending: 'Pendientes', lists: 'Listas de tickets', openLists: 'Tickets abiertos',
    all: 'Todos', queues: 'Colas', queuesCount: 'Colas · {n}', allQueues: 'Todas las colas', noQueues: 'Aún no hay colas.',
    accept: 'Aceptar', acceptNamed: 'Aceptar el ticket de {name}', acceptedFirst: '{name} lo aceptó primero.', acceptedByOther: 'Otra persona lo aceptó primero.',
    unread: '{n} mensajes sin leer', unreadOne: '1 mensaje sin leer', group: 'Grupo', chatbot: 'Chatbot',
    noneAssigned: 'Ningún ticket en curso', takeNext: 'Toma el siguiente en espera.', seePending: 'Ver pendientes',
    nonePending: '¡Todo al día!', noCustomer: 'Ningún cliente en espera.', noneClosed: 'Ningún ticket cerrado en estas colas.', noneClosedHint: 'Los tickets cerrados aparecen aquí.',
    select: 'Selecciona un ticket', choose: 'Seleccionar ticket', hintMove: 'moverse por la lista', hintAccept: 'aceptar el seleccionado', hintTabs: 'abiertos o cerrados',
    newAbove: '{n} nuevos arriba', newAboveOne: '1 nuevo arriba', loadingMore: 'Cargando más…',
  },
});
