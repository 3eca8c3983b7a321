import { z } from 'zod';
import { ticketStatuses } from './tickets.ts';

/** Calls that a browser makes over the live channel. Rooms are computed by the server. */
export const liveCalls = {
  joinTickets: z.enum(ticketStatuses),
  joinNotification: z.undefined(),
  joinChatBox: z.coerce.number().int().positive(),
  /** The chat was closed: colleagues no longer see this viewer. */
  leaveChatBox: z.coerce.number().int().positive(),
  /** Typing or recording in a ticket; it expires after some seconds. */
  typing: z.object({ ticketId: z.int().positive(), recording: z.boolean().default(false) }),
  userStatus: z.unknown(),
  catchUp: z.object({ since: z.int().min(0) }),
};

/** The answer to `catchUp`: the missed events, or the instruction to reload everything. */
export const CaughtUp = z.union([
  z.object({ events: z.array(z.object({ seq: z.int(), name: z.string(), data: z.unknown() })), head: z.int() }),
  z.object({ reload: z.literal(true), head: z.int() }),
]);
export type CaughtUp = z.output<typeof CaughtUp>;

/** `head`, every 30 seconds: lets an idle browser notice that it missed events. `ready`: rooms are joined. */
export const Head = z.object({ seq: z.int() });
/** `refused`: this socket exceeded a limit and is being closed. */
export const Refused = z.object({ error: z.literal('ERR_TOO_MANY_REQUESTS'), retryAfter: z.int() });
export const livePing = { interval: 18_000, timeout: 18_000 };

/**
 * `ticketPresence`, sent to everyone who has the same ticket open: the other viewers. It has no `seq`: after a reconnection it is sent
 * again.
 */
export const TicketPresence = z.object({
  ticketId: z.int(),
  viewers: z.array(z.object({ userId: z.int(), name: z.string(), typing: z.boolean(), recording: z.boolean() })),
});
export type TicketPresence = z.output<typeof TicketPresence>;
export const typingMilliseconds = 6_000;
