import { randomBytes } from 'node:crypto';
import type { OutboundMessage } from './port.ts';

export const sent = { outcome: 'sent' };
export const newId = () => `3EB0${randomBytes(9).toString('hex').toUpperCase()}`;
export const text = (chat: string, body: string): OutboundMessage => ({
  id: newId(),
  chat,
  body,
  mediaType: null,
  media: null,
  voice: false,
  quotedId: null,
  data: null,
  template: null,
});
