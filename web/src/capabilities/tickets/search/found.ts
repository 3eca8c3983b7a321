import type { Contact } from '@prosa/contracts/contacts';
import type { FoundMessage } from '@prosa/contracts/messages';
import type { Ticket } from '@prosa/contracts/tickets';
import type { z } from 'zod';

export type Hit = z.output<typeof FoundMessage>;
type Group = 'contacts' | 'tickets' | 'messages';
export type FoundItem =
  | { kind: 'heading'; key: string; group: Group; count: number }
  | { kind: 'contact'; key: string; contact: Contact }
  | { kind: 'ticket'; key: string; ticket: Ticket }
  | { kind: 'message'; key: string; hit: Hit }
  | { kind: 'more'; key: string; group: Group };

export type Found = {
  contacts: readonly Contact[];
  contactCount: number;
  tickets: readonly Ticket[];
  ticketCount: number;
  moreTickets: boolean;
  messages: readonly Hit[];
  messageCount: number;
  /** Groups shown in full rather than by their first few. */
  unfolded: ReadonlySet<Group>;
};

/** So many of a group are shown while others come after it. */
export const firstFew = { contacts: 4, tickets: 8 } as const;

/** The results in one list: contacts, tickets, messages. Only the last group runs on by scrolling; the others unfold. */
export function foundItems(found: Found): FoundItem[] {
  const { contacts, tickets, messages, unfolded } = found;
  const ticketsAreLast = messages.length === 0;
  const shownContacts = unfolded.has('contacts') ? contacts : contacts.slice(0, firstFew.contacts);
  const isFolded = !ticketsAreLast && !unfolded.has('tickets');
  const shownTickets = isFolded ? tickets.slice(0, firstFew.tickets) : tickets;
  const hasMoreTickets = !ticketsAreLast && (shownTickets.length < tickets.length || found.moreTickets);
  return [
    ...group('contacts', found.contactCount, shownContacts.map(asContact), shownContacts.length < contacts.length),
    ...group('tickets', found.ticketCount, shownTickets.map(asTicket), hasMoreTickets),
    ...group('messages', found.messageCount, messages.map(asHit), false),
  ];
}

function group(name: Group, count: number, items: FoundItem[], hasMore: boolean): FoundItem[] {
  if (items.length === 0) return [];
  const more: FoundItem[] = hasMore ? [{ kind: 'more', key: `more-${name}`, group: name }] : [];
  return [{ kind: 'heading', key: `heading-${name}`, group: name, count }, ...items, ...more];
}
const asContact = (contact: Contact): FoundItem => ({ kind: 'contact', key: `contact-${contact.id}`, contact });
const asTicket = (ticket: Ticket): FoundItem => ({ kind: 'ticket', key: `ticket-${ticket.id}`, ticket });
const asHit = (hit: Hit): FoundItem => ({ kind: 'message', key: `message-${hit.id}`, hit });

/** A message's words around the first match, cut into what matched and what did not. */
export function snippet(body: string, words: string, most = 90): { text: string; isMatch: boolean }[] {
  const line = body.replace(/\s+/g, ' ').trim();
  const wanted = words.split(/\s+/).filter(Boolean).map(normalize);
  const at = wanted.map((word) => normalize(line).indexOf(word)).filter((place) => place >= 0);
  const from = leadingTo(line, Math.min(...(at.length > 0 ? at : [0])));
  const cut = `${from > 0 ? '…' : ''}${line.slice(from, from + most)}`;
  return split(cut, wanted);
}

/** A row of a list is narrow: so little stands before the first match that the match itself is seen, and begins with a word. */
const lead = 20;
function leadingTo(line: string, match: number): number {
  if (match <= lead) return 0;
  const space = line.indexOf(' ', match - lead - 1);
  return space >= 0 && space < match ? space + 1 : match - lead;
}

/** Small letters without marks, one for one, so that places in both texts are the same. */
const normalize = (text: string) =>
  Array.from(text)
    .map((letter) => letter.normalize('NFD').charAt(0).toLowerCase().padEnd(letter.length))
    .join('');

function split(text: string, wanted: readonly string[]): { text: string; isMatch: boolean }[] {
  const parts: { text: string; isMatch: boolean }[] = [];
  const flat = normalize(text);
  let done = 0;
  while (done < text.length) {
    const next = nextMatch(flat, wanted, done);
    if (!next) break;
    if (next.at > done) parts.push({ text: text.slice(done, next.at), isMatch: false });
    parts.push({ text: text.slice(next.at, next.at + next.length), isMatch: true });
    done = next.at + next.length;
  }
  if (done < text.length) parts.push({ text: text.slice(done), isMatch: false });
  return parts;
}

function nextMatch(text: string, wanted: readonly string[], from: number): { at: number; length: number } | undefined {
  const found = wanted.map((word) => ({ at: text.indexOf(word, from), length: word.length })).filter(({ at }) => at >= 0);
  return found.toSorted((a, b) => a.at - b.at || b.length - a.length)[0];
}
