import type { BinaryNode, proto, WAMessage } from '@whiskeysockets/baileys';
import { endOfSecond, type Frame, type IdentityFrame, type MessageFrame, type ReceiptFrame } from '../port.ts';
import { isConversation, isGroup, isSameUser, numberIn, privacyIdIn } from './addresses.ts';
import { type Content, contentIn, type FileReference, toNumber, unwrap } from './content.ts';

/** What came on a message, apart from what it says. */
export type Envelope = {
  id: string;
  /** The conversation, and its other address where it came along. */
  chat: string;
  chatAlt: string | undefined;
  /** In a group: who wrote. */
  participant: string | undefined;
  participantAlt: string | undefined;
  fromMe: boolean;
  name: string;
  /** Seconds. */
  at: number;
};

/** What is known beside the message. */
export type Known = {
  /** Our own addresses. */
  me: string[];
  /** The number behind a privacy id, where it is known. */
  numberOf(privacyId: string): string | undefined;
  groupName: string;
  sealFile(reference: FileReference): string;
  silent: boolean;
};

const revoked = 0;
const edited = 14;
const iso = (milliseconds: number) => new Date(milliseconds).toISOString();

/** How the port calls somebody: by number where it is known, else by privacy id. */
export function nameOf(jid: string, alt: string | undefined, known: Pick<Known, 'numberOf'>): string {
  if (isGroup(jid)) return jid;
  const privacyId = privacyIdIn(jid) ?? privacyIdIn(alt);
  return numberIn(jid) ?? numberIn(alt) ?? (privacyId && known.numberOf(privacyId)) ?? privacyId ?? jid;
}

/** That two addresses are one person, when both are there. */
export function identityIn(jid: string | undefined, alt: string | undefined): IdentityFrame[] {
  const number = numberIn(jid) ?? numberIn(alt);
  const privacyId = privacyIdIn(jid) ?? privacyIdIn(alt);
  return number && privacyId ? [{ kind: 'identity', privacyId, number }] : [];
}

/** What a message comes to: nothing, a message, or a change of an earlier one; and who is who, where it says so. */
export function framesOf(envelope: Envelope, message: proto.IMessage | null | undefined, known: Known): Frame[] {
  if (!isConversation(envelope.chat)) return [];
  const content = unwrap(message);
  if (!content) return [];
  const said = changeIn(envelope, content, known) ?? messageIn(envelope, content, known);
  if (!said) return [];
  const [who, alt] = isGroup(envelope.chat) ? [envelope.participant, envelope.participantAlt] : [envelope.chat, envelope.chatAlt];
  return [...identityIn(who, alt), said];
}

/** What stands for a message that nobody could read so far. */
export function unreadableFrames(envelope: Envelope, known: Known): Frame[] {
  if (!isConversation(envelope.chat)) return [];
  return [messageOf(envelope, { body: '', mediaType: null, data: { unreadable: true }, quotedId: null }, known)];
}

function messageIn(envelope: Envelope, message: proto.IMessage, known: Known): MessageFrame | undefined {
  const content = contentIn(message);
  return content && messageOf(envelope, content, known);
}

function messageOf(envelope: Envelope, content: Content, known: Known): MessageFrame {
  const { body, mediaType, data, quotedId } = content;
  const inGroup = isGroup(envelope.chat);
  const participant = writerOf(envelope, known);
  return {
    kind: 'message',
    id: envelope.id,
    chat: nameOf(envelope.chat, envelope.chatAlt, known),
    name: inGroup ? known.groupName : envelope.fromMe ? '' : envelope.name,
    isGroup: inGroup,
    fromMe: envelope.fromMe,
    participant,
    participantName: participant && envelope.name,
    body,
    sentAt: endOfSecond(envelope.at).toISOString(),
    mediaType,
    mediaId: null,
    ...(content.file && { remote: remoteOf(envelope, content.file, known) }),
    ...(known.silent && { silent: true }),
    data,
    quotedId,
  };
}

function remoteOf(envelope: Envelope, file: NonNullable<Content['file']>, known: Known): MessageFrame['remote'] {
  const { kind, mimetype, fileName, size, ...where } = file;
  const { chat, id, fromMe, participant = '' } = envelope;
  return { kind, mimetype, fileName, size, ref: known.sealFile({ ...where, chat, id, fromMe, participant }) };
}

