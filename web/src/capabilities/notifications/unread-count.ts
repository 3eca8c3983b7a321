import { createStore } from '../../platform/browser/store.ts';

/** How many tickets have something unread, for whoever shows it far from the list: the title of the tab. */
export const unreadCount = createStore(0);

/** The title of the tab with the count in front. */
export const countedTitle = (title: string, count: number): string => (count > 0 ? `(${count > 99 ? '99+' : count}) ${title}` : title);
