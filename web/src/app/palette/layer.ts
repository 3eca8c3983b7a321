import { createStore } from '../../platform/browser/store.ts';

type Person = { id: number; name: string; number: string; profilePicUrl: string };
export type Layer = { what: 'palette' } | { what: 'sheet' } | { what: 'newTicket'; contact?: Person };

/** What lies over every page: the command palette, the sheet of shortcuts, or the dialog for a new ticket. */
export const openLayer = createStore<Layer | undefined>(undefined);
