import type { MessageFrame } from '../../channels/port.ts';
import type { Person } from '../contacts/contacts.rules.ts';
import { type Conversation, conversationKey } from '../tickets/tickets.rules.ts';

type Waiting = { connectionId: number; frame: MessageFrame };

/** Everybody who wrote, once; the latest name that came counts. */
export function peopleIn(messages: Waiting[]): Person[] {
  const people = new Map<string, Person>();
  for (const { frame } of messages) {
    const name = frame.fromMe ? '' : frame.name;
    people.set(frame.chat, { number: frame.chat, name: name || (people.get(frame.chat)?.name ?? ''), isGroup: frame.isGroup });
  }
  return [...people.values()];
}

/** Every conversation that goes on, once; the customer's word outweighs what the company wrote itself. */
export function conversationsIn(messages: Waiting[], contactOf: (frame: MessageFrame) => number): Conversation[] {
  const conversations = new Map<string, Conversation>();
  for (const { frame, connectionId } of messages) {
    const contactId = contactOf(frame);
    const key = conversationKey(contactId, connectionId);
    const fromCustomer = !frame.fromMe || (conversations.get(key)?.fromCustomer ?? false);
    conversations.set(key, { contactId, connectionId, isGroup: frame.isGroup, fromCustomer });
  }
  return [...conversations.values()];
}

/** The channel's clock orders a conversation, but it is not trusted to be ahead of ours. */
export function saidAt(frame: MessageFrame, now: Date): string {
  const said = new Date(frame.sentAt);
  return (Number.isNaN(said.getTime()) || said > now ? now : said).toISOString();
}
