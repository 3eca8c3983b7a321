import type { Message } from '@prosa/contracts/messages';
import { createContext, useContext, useLayoutEffect, useMemo, useRef } from 'react';
import type { BubbleItem } from './thread.ts';

/** What the bubbles of a thread may ask for. A thread that is only looked at asks for nothing but jumps and pictures. */
export type ThreadDeeds = {
  contactName: string;
  isGroup: boolean;
  /** The first frame is over: time for what nobody looks at first. */
  isShown: boolean;
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
  isShown: true,
  jumpTo: () => undefined,
  view: () => undefined,
});

export const useThreadDeeds = () => useContext(ThreadDeedsContext);

/**
 * The same deeds for as long as bubbles look the same by them, so that the bubbles need not be shown anew with every stroke
 * of a key; what they call is always the latest.
 */
export function useSteadyDeeds(deeds: ThreadDeeds): ThreadDeeds {
  const latest = useRef(deeds);
  useLayoutEffect(() => {
    latest.current = deeds;
  });
  const { contactName, isGroup, isShown, closedOn } = deeds;
  const mayReply = deeds.reply !== undefined;
  const takesPart = deeds.remove !== undefined;
  const hasCards = deeds.startChat !== undefined;
  return useMemo(
    () => ({
      contactName,
      isGroup,
      isShown,
      closedOn,
      jumpTo: (id) => latest.current.jumpTo(id),
      view: (key) => latest.current.view(key),
      ...(mayReply && { reply: (message) => latest.current.reply?.(message) }),
      ...(takesPart && {
        remove: (message) => latest.current.remove?.(message),
        retryOf: (item) => latest.current.retryOf?.(item),
        discard: (key) => latest.current.discard?.(key),
      }),
      ...(hasCards && {
        startChat: (card) => latest.current.startChat?.(card),
        saveContact: (card) => latest.current.saveContact?.(card),
      }),
    }),
    [contactName, isGroup, isShown, closedOn, mayReply, takesPart, hasCards],
  );
}
