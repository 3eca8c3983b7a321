import { defineMessages } from '../../platform/language/messages.ts';

export const queuesMessages = defineMessages({
  pt: {
    queues: 'Filas',
    queuesCount: 'Filas · {n}',
    allQueues: 'Todas as filas',
    noQueues: 'Nenhuma fila ainda.',
  },
  en: {
    queues: 'Queues',
    queuesCount: 'Queues · {n}',
    allQueues: 'All queues',
    noQueues: 'No queue yet.',
  },
  es: {
    queues: 'Colas',
    queuesCount: 'Colas · {n}',
    allQueues: 'Todas las colas',
    noQueues: 'Aún no hay colas.',
  },
});
