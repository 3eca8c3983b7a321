import type { Message } from '@prosa/contracts/messages';
import { createContext, useContext, useLayoutEffect, useMemo, useRef } from 'react';
import type { BubbleItem } from './thread.ts';

/** Actions available to the bubbles of a thread. A read-only thread only has jumps and pictures. */
export type ThreadActions = {
  contactName: string;
  isGroup: boolean;
  /** The first frame is over: time for what nobody looks at first. */
  isShown: boolean;
  /** When an earlier ticket was resolved, where that is known. */
  closedOn?: ((ticketId: number) => string | undefined) | undefined;
  /** Voice notes that were not played yet are marked. */
  marksUnplayed?: boolean;
  jumpTo: (messageId: number) => void;
  /** Opens a picture or video large. */
  view: (key: string) => void;
  reply?: (message: Message) => void;
  remove?: (message: Message) => void;
  /** Instead of removing: why this channel takes nothing back. */
  cannotRemove?: string | undefined;
  /** Sets the company's reaction; nothing where this person may not react to it. */
  reactTo?: (message: Message) => ((emoji: string) => void) | undefined;
  /** Instead of reacting: why this channel knows no reactions. */
  cannotReact?: string | undefined;
  /** Begins to edit an own message; nothing where it may not be edited any more. */
  editOf?: (message: Message) => (() => void) | undefined;
  /** Instead of editing: why this channel lets nobody edit. */
  cannotEdit?: string | undefined;
  /** Shows what a message said before. */
  showEdits?: (message: Message) => void;
  /** Sends again what was not sent; nothing when this person may not. */
  retryOf?: (item: BubbleItem) => (() => void) | undefined;
  discard?: (key: string) => void;
  /** Drops a stored one that was not sent; nothing where this person may not. */
  dropOf?: (message: Message) => (() => void) | undefined;
  /** Opens a conversation with a number that somebody sent as a card. */
  startChat?: (card: { name: string; number: string }) => void;
  saveContact?: (card: { name: string; number: string }) => void;
};

export const ThreadActionsContext = createContext<ThreadActions>({
  contactName: '',
  isGroup: false,
  isShown: true,
  jumpTo: () => undefined,
  view: () => undefined,
});

export const useThreadActions = () => useContext(ThreadActionsContext);

/**
 * The same actions for as long as bubbles look the same by them, so that the bubbles need not be shown anew with every stroke
 * of a key; what they call is always the latest.
 */
export function useSteadyActions(actions: ThreadActions): ThreadActions {
  const latest = useRef(actions);
  useLayoutEffect(() => {
    latest.current = actions;
  });
  const { contactName, isGroup, isShown, closedOn, cannotRemove, cannotReact, cannotEdit, marksUnplayed = false } = actions;
  const mayReply = actions.reply !== undefined;
  const takesPart = actions.retryOf !== undefined;
  const mayRemove = actions.remove !== undefined;
  const hasCards = actions.startChat !== undefined;
  const hasEdits = actions.showEdits !== undefined;
  return useMemo(
    () => ({
      contactName,
      isGroup,
      isShown,
      closedOn,
      marksUnplayed,
      jumpTo: (id) => latest.current.jumpTo(id),
      view: (key) => latest.current.view(key),
      ...(mayReply && { reply: (message) => latest.current.reply?.(message) }),
      cannotRemove,
      cannotReact,
      cannotEdit,
      ...(hasEdits && { showEdits: (message) => latest.current.showEdits?.(message) }),
      ...(mayRemove && { remove: (message) => latest.current.remove?.(message) }),
      ...(takesPart && {
        reactTo: (message) => latest.current.reactTo?.(message),
        editOf: (message) => latest.current.editOf?.(message),
        retryOf: (item) => latest.current.retryOf?.(item),
        discard: (key) => latest.current.discard?.(key),
        dropOf: (message) => latest.current.dropOf?.(message),
      }),
      ...(hasCards && {
        startChat: (card) => latest.current.startChat?.(card),
        saveContact: (card) => latest.current.saveContact?.(card),
      }),
    }),
    [
      contactName,
      isGroup,
      isShown,
      closedOn,
      marksUnplayed,
      cannotRemove,
      cannotReact,
      cannotEdit,
      mayReply,
      mayRemove,
      takesPart,
      hasCards,
      hasEdits,
    ],
  );
}
