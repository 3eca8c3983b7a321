import { maxForwarded } from '@prosa/contracts/forwarding';
import type { Message } from '@prosa/contracts/messages';
import { createContext, useContext } from 'react';

/** Calls are no messages; of what was deleted, could not be read or has no file yet there is nothing to pass on. */
export function isForwardable({ isDeleted, mediaType, mediaUrl, data, body }: Message): boolean {
  if (isDeleted || mediaType === 'call_log' || data?.unreadable || data?.file) return false;
  if (mediaType === null) return body.trim() !== '';
  return mediaUrl !== null || mediaType === 'locationMessage' || mediaType === 'vcard';
}

/** Messages that are being chosen to be forwarded; `ids` is there while that goes on. Absent where nothing can be forwarded. */
export type Selection = {
  ids: ReadonlySet<number> | undefined;
  begin: (message: Message) => void;
  toggle: (message: Message) => void;
  /** Everything from the one chosen last to this one. */
  extend: (message: Message) => void;
};
export const SelectionContext = createContext<Selection | undefined>(undefined);
export const useSelection = () => useContext(SelectionContext);

export type Chosen = ReadonlyMap<number, Message>;

export function toggled(chosen: Chosen, message: Message): Chosen {
  const next = new Map(chosen);
  if (!next.delete(message.id)) next.set(message.id, message);
  return next;
}

/** With all between two of these messages that can be forwarded, from the first one on and no more than allowed. */
export function extended(chosen: Chosen, messages: readonly Message[], from: number | undefined, to: Message): Chosen {
  const place = (id: number | undefined) => messages.findIndex((message) => message.id === id);
  const [a, b] = [place(from), place(to.id)];
  const range = a < 0 || b < 0 ? [to] : messages.slice(Math.min(a, b), Math.max(a, b) + 1);
  const near = a > b ? range.toReversed() : range;
  const next = new Map(chosen);
  for (const message of near) if (next.size < maxForwarded && isForwardable(message)) next.set(message.id, message);
  return next;
}
