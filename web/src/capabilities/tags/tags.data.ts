import { type Tag, tagLive, tagsApi } from '@prosa/contracts/tags';
import type { Ticket } from '@prosa/contracts/tickets';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api/api.ts';
import { showError } from '../../platform/api/errors.ts';
import { useLive } from '../../platform/live/live.ts';
import { useShowTicket } from '../ticket-store/tickets.data.ts';

const tagsKey = ['tags', 'everyone'];

/** Every tag of the company, current while it is looked at. */
export function useTags(enabled = true) {
  const queryClient = useQueryClient();
  useLive(tagLive, () => void queryClient.invalidateQueries({ queryKey: tagsKey }));
  return useQuery({ queryKey: tagsKey, queryFn: () => call(tagsApi.everyone, { query: {} }), enabled });
}

export function useCreateTag() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => call(tagsApi.create, { body: { name } }),
    onSuccess: (tag) => queryClient.setQueryData<Tag[]>(tagsKey, (all) => all && [...all, tag]),
  });
}

/**
 * The ticket's tags become these: shown at once, taken back when the server refuses. One after the other: each says all of them, and the
 * last one said is to stand.
 */
export function useTagTicket() {
  const show = useShowTicket();
  return useMutation({
    scope: { id: 'tags-of-tickets' },
    mutationFn: ({ ticket, tags }: { ticket: Ticket; tags: Ticket['tags'] }) =>
      call(tagsApi.sync, { body: { ticketId: ticket.id, tags: tags.map(({ id }) => ({ id })) } }),
    onMutate: ({ ticket, tags }) => show({ ...ticket, tags }),
    onSuccess: show,
    onError: (error, { ticket }) => {
      show(ticket);
      showError(error);
    },
  });
}
