import { z } from 'zod';
import { Done, endpoint, Instant, idText } from './kit.ts';

/** Something that needs a person of the platform. Never a word of what was said in the company. */
export const Alarm = z.object({
  id: z.int(),
  /** `inbox`: something that arrived could not be taken in again and again, and was set aside. */
  what: z.enum(['inbox']),
  company: z.object({ id: z.int(), name: z.string() }),
  whatsappId: z.int(),
  attempts: z.int(),
  /** Of the database (SQLSTATE), or the kind of error. */
  code: z.string(),
  raisedAt: Instant,
  /** Since when it is being tried again, if it is. */
  retriedAt: Instant.nullable(),
});
export type Alarm = z.output<typeof Alarm>;

export const alarmsApi = {
  list: endpoint('GET', '/alarms', {
    query: z.object({ pageNumber: z.coerce.number().int().min(1).max(1_000_000).default(1) }),
    reply: z.object({ alarms: z.array(Alarm), count: z.int(), hasMore: z.boolean() }),
  }),
  /** Tries it again. It leaves the list when it was taken in. */
  retry: endpoint('POST', '/alarms/:id/retry', { params: z.object({ id: idText('alarm') }), reply: Done }),
};
