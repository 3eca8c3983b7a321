import { createStore } from '../../platform/browser/store.ts';

/** How many chats hold something unread, for whoever shows it far from them: the dot in the menu. */
export const unreadChats = createStore(0);
