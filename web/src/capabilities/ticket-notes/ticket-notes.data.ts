import { type TicketNote, ticketNoteLive, ticketNotesApi } from '@prosa/contracts/ticket-notes';
import type { Ticket } from '@prosa/contracts/tickets';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api/api.ts';
import { useLive } from '../../platform/live/live.ts';

const notesKey = (contactId: number) => ['ticket-notes', contactId];

/** Everything noted about the ticket's contact, newest first, kept current while it is seen. */
export function useNotes({ id: ticketId, contactId }: Ticket) {
  const queryClient = useQueryClient();
  useLive(ticketNoteLive, (event) => {
    if (event.action === 'delete') drop(queryClient, contactId, event.noteId);
    else if (event.note.contactId === contactId) add(queryClient, contactId, event.note);
  });
  return useQuery({ queryKey: notesKey(contactId), queryFn: () => call(ticketNotesApi.list, { query: { ticketId, contactId } }) });
}

export function useAddNote({ id: ticketId, contactId }: Ticket) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (note: string) => call(ticketNotesApi.create, { body: { note, ticketId, contactId } }),
    onSuccess: (note) => add(queryClient, contactId, note),
    meta: { quiet: true },
  });
}

export function useRemoveNote({ contactId }: Ticket) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(ticketNotesApi.remove, { params: { id } }),
    onSuccess: (_, id) => drop(queryClient, contactId, id),
  });
}

function add(queryClient: QueryClient, contactId: number, note: TicketNote): void {
  queryClient.setQueryData<TicketNote[]>(notesKey(contactId), (all) => all && [note, ...all.filter(({ id }) => id !== note.id)]);
}

function drop(queryClient: QueryClient, contactId: number, noteId: number): void {
  queryClient.setQueryData<TicketNote[]>(notesKey(contactId), (all) => all?.filter(({ id }) => id !== noteId));
}
