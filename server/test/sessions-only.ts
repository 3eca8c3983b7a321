import type { Provider } from '../src/channels/port.ts';

/** The rest of a channel of which only its sessions matter. */
export const sessionsOnly: Omit<Provider, 'open'> = {
  features: new Set(),
  windowHours: async () => null,
  templates: async () => [],
  phoneBook: async () => [],
  isReachable: async () => 'unknown',
  forget: async () => undefined,
};
