import { unreadableBody } from '@prosa/contracts/messages';
import type { Frame, MessageFrame } from '../../channels/port.ts';
import type { ChannelPerson } from '../contacts/contacts.rules.ts';
import { type Conversation, conversationKey } from '../tickets/tickets.rules.ts';

type WaitingFrame = { connectionId: number; frame: MessageFrame };

/** Every sender once per connection, ordered by their last message; the latest name wins. */
export function collectPeople(messages: WaitingFrame[]): ChannelPerson[] {
  const people = new Map<string, ChannelPerson>();
  for (const { frame, connectionId } of messages) {
    const key = `${connectionId}:${frame.chat}`;
    const name = (frame.fromMe ? '' : frame.name) || (people.get(key)?.name ?? '');
    people.delete(key);
    people.set(key, { chat: frame.chat, name, isGroup: frame.isGroup, connectionId });
  }
  return [...people.values()];
}

/** Every conversation once, with the customer's messages in order. */
export function collectConversations(messages: WaitingFrame[], contactOf: (frame: MessageFrame) => number): Conversation[] {
  const conversations = new Map<string, Conversation>();
  for (const { frame, connectionId } of messages) {
    const contactId = contactOf(frame);
    const key = conversationKey(contactId, connectionId);
    const words = conversations.get(key)?.words ?? [];
    if (!frame.fromMe) words.push({ id: frame.id, text: frame.mediaType === null ? frame.body : '' });
    conversations.set(key, { contactId, connectionId, isGroup: frame.isGroup, words });
  }
  return [...conversations.values()];
}

/** Without what stands for messages that have been read meanwhile. */
export function withoutStandIns<T extends { connectionId: number; frame: Frame }>(waiting: T[]): T[] {
  const nameOf = ({ connectionId, frame }: T) => `${connectionId} ${frame.kind === 'message' ? [frame.chat, frame.id].join(' ') : ''}`;
  const isStandIn = ({ frame }: T) => frame.kind === 'message' && frame.data?.unreadable === true;
  if (!waiting.some(isStandIn)) return waiting;
  const read = new Set(waiting.filter((each) => !isStandIn(each)).map(nameOf));
  return waiting.filter((each) => !isStandIn(each) || !read.has(nameOf(each)));
}

/** Whether the company's settings ignore group messages. */
export const groupsAreIgnored = (setting: string | undefined) => (setting ?? 'enabled') === 'enabled';

/** The channel's time orders a conversation, but is capped at our current time. */
export function messageTime({ sentAt }: { sentAt: string }, now: Date): string {
  const said = new Date(sentAt);
  return (Number.isNaN(said.getTime()) || said > now ? now : said).toISOString();
}

/** A plain-text form of a message: name or map link of a location, names of contact cards, kind of a call. */
export function readableBody({ body, mediaType, data }: Pick<MessageFrame, 'body' | 'mediaType' | 'data'>): string {
  if (body !== '') return body;
  if (data?.unreadable) return unreadableBody;
  if (mediaType === 'locationMessage' && data?.latitude !== undefined)
    return data.name || `https://maps.google.com/?q=${data.latitude},${data.longitude ?? 0}`;
  if (mediaType === 'vcard') return (data?.contacts ?? []).map(({ name, number }) => name || number).join(', ');
  if (mediaType === 'call_log') return data?.video ? 'Chamada de vídeo perdida' : 'Chamada de voz perdida';
  return body;
}
