import type { MessageData } from '@prosa/contracts/messages';
import type { proto } from '@whiskeysockets/baileys';
import { z } from 'zod';
import type { MessageFrame, RemoteFile } from '../port.ts';
import { carriedPreview } from './carried-preview.ts';

/** Where a file lies on WhatsApp, and how it is decrypted. Sealed before it leaves this folder. */
export type FileReference = {
  media: 'image' | 'video' | 'audio' | 'document';
  directPath: string;
  mediaKey: string;
  fileEncSha256: string;
  fileSha256: string;
  /** Whose message it is, to ask the phone for the file again. */
  chat: string;
  id: string;
  fromMe: boolean;
  participant: string;
};
export type FoundFile = Omit<RemoteFile, 'ref'> & Pick<FileReference, 'media' | 'directPath' | 'mediaKey' | 'fileEncSha256' | 'fileSha256'>;

/** What a message holds, in our words. */
export type Content = Pick<MessageFrame, 'body' | 'mediaType' | 'data' | 'quotedId'> & { file?: FoundFile };

const wrappers = [
  'ephemeralMessage',
  'viewOnceMessage',
  'viewOnceMessageV2',
  'viewOnceMessageV2Extension',
  'documentWithCaptionMessage',
  'editedMessage',
  'associatedChildMessage',
  'groupStatusMessage',
  'groupStatusMessageV2',
  'lottieStickerMessage',
] as const;
const deepest = 6;

/** Without what WhatsApp wraps around it. */
export function unwrap(message: proto.IMessage | null | undefined): proto.IMessage | undefined {
  let inner = message ?? undefined;
  for (let depth = 0; inner && depth < deepest; depth += 1) {
    const layer: proto.IMessage = inner;
    const wrapped = layer.deviceSentMessage?.message ?? wrappers.map((name) => layer[name]?.message).find(Boolean);
    if (!wrapped) return layer;
    inner = wrapped;
  }
  return inner;
}

type Long = { toNumber(): number };
export const toNumber = (value: number | Long | null | undefined): number =>
  typeof value === 'object' ? (value?.toNumber() ?? 0) : (value ?? 0);
const base64 = (bytes: Uint8Array | null | undefined) => Buffer.from(bytes ?? []).toString('base64');

type Described = {
  mimetype?: string | null;
  fileLength?: number | Long | null;
  directPath?: string | null;
  mediaKey?: Uint8Array | null;
  fileEncSha256?: Uint8Array | null;
  fileSha256?: Uint8Array | null;
};

function fileOf(kind: RemoteFile['kind'], media: FileReference['media'], described: Described, fileName = ''): FoundFile {
  const { mimetype, fileLength, directPath, mediaKey, fileEncSha256, fileSha256 } = described;
  return {
    kind,
    media,
    mimetype: mimetype?.split(';')[0]?.trim() || 'application/octet-stream',
    fileName,
    size: fileLength === null || fileLength === undefined ? null : toNumber(fileLength),
    directPath: directPath ?? '',
    mediaKey: base64(mediaKey),
    fileEncSha256: base64(fileEncSha256),
    fileSha256: base64(fileSha256),
  };
}

const positive = (value: number | null | undefined) => (value && value > 0 ? Math.round(value) : null);

/** What is in a message, or undefined for what is not shown as one. */
export function contentIn(message: proto.IMessage): Content | undefined {
  const found = fileIn(message) ?? toldIn(message) ?? textIn(message);
  if (!found) return undefined;
  const data = contextsIn(message).some(({ isForwarded }) => isForwarded) ? { ...found.data, forwarded: true as const } : found.data;
  return { ...found, data, quotedId: quotedIn(message) };
}

type Found = Omit<Content, 'quotedId'>;

function fileIn(message: proto.IMessage): Found | undefined {
  const { imageMessage, audioMessage, documentMessage, stickerMessage } = message;
  const videoMessage = message.videoMessage ?? message.ptvMessage;
  const shown = (data: MessageData) => data;
  if (imageMessage) {
    const { caption, width, height } = imageMessage;
    const data = shown({ width: positive(width), height: positive(height) });
    return { body: caption ?? '', mediaType: 'image', data, file: fileOf('image', 'image', imageMessage) };
  }
  if (videoMessage) {
    const { caption, width, height, seconds } = videoMessage;
    const data = shown({ width: positive(width), height: positive(height), seconds: seconds ?? null });
    return { body: caption ?? '', mediaType: 'video', data, file: fileOf('video', 'video', videoMessage) };
  }
  if (audioMessage) {
    const data = shown({ voice: audioMessage.ptt ?? false, seconds: audioMessage.seconds ?? null });
    return { body: '', mediaType: 'audio', data, file: fileOf('audio', 'audio', audioMessage) };
  }
  if (documentMessage) {
    const { caption, fileName, title } = documentMessage;
    const called = fileName || title || '';
    return {
      body: caption || called,
      mediaType: 'application',
      data: null,
      file: fileOf('application', 'document', documentMessage, called),
    };
  }
  if (stickerMessage) {
    const file = fileOf('image', 'image', { mimetype: 'image/webp', ...stickerMessage });
    return { body: '', mediaType: 'image', data: null, file };
  }
  return undefined;
}

