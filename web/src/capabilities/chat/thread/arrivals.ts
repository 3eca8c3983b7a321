import type { Message } from '@prosa/contracts/messages';
import { useReducer } from 'react';

/** Enough for all that may come in between two announcements. */
const most = 50;

/** What came in since a conversation was opened, each once, newest last; also several that come within one frame. */
export function useArrivals(): [readonly Message[], (message: Message) => void] {
  return useReducer(add, []);
}

function add(all: readonly Message[], message: Message): readonly Message[] {
  return all.some(({ id }) => id === message.id) ? all : [...all, message].slice(-most);
}
