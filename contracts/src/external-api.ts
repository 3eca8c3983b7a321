import { z } from 'zod';
import { normalizeLineBreaks, phoneDigits, phoneText } from './fields.ts';
import { endpoint, idText } from './kit.ts';
import { Message } from './messages.ts';

/** Country code, area code and number. Signs that people write between them are dropped. */
const number = phoneText(
  z
    .string({ error: 'required' })
    .trim()
    .min(1, { error: 'required', abort: true })
    .max(50, 'tooLong')
    .transform(phoneDigits)
    .pipe(z.string().regex(/^\d+$/, { error: 'invalidNumber', abort: true }).min(8, 'tooShort').max(20, 'tooLong')),
);

/** With files the body is the caption of the first and may be empty; without, an empty body is refused. */
export const ProgramMessage = z.object({
  number,
  body: z.string().max(65_536, 'tooLong').transform(normalizeLineBreaks).default(''),
});

/** Calls of a company's own programs, which show the token of one of its connections: what they send leaves by that connection. */
export const externalApi = {
  /** `id` is the first of `ids`, which are one for the text or one for each file. */
  send: endpoint('POST', '/api/messages/send', {
    body: ProgramMessage,
    files: { field: 'medias', max: 10 },
    reply: z.object({ id: z.int(), message: z.string(), ids: z.array(z.int()) }),
  }),
  /** How far a message came that was sent by this connection's token. */
  show: endpoint('GET', '/api/messages/:id', {
    params: z.object({ id: idText('message') }),
    reply: Message.pick({ id: true, ack: true, failure: true }),
  }),
};
