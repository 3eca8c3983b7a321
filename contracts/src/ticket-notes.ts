import { z } from 'zod';
import { Done, endpoint, Instant, id, idText, ignoredCompany, liveChannel } from './kit.ts';

export const TicketNote = z.object({
  id: z.int(),
  note: z.string(),
  ticketId: z.int(),
  contactId: z.int(),
  userId: z.int().nullable(),
  user: z.object({ id: z.int(), name: z.string() }).nullable(),
  createdAt: Instant,
});
export type TicketNote = z.output<typeof TicketNote>;

export const TicketNoteInput = z.object({
  note: z.string({ error: 'required' }).trim().min(1, 'required').min(2, 'tooShort').max(10_000, 'tooLong'),
  ticketId: id('ticket'),
  contactId: id('contact').optional(),
  ...ignoredCompany,
});

export const ticketNotesApi = {
  /** All notes about the contact, in tickets the caller may see, newest first. */
  list: endpoint('GET', '/ticket-notes/list', {
    query: z.object({ ticketId: idText('ticket'), contactId: idText('contact').optional(), ...ignoredCompany }),
    reply: z.array(TicketNote),
  }),
  create: endpoint('POST', '/ticket-notes', { body: TicketNoteInput, reply: TicketNote }),
  remove: endpoint('DELETE', '/ticket-notes/:id', { params: z.object({ id: idText('note') }), reply: Done }),
};

export const ticketNoteLive = liveChannel(
  'ticketNote',
  z.discriminatedUnion('action', [
    z.object({ action: z.literal('create'), note: TicketNote }),
    z.object({ action: z.literal('delete'), noteId: z.int(), ticketId: z.int() }),
  ]),
);
