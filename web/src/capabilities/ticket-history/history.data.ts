import { messageLive } from '@prosa/contracts/messages';
import { ticketLive, ticketsApi } from '@prosa/contracts/tickets';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api/api.ts';
import { useLive } from '../../platform/live/live.ts';

/** A ticket's steps, oldest first, current while they are seen: a step follows from a move or from something that was said. */
export function useHistory(ticketId: number) {
  const queryClient = useQueryClient();
  const queryKey = ['ticket-history', ticketId];
  const refresh = () => void queryClient.invalidateQueries({ queryKey });
  useLive(ticketLive, (event) => {
    if (event.action === 'update' && event.ticketId === ticketId) refresh();
  });
  useLive(messageLive, (event) => {
    if (event.action === 'create' && event.message.ticketId === ticketId) refresh();
  });
  return useQuery({ queryKey, queryFn: () => call(ticketsApi.history, { params: { id: ticketId } }), staleTime: 0 });
}
