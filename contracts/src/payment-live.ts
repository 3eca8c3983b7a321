import { z } from 'zod';
import { liveChannel } from './kit.ts';

/** `company-{id}-payment`: an invoice was paid, and the company is good until its new due date. Who pays without a session hears it too. */
export const paymentLive = liveChannel(
  'payment',
  z.object({ action: z.literal('CONCLUIDA'), company: z.object({ id: z.int(), name: z.string(), dueDate: z.string().nullable() }) }),
);
