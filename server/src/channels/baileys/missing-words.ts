import type { BinaryNode, proto, WASocket } from '@whiskeysockets/baileys';
import type { Platform } from '../../platform/database/scope.ts';
import type { Receiver } from '../port.ts';
import { jidOf } from './addresses.ts';
import { BoundedMap } from './bounded.ts';
import { toNumber, unwrap } from './content.ts';
import { type Envelope, envelopeOfKey } from './frames.ts';
import { findMessage } from './known-messages.ts';
import type { Baileys } from './library.ts';
import { canBeResent, resentMessages } from './stanzas.rules.ts';

const rememberedPlaceholders = 5_000;

type Parts = {
  library: Baileys;
  platform: Platform;
  receiver: Receiver;
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  warn(error: unknown, what: string): void;
};

/** Requests from the company's phone the words of messages that came without any, and reads its answers. */
export class MissingWords {
  /** Placeholders stored lately: in its answer the phone may name their conversation by its other address. */
  private readonly placeholders = new BoundedMap<Envelope>(rememberedPlaceholders);

  constructor(private readonly parts: Parts) {}

  remember(placeholder: Envelope): void {
    this.placeholders.set(placeholder.id, placeholder);
  }

  /** Call it before the message is acknowledged: a process that dies earlier gets the message again, and then requests. */
  async request(sock: WASocket, node: BinaryNode, { chat: remoteJid, fromMe, id, participant }: Envelope): Promise<void> {
    const { library, inTurn, warn } = this.parts;
    if (!canBeResent(node, Date.now() / 1_000)) return;
    const { PLACEHOLDER_MESSAGE_RESEND } = library.proto.Message.PeerDataOperationRequestType;
    // The library sees the stanza afterwards and skips ids that are in this cache.
    await sock.placeholderResendCache.set(id, true);
    const placeholderMessageResendRequest = [{ messageKey: { remoteJid, fromMe, id, ...(participant && { participant }) } }];
    const request = { placeholderMessageResendRequest, peerDataOperationRequestType: PLACEHOLDER_MESSAGE_RESEND };
    await inTurn(() => sock.sendPeerDataOperationMessage(request)).catch((error: unknown) => {
      if (!sock.ws.isOpen) throw error;
      warn(error, 'the words of a message could not be requested from the phone; its placeholder stays');
    });
  }

  /** Messages in an answer of the phone, each in the place of its placeholder. Only the company's own phone may answer. */
  async answersIn({ fromMe }: Envelope, answer: proto.IMessage): Promise<Array<{ envelope: Envelope; message: proto.IMessage }>> {
    const answers = [];
    for (const bytes of fromMe ? resentMessages(unwrap(answer) ?? {}) : []) {
      const info = this.decode(bytes);
      if (!info?.key?.id || !info.message) continue;
      const resent = envelopeOfKey(info.key, info.pushName ?? '', toNumber(info.messageTimestamp));
      answers.push({ envelope: await this.placeholderOf(resent), message: info.message });
    }
    return answers;
  }

  private decode(bytes: Uint8Array): proto.WebMessageInfo | undefined {
    const { library, warn } = this.parts;
    try {
      return library.proto.WebMessageInfo.decode(bytes);
    } catch (error) {
      warn(error, 'a message that the phone resent could not be decoded; its placeholder stays');
      return undefined;
    }
  }

  private async placeholderOf(resent: Envelope): Promise<Envelope> {
    const { platform, receiver } = this.parts;
    const recent = this.placeholders.get(resent.id);
    if (recent) return { ...recent, at: resent.at || recent.at };
    const stored = await findMessage(platform, receiver, resent.id);
    if (!stored) return resent;
    const participant = stored.participant ? jidOf(stored.participant) : undefined;
    return { ...resent, chat: jidOf(stored.chat), chatAlt: undefined, participant, participantAlt: undefined, fromMe: stored.fromMe };
  }
}
