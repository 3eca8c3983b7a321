import type { Message } from '@prosa/contracts/messages';
import { createContext, useContext } from 'react';
import type { BubbleItem } from './thread.ts';

/** What the bubbles of a thread may ask for. A thread that is only looked at asks for nothing but jumps and pictures. */
export type ThreadDeeds = {
  contactName: string;
  isGroup: boolean;
  /** When an earlier ticket was resolved, where that is known. */
  closedOn?: ((ticketId: number) => string | undefined) | undefined;
  jumpTo: (messageId: number) => void;
  /** Opens a picture or video large. */
  view: (key: string) => void;
  reply?: (message: Message) => void;
  remove?: (message: Message) => void;
  /** Sends again what was not sent; nothing when this person may not. */
  retryOf?: (item: BubbleItem) => (() => void) | undefined;
  discard?: (key: string) => void;
  /** Opens a conversation with a number that somebody sent as a card. */
  startChat?: (card: { name: string; number: string }) => void;
  saveContact?: (card: { name: string; number: string }) => void;
};

export const ThreadDeedsContext = createContext<ThreadDeeds>({
  contactName: '',
  isGroup: false,
  jumpTo: () => undefined,
  view: () => undefined,
});

export const useThreadDeeds = () => useContext(ThreadDeedsContext);
