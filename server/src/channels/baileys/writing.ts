import type { MessageData } from '@prosa/contracts/messages';
import type { proto } from '@whiskeysockets/baileys';
import type { OutboundMessage } from '../port.ts';
import { isGroup, jidOf } from './addresses.ts';
import type { MediaWord, SealedFile } from './media.ts';

/** A file that lies on WhatsApp. */
export type Uploaded = SealedFile & { directPath: string; url: string };

/** A message that is answered. */
export type Quoted = { id: string; body: string; fromMe: boolean; participant: string };

export const mediaWord = (kind: NonNullable<OutboundMessage['media']>['kind']): MediaWord => (kind === 'application' ? 'document' : kind);

/** Which messages are voice notes on WhatsApp: the only format that it plays as one. */
const voiceType = 'audio/ogg; codecs=opus';
const isVoice = ({ voice, media }: OutboundMessage) => voice && media !== null && /^audio\/(ogg|opus)/.test(media.mimetype);

/** What WhatsApp is told, for one of our messages. Nothing in it makes the library fetch anything. */
export function contentOf(message: OutboundMessage, file: Uploaded | undefined, quoted: Quoted | undefined, me: string): proto.IMessage {
  const { data } = message;
  const forwarded = data?.forwarded && { isForwarded: true, forwardingScore: 1 };
  const contextInfo = quoted || forwarded ? { ...(quoted && quotation(message.chat, quoted, me)), ...forwarded } : undefined;
  if (message.media && file) return fileContent(message, file, contextInfo);
  const mark = forwarded && { contextInfo: forwarded };
  if (message.mediaType === 'locationMessage' && data?.latitude !== undefined)
    return { locationMessage: { degreesLatitude: data.latitude, degreesLongitude: data.longitude ?? 0, name: data.name ?? null, ...mark } };
  if (message.mediaType === 'vcard' && data?.contacts) return cards(data.contacts, mark);
  return { extendedTextMessage: { text: message.body, ...(contextInfo && { contextInfo }) } };
}

function fileContent(message: OutboundMessage, file: Uploaded, contextInfo: proto.IContextInfo | undefined): proto.IMessage {
  const { mediaKey, fileSha256, fileEncSha256, fileLength, directPath, url } = file;
  const { media, body, data } = message;
  const mimetype = media?.mimetype ?? 'application/octet-stream';
  const where = { mediaKey, fileSha256, fileEncSha256, fileLength, directPath, url, mimetype, ...(contextInfo && { contextInfo }) };
  const size = { ...(data?.width && { width: data.width }), ...(data?.height && { height: data.height }) };
  const seconds = data?.seconds ? { seconds: Math.round(data.seconds) } : {};
  const caption = body === '' ? {} : { caption: body };
  if (media?.kind === 'image') return { imageMessage: { ...where, ...size, ...caption } };
  if (media?.kind === 'video') return { videoMessage: { ...where, ...size, ...seconds, ...caption } };
  if (media?.kind === 'audio') {
    const ptt = isVoice(message);
    return { audioMessage: { ...where, ...seconds, ptt, mimetype: ptt ? voiceType : mimetype, ...(ptt && waveformOf(data)) } };
  }
  const fileName = media?.fileName || 'arquivo';
  return { documentMessage: { ...where, fileName, title: fileName, ...(body !== fileName && caption) } };
}

const waveformOf = (data: MessageData | null) => (data?.waveform?.length ? { waveform: Uint8Array.from(data.waveform) } : {});

function cards(contacts: NonNullable<MessageData['contacts']>, mark: { contextInfo: proto.IContextInfo } | undefined): proto.IMessage {
  const written = contacts.map(({ name, number }) => ({ displayName: name, vcard: vcardOf(name, number) }));
  const [only] = written;
  return written.length === 1 && only
    ? { contactMessage: { ...only, ...mark } }
    : { contactsArrayMessage: { displayName: `${written.length}`, contacts: written, ...mark } };
}

function vcardOf(name: string, number: string): string {
  const plain = name.replace(/[\r\n]+/g, ' ').replace(/([\\;,])/g, '\\$1');
  const digits = number.replace(/\D/g, '');
  return ['BEGIN:VCARD', 'VERSION:3.0', `FN:${plain}`, `TEL;type=CELL;type=VOICE;waid=${digits}:+${digits}`, 'END:VCARD'].join('\n');
}

function quotation(chat: string, { id, body, fromMe, participant }: Quoted, me: string): proto.IContextInfo {
  const author = fromMe ? me : isGroup(chat) && participant ? jidOf(participant) : jidOf(chat);
  return { stanzaId: id, participant: author, quotedMessage: { conversation: body } };
}
