import type { Tag } from '@prosa/contracts/tags';
import type { Ticket } from '@prosa/contracts/tickets';

type Chip = { id: number; name: string; color: string };
type Card = Ticket['contact'];

/** Updates what tickets show of contacts, queues, users and tags. Unaffected tickets keep their identity. */
export const ticketPatches = {
  contact:
    ({ id, name, number, email, profilePicUrl }: Card) =>
    (ticket: Ticket): Ticket =>
      ticket.contactId === id ? { ...ticket, contact: { id, name, number, email, profilePicUrl } } : ticket,

  queue:
    ({ id, name, color }: Chip) =>
    (ticket: Ticket): Ticket =>
      ticket.queueId === id ? { ...ticket, queue: { id, name, color } } : ticket,

  user:
    ({ id, name }: { id: number; name: string }) =>
    (ticket: Ticket): Ticket =>
      ticket.userId === id && ticket.user?.name !== name ? { ...ticket, user: { id, name } } : ticket,

  tag:
    ({ id, name, color, kanban }: Pick<Tag, 'id' | 'name' | 'color' | 'kanban'>) =>
    (ticket: Ticket): Ticket =>
      ticket.tags.some((tag) => tag.id === id)
        ? { ...ticket, tags: ticket.tags.map((tag) => (tag.id === id ? { id, name, color, kanban } : tag)).sort(byName) }
        : ticket,

  tagGone:
    (id: number) =>
    (ticket: Ticket): Ticket =>
      ticket.tags.some((tag) => tag.id === id) ? { ...ticket, tags: ticket.tags.filter((tag) => tag.id !== id) } : ticket,
};

const byName = (a: Chip, b: Chip) => (a.name === b.name ? a.id - b.id : a.name < b.name ? -1 : 1);
