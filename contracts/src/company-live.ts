import { z } from 'zod';
import { liveChannel } from './kit.ts';

/** `company-{id}-company`: the platform changed what the company is called, when it is due or whether it may work. */
export const companyLive = liveChannel(
  'company',
  z.object({
    action: z.literal('update'),
    company: z.object({ id: z.int(), name: z.string(), dueDate: z.string().nullable(), status: z.boolean() }),
  }),
);
