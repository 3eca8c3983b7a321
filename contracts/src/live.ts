import { z } from 'zod';
import { ticketStatuses } from './tickets.ts';

/** What a browser says over the live channel, beside hearing events. Rooms are the server's to compute. */
export const liveCalls = {
  joinTickets: z.enum(ticketStatuses),
  joinNotification: z.undefined(),
  joinChatBox: z.coerce.number().int().positive(),
  /** The chat was left: colleagues no longer see its viewer there. */
  leaveChatBox: z.coerce.number().int().positive(),
  /** Typing or recording in a ticket; it fades by itself after some seconds. */
  typing: z.object({ ticketId: z.int().positive(), recording: z.boolean().default(false) }),
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
/** `refused`: too much was said or asked for over this socket, which is closed with it. */
export const Refused = z.object({ error: z.literal('ERR_TOO_MANY_REQUESTS'), retryAfter: z.int() });
export const livePing = { interval: 18_000, timeout: 18_000 };

/** `ticketPresence`, to who is looking at the same ticket: who else is there. It has no `seq`: after a break it is said anew. */
export const TicketPresence = z.object({
  ticketId: z.int(),
  viewers: z.array(z.object({ userId: z.int(), name: z.string(), typing: z.boolean(), recording: z.boolean() })),
});
export type TicketPresence = z.output<typeof TicketPresence>;
export const typingFades = 6_000;
