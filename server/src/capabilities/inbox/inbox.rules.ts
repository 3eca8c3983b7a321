import type { MessageFrame } from '../../channels/port.ts';
import type { Person } from '../contacts/contacts.rules.ts';
import { type Conversation, conversationKey } from '../tickets/tickets.rules.ts';

type Waiting = { connectionId: number; frame: MessageFrame };

/** Everybody who wrote, once for each connection, in the order of their last words; the latest name that came counts. */
export function peopleIn(messages: Waiting[]): Person[] {
  const people = new Map<string, Person>();
  for (const { frame, connectionId } of messages) {
    const key = `${connectionId}:${frame.chat}`;
    const name = (frame.fromMe ? '' : frame.name) || (people.get(key)?.name ?? '');
    people.delete(key);
    people.set(key, { chat: frame.chat, name, isGroup: frame.isGroup, connectionId });
  }
  return [...people.values()];
}

/** Every conversation that goes on, once, with what the customer says in it, in order. */
export function conversationsIn(messages: Waiting[], contactOf: (frame: MessageFrame) => number): Conversation[] {
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

/** Groups are listened to only where the company wants it. */
export const groupsAreIgnored = (setting: string | undefined) => (setting ?? 'enabled') === 'enabled';

/** The channel's clock orders a conversation, but it is not trusted to be ahead of ours. */
export function saidAt({ sentAt }: { sentAt: string }, now: Date): string {
  const said = new Date(sentAt);
  return (Number.isNaN(said.getTime()) || said > now ? now : said).toISOString();
}

/** What a message says to who can read only text: a place by its name or on the map, contact cards by their names, a call as what it was. */
export function readableBody({ body, mediaType, data }: Pick<MessageFrame, 'body' | 'mediaType' | 'data'>): string {
  if (body !== '') return body;
  if (mediaType === 'locationMessage' && data?.latitude !== undefined)
    return data.name || `https://maps.google.com/?q=${data.latitude},${data.longitude ?? 0}`;
  if (mediaType === 'vcard') return (data?.contacts ?? []).map(({ name, number }) => name || number).join(', ');
  if (mediaType === 'call_log') return data?.video ? 'Chamada de vídeo perdida' : 'Chamada de voz perdida';
  return body;
}
