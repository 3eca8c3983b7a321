import { z } from 'zod';
import { endpoint, id, idOrNone, idText } from './kit.ts';
import { TicketCard } from './tickets.ts';

export const maxForwarded = 20;
export const maxTargets = 10;

/**
 * Messages of one conversation, to open tickets and to contacts. A contact who has no open ticket that the caller may answer gets one, in
 * the queue that is named. Sent again under the same `clientToken`, within two days, it answers as the first time and sends nothing.
 */
export const ForwardInput = z
  .object({
    clientToken: z.string().trim().min(1, 'required').max(200, 'tooLong'),
    messageIds: z.array(id('message')).min(1, 'required').max(maxForwarded, 'tooLong'),
    ticketIds: z.array(id('ticket')).max(maxTargets, 'tooLong').default([]),
    contactIds: z.array(id('contact')).max(maxTargets, 'tooLong').default([]),
    queueId: idOrNone('queue').optional(),
  })
  .refine(({ ticketIds, contactIds }) => ticketIds.length + contactIds.length > 0, { path: ['ticketIds'], error: 'required' })
  .refine(({ ticketIds, contactIds }) => ticketIds.length + contactIds.length <= maxTargets, { path: ['ticketIds'], error: 'tooLong' });
export type ForwardInput = z.output<typeof ForwardInput>;

/** What became of it at one place: where it was stored, or why nothing went there. */
export const ForwardOutcome = z.object({
  to: z.enum(['ticket', 'contact']),
  /** Of the ticket or contact that was named. */
  id: z.int(),
  ticket: TicketCard.nullable(),
  error: z.string().nullable(),
});
export type ForwardOutcome = z.output<typeof ForwardOutcome>;

export const forwardingApi = {
  forward: endpoint('POST', '/messages/:ticketId/forward', {
    params: z.object({ ticketId: idText('ticket') }),
    body: ForwardInput,
    reply: z.object({ outcomes: z.array(ForwardOutcome) }),
  }),
};