const writerOf = ({ chat, participant, participantAlt, fromMe }: Envelope, known: Known) =>
  isGroup(chat) && !fromMe && participant ? nameOf(participant, participantAlt, known) : '';

/** A reaction, another text, or that it is taken back. They name the message from the point of view of who wrote them. */
function changeIn(envelope: Envelope, message: proto.IMessage, known: Known): Frame | undefined {
  const { reactionMessage, protocolMessage } = message;
  const key = reactionMessage?.key ?? protocolMessage?.key;
  if (!key?.id) return undefined;
  const about = {
    id: key.id,
    chat: nameOf(envelope.chat, envelope.chatAlt, known),
    participant: writerOf(envelope, known),
    fromMe: isOurs(envelope, key, known),
  };
  if (reactionMessage) {
    const sentAt = iso(toNumber(reactionMessage.senderTimestampMs) || endOfSecond(envelope.at).getTime());
    const reactor = { name: envelope.name, emoji: reactionMessage.text ?? '', reactorIsBusiness: envelope.fromMe };
    return { kind: 'reaction', ...about, ...reactor, sentAt };
  }
  const sentAt = iso(toNumber(protocolMessage?.timestampMs) || endOfSecond(envelope.at).getTime());
  // Who takes back or edits wrote it.
  if (protocolMessage?.type === revoked) return { kind: 'delete', ...about, fromMe: envelope.fromMe, sentAt };
  const text = protocolMessage?.type === edited ? contentIn(unwrap(protocolMessage.editedMessage) ?? {}) : undefined;
  return text && { kind: 'edit', ...about, fromMe: envelope.fromMe, body: text.body, sentAt };
}

function isOurs(envelope: Envelope, key: proto.IMessageKey, { me }: Known): boolean {
  if (envelope.fromMe) return key.fromMe ?? false;
  if (key.fromMe) return false;
  if (!isGroup(envelope.chat)) return true;
  return me.some((own) => isSameUser(own, key.participant));
}

/** How far one of our messages has come, by the type of a receipt. */
const ackOf: Record<string, number | undefined> = { '': 2, delivery: 2, inactive: 2, read: 3, played: 4 };

export function receiptsIn(
  attrs: { id?: string; type?: string; from?: string; recipient?: string },
  more: string[],
  me: string[],
): ReceiptFrame[] {
  const ack = ackOf[attrs.type ?? ''];
  // Of our other devices: they say nothing about the customer.
  const isOwn = me.some((own) => isSameUser(own, attrs.from));
  if (ack === undefined || isOwn || attrs.recipient !== undefined || !attrs.id) return [];
  return [attrs.id, ...more].map((id) => ({ kind: 'receipt', id, ack }));
}

/** A call, as a message of its own. */
export function callFrame(envelope: Envelope, video: boolean, known: Known): MessageFrame {
  return {
    kind: 'message',
    id: envelope.id,
    chat: nameOf(envelope.chat, envelope.chatAlt, known),
    name: envelope.name,
    isGroup: false,
    fromMe: false,
    participant: '',
    participantName: '',
    body: '',
    sentAt: endOfSecond(envelope.at).toISOString(),
    mediaType: 'call_log',
    mediaId: null,
    data: { video },
    quotedId: null,
  };
}

type Key = proto.IMessageKey & { remoteJidAlt?: string; participantAlt?: string };
/** What the library's own events say of a message. */
export const envelopeOfKey = (key: Key, name: string, at: number): Envelope => ({
  id: key.id ?? '',
  chat: key.remoteJid ?? '',
  chatAlt: key.remoteJidAlt,
  participant: key.participant || undefined,
  participantAlt: key.participantAlt,
  fromMe: key.fromMe ?? false,
  name,
  at,
});

/** The metadata of a message stanza, as far as the library has decoded it. */
export function envelopeOfNode(attrs: BinaryNode['attrs'], { key, pushName }: WAMessage): Envelope {
  const envelope = envelopeOfKey(key, pushName ?? '', Number(attrs.t) || Date.now() / 1_000);
  if (!envelope.fromMe) return envelope;
  // The other address of a message of ours is that of whom it was written to.
  const chatAlt = attrs.peer_recipient_pn ?? attrs.recipient_pn ?? attrs.peer_recipient_lid ?? attrs.recipient_lid;
  return { ...envelope, chatAlt };
}
