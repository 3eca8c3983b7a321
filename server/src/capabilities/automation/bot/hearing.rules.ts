import type { Message } from '@prosa/contracts/messages';
import type { Ticket } from '@prosa/contracts/tickets';
import type { BotEvent } from './bot.types.ts';

export type Heard = { ticket: Ticket; event: BotEvent };

/**
 * Of messages that were just stored, what the bot has to hear: customers in tickets that nobody serves, and whoever wrote on the company's
 * phone. Ratings, calls, stickers and what could not be read are no answers.
 */
export function heardByBot(stored: Array<{ message: Message; ticket: Ticket }>, ratings: Set<string>, at: Date): Heard[] {
  return stored.flatMap(({ message, ticket }): Heard[] => {
    if (ticket.isGroup || message.mediaType === 'call_log' || message.data?.unreadable) return [];
    // Who accepted it has switched the bot off.
    if (message.fromMe) return ticket.status === 'open' ? [] : [{ ticket, event: { kind: 'phone', at } }];
    if (ticket.status !== 'pending' || ticket.userId !== null || isSticker(message) || ratings.has(message.channelId)) return [];
    const body = message.mediaType === null ? message.body : '';
    return [{ ticket, event: { kind: 'customer', body, at, sentAt: new Date(message.createdAt) } }];
  });
}

/** A picture of this kind without a word: other apps send photos as JPEG. */
const isSticker = ({ mediaType, body, data }: Message) => mediaType === 'image' && body === '' && data?.mimetype === 'image/webp';
