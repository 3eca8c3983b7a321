import { inScope } from '../../platform/database/scope.ts';
import type { OpenLivePart } from '../../platform/live/live.ts';
import { listenerOf } from '../../platform/live/live-feeds.ts';
import { answerJoins } from './joins.ts';
import { mayFollow, roomsOfTickets } from './ticket-presence.queries.ts';
import { TicketPresences } from './ticket-presence.ts';

/** The live channel's part for tickets: who looks at one and types, among those who may see it. */
export const ticketPresence: OpenLivePart = ({ platform, node, send }) => {
  const presences = new TicketPresences(platform, node, roomsOfTickets, send);
  return {
    connected: (socket) =>
      answerJoins(socket, presences, (ticketId) => inScope(platform, listenerOf(socket), (scope) => mayFollow(scope, ticketId))),
    disconnected: (socket) => presences.gone(socket),
    close: () => presences.close(),
  };
};
