import { z } from 'zod';
import { liveChannel } from './kit.ts';

/**
 * `company-{id}-payment`: an invoice was paid, and the company is good until its new due date; or a payment went back (`ESTORNADA`),
 * and so did the due date. Payers without a session hear it too.
 */
export const paymentLive = liveChannel(
  'payment',
  z.object({
    action: z.enum(['CONCLUIDA', 'ESTORNADA']),
    company: z.object({ id: z.int(), name: z.string(), dueDate: z.string().nullable() }),
  }),
);
