import { z } from 'zod';
import { ticketStatuses } from './tickets.ts';

/** What a browser says over the live channel, beside hearing events. Rooms are the server's to compute. */
export const liveCalls = {
  joinTickets: z.enum(ticketStatuses),
  joinNotification: z.undefined(),
  joinChatBox: z.coerce.number().int().positive(),
  userStatus: z.unknown(),
  catchUp: z.object({ since: z.int().min(0) }),
};

/** The answer to `catchUp`: what was missed, or the advice to load afresh. */
export const CaughtUp = z.union([
  z.object({ events: z.array(z.object({ seq: z.int(), name: z.string(), data: z.unknown() })), head: z.int() }),
  z.object({ reload: z.literal(true), head: z.int() }),
]);
export type CaughtUp = z.output<typeof CaughtUp>;

/** `head`, every 30 seconds: lets a silent browser notice that it missed something. `ready`: rooms are joined. */
export const Head = z.object({ seq: z.int() });
export const livePing = { interval: 18_000, timeout: 18_000 };
