import type { PhoneMessage } from '@prosa/contracts/simulator';
import { type BinaryNode, normalizeMessageContent, proto } from '@whiskeysockets/baileys';
import type { Account, Waiting } from './account.ts';
import { senderAttributes, type WriteOptions } from './nodes.ts';
import { SignalPhone } from './phone.ts';

type Shown = PhoneMessage;
const Protocol = proto.Message.ProtocolMessage.Type;

type Looks = Pick<Shown, 'body' | 'mediaType' | 'data' | 'quotedId'>;

/** What a message looks like on a phone. */
function looksLike(message: proto.IMessage): Looks {
  const { extendedTextMessage, imageMessage, audioMessage, documentMessage, locationMessage, contactMessage } = message;
  const parts = [extendedTextMessage, imageMessage, audioMessage, documentMessage, locationMessage, contactMessage];
  const looks = contentOf(message);
  return parts.some((part) => part?.contextInfo?.isForwarded) ? { ...looks, data: { ...looks.data, forwarded: true } } : looks;
}

function contentOf(message: proto.IMessage): Looks {
  const text = message.conversation ?? message.extendedTextMessage?.text;
  const file = message.imageMessage ?? message.videoMessage ?? message.audioMessage ?? message.documentMessage;
  const quotedId = (message.extendedTextMessage ?? file)?.contextInfo?.stanzaId ?? null;
  if (message.locationMessage) {
    const { degreesLatitude: latitude, degreesLongitude: longitude, name } = message.locationMessage;
    return { body: '', mediaType: 'locationMessage', data: { latitude, longitude, name }, quotedId };
  }
  const cards = message.contactMessage ? [message.contactMessage] : message.contactsArrayMessage?.contacts;
  if (cards) {
    const contacts = cards.map(({ displayName, vcard }) => ({ name: displayName, number: /waid=(\d+)/.exec(vcard ?? '')?.[1] }));
    return { body: '', mediaType: 'vcard', data: { contacts }, quotedId };
  }
  const caption = file && 'caption' in file ? (file.caption ?? '') : '';
  const mediaType = message.imageMessage
    ? 'image'
    : message.videoMessage
      ? 'video'
      : message.audioMessage
        ? 'audio'
        : message.documentMessage
          ? 'application'
          : null;
  const fileName = message.documentMessage?.fileName;
  const data = file ? { mimetype: file.mimetype, ...(fileName && { fileName }), voice: message.audioMessage?.ptt ?? undefined } : null;
  return { body: text ?? caption, mediaType, data, quotedId };
}

/** A customer's phone, with what it shows. */
export class Customer extends SignalPhone {
  readonly screen: Shown[] = [];
  /** The messages as they came, for whoever wants to look closer. */
  readonly received = new Map<string, proto.IMessage>();
  typing: 'typing' | 'recording' | 'paused' = 'paused';
  hasPicture = false;

  /** Puts a message on the screen, or does what it says to one that is there. */
  show(id: string, given: proto.IMessage, fromBusiness: boolean): void {
    const message = normalizeMessageContent(given) ?? given;
    this.received.set(id, message);
    const { protocolMessage, reactionMessage } = message;
    const target = this.find(protocolMessage?.key?.id ?? reactionMessage?.key?.id);
    if (reactionMessage) {
      if (target) target.reactions = target.reactions.filter((reaction) => reaction.fromBusiness !== fromBusiness);
      if (reactionMessage.text) target?.reactions.push({ emoji: reactionMessage.text, fromBusiness });
    } else if (protocolMessage) {
      if (target && protocolMessage.type === Protocol.REVOKE) target.isDeleted = true;
      const edited = protocolMessage.type === Protocol.MESSAGE_EDIT && protocolMessage.editedMessage;
      if (target && edited) Object.assign(target, { body: looksLike(edited).body, isEdited: true });
    } else this.screen.push(this.drawn(id, message, fromBusiness));
  }

  /** A message as it goes to the company, and how it is written again for a device that could not read it. */
  async seal(account: Account, id: string, message: proto.IMessage, options: WriteOptions): Promise<Waiting> {
    const { group, sentAt = new Date() } = options;
    const t = Math.floor(sentAt.getTime() / 1000).toString();
    const attrs = { ...senderAttributes(this, options), type: 'text', id, t, notify: this.name };
    const again = async (): Promise<BinaryNode> => ({
      tag: 'message',
      attrs,
      content: group ? await this.encryptForGroup(account, group.id, message) : [await this.encrypt(account, message)],
    });
    return { node: await again(), again: () => this.forgetSession(account).then(again) };
  }

  find(id: string | null | undefined): Shown | undefined {
    return this.screen.find((each) => each.id === id);
  }

  private drawn(id: string, message: proto.IMessage, fromBusiness: boolean): Shown {
    const ack = fromBusiness ? 2 : 1;
    const fresh = { isDeleted: false, isEdited: false, reactions: [], mediaUrl: null };
    return { id, fromBusiness, ack, ...looksLike(message), ...fresh, at: new Date().toISOString() };
  }
}
