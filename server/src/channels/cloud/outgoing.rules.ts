import type { OutboundMessage } from '../port.ts';
import { isPrivacyId, userIdOf } from './frames.rules.ts';
import type { templatePayload } from './templates.ts';

const maxText = 4096;
const maxCaption = 1024;

export type SendableFile = { as: 'image' | 'video' | 'audio' | 'document'; id: string };
export type Prepared = {
  file?: SendableFile | undefined;
  template?: ReturnType<typeof templatePayload>;
  /** What Meta calls the quoted message. */
  quotedWamid?: string | undefined;
};

/** Numbers always with the plus sign: without it Meta may put the business's own country in front. */
const recipientOf = (chat: string) => (isPrivacyId(chat) ? { recipient: userIdOf(chat) } : { to: `+${chat}` });

const envelope = (chat: string) => ({ messaging_product: 'whatsapp', recipient_type: 'individual', ...recipientOf(chat) });

/** Whether a text is longer than Meta takes. */
export const isTooLong = ({ body, media, template }: OutboundMessage) => template === null && body.length > (media ? maxCaption : maxText);

export function payloadOf(message: OutboundMessage, prepared: Prepared): object {
  return {
    ...envelope(message.chat),
    ...contentOf(message, prepared),
    ...(prepared.quotedWamid !== undefined && { context: { message_id: prepared.quotedWamid } }),
    // Comes back with each status: so a message is known again whose answer was lost.
    biz_opaque_callback_data: message.id,
  };
}

function contentOf({ body, mediaType, media, voice, data }: OutboundMessage, { file, template }: Prepared): object {
  if (template) return { type: 'template', template };
  if (file && media) return { type: file.as, [file.as]: fileOf(file, body, media, voice) };
  if (mediaType === 'locationMessage') {
    const { latitude = 0, longitude = 0, name } = data ?? {};
    return { type: 'location', location: { latitude, longitude, ...(name !== undefined && { name }) } };
  }
  if (mediaType === 'vcard') return { type: 'contacts', contacts: (data?.contacts ?? []).map(cardOf) };
  return { type: 'text', text: { body, preview_url: /https?:\/\//.test(body) } };
}

function fileOf(
  { as, id }: SendableFile,
  body: string,
  { fileName, mimetype }: NonNullable<OutboundMessage['media']>,
  voice: boolean,
): object {
  if (as === 'audio') return { id, ...(voice && mimetype === 'audio/ogg' && { voice: true }) };
  return { id, ...(body !== '' && { caption: body }), ...(as === 'document' && { filename: fileName }) };
}

const cardOf = ({ name, number }: { name: string; number: string }) => ({
  name: { formatted_name: name || number, first_name: name || number },
  phones: [{ phone: `+${number}`, wa_id: number, type: 'CELL' }],
});

export const reactionPayload = (chat: string, wamid: string, emoji: string) => ({
  ...envelope(chat),
  type: 'reaction',
  reaction: { message_id: wamid, emoji },
});

/** Marks all that came before as read too. */
export const readPayload = (wamid: string) => ({ messaging_product: 'whatsapp', status: 'read', message_id: wamid });
export const typingPayload = (wamid: string) => ({ ...readPayload(wamid), typing_indicator: { type: 'text' } });
