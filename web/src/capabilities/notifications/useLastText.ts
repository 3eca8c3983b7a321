import type { Ticket } from '@prosa/contracts/tickets';
import { useMessages } from '../../platform/language/messages.ts';
import { plainText } from '../chat/text/markup.ts';
import { lastMessageText } from '../ticket-store/last-message-text.ts';
import { lastWordsMessages } from '../ticket-store/last-words.messages.ts';

/** What was said last, in one line: the words, or what kind of thing it was. */
export function useLastText(): (ticket: Ticket) => string {
  const text = useMessages(lastWordsMessages);
  return (ticket) => {
    const { kind, words, isDeleted, isUnreadable } = lastMessageText(ticket);
    if (isDeleted) return text('deleted');
    if (isUnreadable) return text('unreadable');
    return plainText(words) || (kind ? text(kind) : '');
  };
}
