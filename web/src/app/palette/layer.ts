import { createStore } from '../../platform/browser/store.ts';

type Person = { id: number; name: string; number: string; profilePicUrl: string };
export type Layer = { what: 'palette' } | { what: 'sheet' } | { what: 'install' } | { what: 'newTicket'; contact?: Person };

/** The overlay shown over every page: command palette, shortcut sheet, how to install the app, or new-ticket dialog. */
export const openLayer = createStore<Layer | undefined>(undefined);
