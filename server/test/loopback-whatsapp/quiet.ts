import type { DEFAULT_CONNECTION_CONFIG } from '@whiskeysockets/baileys';

const nothing = () => undefined;
export const quiet: (typeof DEFAULT_CONNECTION_CONFIG)['logger'] = {
  level: 'silent',
  child: () => quiet,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
};