/** Places and contact cards. */
function toldIn({ locationMessage, liveLocationMessage, contactMessage, contactsArrayMessage }: proto.IMessage): Found | undefined {
  const place = locationMessage ?? liveLocationMessage;
  if (place) {
    const name = locationMessage?.name || locationMessage?.address || liveLocationMessage?.caption || undefined;
    const data = { latitude: place.degreesLatitude ?? 0, longitude: place.degreesLongitude ?? 0, ...(name && { name }) };
    return { body: '', mediaType: 'locationMessage', data };
  }
  const cards = contactMessage ? [contactMessage] : contactsArrayMessage?.contacts?.slice(0, mostCards);
  return cards ? { body: '', mediaType: 'vcard', data: { contacts: cards.map(cardOf) } } : undefined;
}

const mostCards = 50;
/** Name and number stand before what makes a card long. */
const mostOfCard = 4_096;

function cardOf({ displayName, vcard }: proto.Message.IContactMessage): { name: string; number: string } {
  const written = (vcard ?? '').slice(0, mostOfCard);
  const number = /waid=(\d+)/i.exec(written)?.[1] ?? /^TEL[^:\r\n\u2028\u2029]*:(.+)$/im.exec(written)?.[1]?.replace(/\D/g, '') ?? '';
  return { name: displayName || /^FN:(.+)$/im.exec(written)?.[1]?.trim() || '', number };
}

/** Texts, answers to buttons and lists, and in words what only the app itself can show. */
function textIn(message: proto.IMessage): Found | undefined {
  const said = (body: string | null | undefined, data: MessageData | null = null): Found | undefined =>
    body ? { body, mediaType: null, data } : undefined;
  const { listResponseMessage, buttonsResponseMessage, templateButtonReplyMessage, interactiveResponseMessage } = message;
  const poll = message.pollCreationMessage ?? message.pollCreationMessageV2 ?? message.pollCreationMessageV3;
  return (
    said(message.conversation ?? message.extendedTextMessage?.text, carriedPreview(message.extendedTextMessage)) ??
    said(buttonsResponseMessage?.selectedDisplayText ?? buttonsResponseMessage?.selectedButtonId) ??
    said(templateButtonReplyMessage?.selectedDisplayText ?? templateButtonReplyMessage?.selectedId) ??
    said(listResponseMessage?.title ?? listResponseMessage?.singleSelectReply?.selectedRowId) ??
    said(interactiveResponseMessage?.body?.text ?? interactiveResponseMessage?.nativeFlowResponseMessage?.paramsJson) ??
    said(poll && ['📊', poll.name, ...(poll.options ?? []).map(({ optionName }) => `\n• ${optionName ?? ''}`)].join(' ')) ??
    said(message.eventMessage && `📅 ${message.eventMessage.name ?? ''}`) ??
    said(message.groupInviteMessage && `👥 ${message.groupInviteMessage.groupName ?? ''}`) ??
    said(message.productMessage && `🛍️ ${message.productMessage.product?.title ?? ''}`) ??
    said(message.orderMessage && `🛒 ${message.orderMessage.orderTitle ?? message.orderMessage.message ?? ''}`) ??
    said(textOfTemplate(message))
  );
}

const textOfTemplate = ({ templateMessage, buttonsMessage, listMessage, interactiveMessage }: proto.IMessage) =>
  templateMessage?.hydratedTemplate?.hydratedContentText ??
  templateMessage?.hydratedFourRowTemplate?.hydratedContentText ??
  buttonsMessage?.contentText ??
  listMessage?.description ??
  interactiveMessage?.body?.text;

const Context = z.object({ stanzaId: z.string().nullish(), isForwarded: z.boolean().nullish() });

/** What is said beside the parts of a message: what it answers, and whether it was forwarded. */
function contextsIn(message: proto.IMessage): Array<z.output<typeof Context>> {
  return Object.values(message).flatMap((part) => {
    const context: unknown = typeof part === 'object' && part !== null && 'contextInfo' in part ? part.contextInfo : undefined;
    return Context.safeParse(context).data ?? [];
  });
}

const quotedIn = (message: proto.IMessage): string | null =>
  contextsIn(message)
    .map(({ stanzaId }) => stanzaId)
    .find(Boolean) ?? null;
