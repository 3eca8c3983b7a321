import { z } from 'zod';
import { Done, endpoint, Instant, idText } from './kit.ts';

/** A problem that an operator of the platform must look at. It never contains message text. */
export const Alarm = z.object({
  id: z.int(),
  /**
   * `inbox`: an incoming frame failed repeatedly and was quarantined. `payment`: a payment that did not count, and why. `webhook`: one
   * that was switched off after days on which nothing arrived. `setting`: somebody changed where companies' payments go.
   */
  what: z.enum(['inbox', 'payment', 'webhook', 'setting']),
  company: z.object({ id: z.int(), name: z.string() }),
  whatsappId: z.int().nullable(),
  /** What the alarm is about: a payment by its provider's names, a webhook by its number, a setting by its key and who changed it. */
  subject: z.string().nullable(),
  attempts: z.int(),
  /** The SQLSTATE of the database, or the name of the error. */
  code: z.string(),
  raisedAt: Instant,
  /** When the last retry was requested; null if none was. */
  retriedAt: Instant.nullable(),
});
export type Alarm = z.output<typeof Alarm>;

export const alarmsApi = {
  list: endpoint('GET', '/alarms', {
    query: z.object({ pageNumber: z.coerce.number().int().min(1).max(1_000_000).default(1) }),
    reply: z.object({ alarms: z.array(Alarm), count: z.int(), hasMore: z.boolean() }),
  }),
  /**
   * Retries the frame; the alarm disappears when processing succeeds. Others have been looked into, and go. One about a setting is
   * dismissed by a super user other than who changed it, while there is another.
   */
  retry: endpoint('POST', '/alarms/:id/retry', { params: z.object({ id: idText('alarm') }), reply: Done }),
};
