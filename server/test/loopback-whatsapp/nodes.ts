import { deflateSync } from 'node:zlib';
import { type BinaryNode, proto } from '@whiskeysockets/baileys';
import type { Customer } from './customer.ts';

export const now = () => Math.floor(Date.now() / 1000).toString();

export type WriteOptions = {
  id?: string;
  /** Addressed by privacy id; `hidden` keeps the number back as well. */
  addressing?: 'number' | 'privacyId' | 'hidden';
  group?: { id: string; name: string };
  sentAt?: Date;
};

/** Who wrote a message, as the network tells it. */
export function senderAttributes(customer: Customer, { group, addressing = 'number' }: WriteOptions): BinaryNode['attrs'] {
  const { pn, lid } = customer;
  if (group) return { from: group.id, participant: lid, participant_pn: pn, addressing_mode: 'lid' };
  if (addressing === 'number') return { from: pn, sender_lid: lid };
  return { from: lid, addressing_mode: 'lid', ...(addressing === 'privacyId' && { sender_pn: pn }) };
}

export type Interruption = 'replaced' | 'removed' | 'restart';

/** How the network says that a socket has to go. */
export const interruptions: Record<Interruption, BinaryNode> = {
  replaced: { tag: 'stream:error', attrs: {}, content: [{ tag: 'conflict', attrs: { type: 'replaced' } }] },
  removed: { tag: 'stream:error', attrs: { code: '401' }, content: [{ tag: 'conflict', attrs: { type: 'device_removed' } }] },
  restart: { tag: 'stream:error', attrs: { code: '515' } },
};

export function callOffer(customer: Customer, id: string): BinaryNode {
  const offer = { tag: 'offer', attrs: { 'call-id': id, 'call-creator': customer.pn, caller_pn: customer.pn }, content: [] };
  return { tag: 'call', attrs: { from: customer.pn, id, t: now() }, content: [offer] };
}

/** Somebody has come into a group. */
export function joined(group: string, { lid, pn }: Customer, id: string): BinaryNode {
  const who = { tag: 'participant', attrs: { jid: lid, phone_number: pn } };
  const attrs = { from: group, type: 'w:gp2', id, participant: lid, t: now() };
  return { tag: 'notification', attrs, content: [{ tag: 'add', attrs: {}, content: [who] }] };
}

/** What a device says that it is doing. */
export function typingIn({ content }: BinaryNode): Customer['typing'] {
  const [state] = Array.isArray(content) ? content : [];
  if (state?.tag !== 'composing') return 'paused';
  return state.attrs.media === 'audio' ? 'recording' : 'typing';
}

/** A conversation as the phone hands it to a new device. */
export function history(customer: Customer, messages: proto.IWebMessageInfo[]): proto.IMessage {
  const syncType = proto.HistorySync.HistorySyncType.RECENT;
  const conversations = [{ id: customer.pn, messages: messages.map((message) => ({ message })) }];
  const initialHistBootstrapInlinePayload = deflateSync(proto.HistorySync.encode({ syncType, conversations }).finish());
  const type = proto.Message.ProtocolMessage.Type.HISTORY_SYNC_NOTIFICATION;
  return { protocolMessage: { type, historySyncNotification: { syncType, progress: 100, initialHistBootstrapInlinePayload } } };
}
