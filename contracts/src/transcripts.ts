import { z } from 'zod';
import { endpoint, Instant, idText } from './kit.ts';
import { Message, mediaTypes, origins } from './messages.ts';

/** One message as a transcript tells it: files by their names, nothing of what was deleted. */
export const TranscriptLine = z.object({
  id: z.int(),
  at: Instant,
  fromMe: z.boolean(),
  origin: z.enum(origins),
  /** Who said it: a colleague, the contact, in a group the participant. Empty for what nobody said by hand. */
  name: z.string(),
  body: z.string(),
  mediaType: z.enum(mediaTypes).nullable(),
  fileName: z.string().nullable(),
  /** A place, contact cards, whether a call was with picture. */
  data: Message.shape.data,
  isDeleted: z.boolean(),
  isEdited: z.boolean(),
  /** It never reached the customer. */
  isFailed: z.boolean(),
});
export type TranscriptLine = z.output<typeof TranscriptLine>;

export const Transcript = z.object({
  company: z.string(),
  /** Of the company; times are told in it. */
  timeZone: z.string(),
  contact: z.object({ name: z.string(), number: z.string() }),
  ticketId: z.int(),
  protocol: z.string(),
  status: z.string(),
  queue: z.string().nullable(),
  connection: z.string(),
  user: z.string().nullable(),
  openedAt: Instant,
  closedAt: Instant.nullable(),
  /** Of all its messages. */
  count: z.int(),
  lines: z.array(TranscriptLine),
  /** Where the next page begins; null with the last one. */
  next: z.string().nullable(),
});
export type Transcript = z.output<typeof Transcript>;

export const transcriptsApi = {
  /** A ticket's own messages, oldest first, up to 500 at a time, fewer where they are long. */
  read: endpoint('GET', '/messages/:ticketId/transcript', {
    params: z.object({ ticketId: idText('ticket') }),
    query: z.object({ after: z.string().max(100).optional() }),
    reply: Transcript,
  }),
};
