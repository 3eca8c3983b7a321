import type { MessageFrame } from '../../../channels/port.ts';
import type { TicketState } from '../../tickets/tickets.rules.ts';
import type { BotEvent } from './bot.types.ts';

type Placed = { frame: MessageFrame; body: string; ticketId: number; sentAt: string };
type Arrived = { ticketId: number; before: TicketState | undefined; rated?: { channelId: string } };

/** `chat`: the address that was written from. */
export type Heard = { ticketId: number; chat: string | null; event: BotEvent };

/**
 * Of messages that are about to be stored, what the bot has to hear: customers in tickets that nobody serves, and whoever wrote on the
 * company's phone. Ratings, calls, stickers and what could not be read are no answers.
 */
export function heardByBot(placed: Placed[], arrived: Iterable<Arrived>, at: Date): Heard[] {
  const tickets = [...arrived];
  // Who accepted it has switched the bot off.
  const served = new Set(tickets.filter(({ before }) => before?.status === 'open').map(({ ticketId }) => ticketId));
  const ratings = new Set(tickets.flatMap(({ rated }) => rated?.channelId ?? []));
  return placed.flatMap(({ frame, body, ticketId, sentAt }): Heard[] => {
    if (served.has(ticketId) || frame.isGroup || frame.mediaType === 'call_log' || frame.data?.unreadable) return [];
    const { chat } = frame;
    if (frame.fromMe) return [{ ticketId, chat, event: { kind: 'phone', at } }];
    if (isSticker(frame, body) || ratings.has(frame.id)) return [];
    const said = frame.mediaType === null ? body : '';
    return [{ ticketId, chat, event: { kind: 'customer', body: said, at, sentAt: new Date(sentAt) } }];
  });
}

/** A picture of this kind without a word: other apps send photos as JPEG. */
const isSticker = ({ mediaType, data }: MessageFrame, body: string) =>
  mediaType === 'image' && body === '' && data?.mimetype === 'image/webp';
