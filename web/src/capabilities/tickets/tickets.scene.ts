import { connectionsApi } from '@prosa/contracts/connections';
import { contactsApi } from '@prosa/contracts/contacts';
import { messagesApi } from '@prosa/contracts/messages';
import { queuesApi } from '@prosa/contracts/queues';
import { savedFiltersApi } from '@prosa/contracts/saved-filters';
import { sessionApi } from '@prosa/contracts/session';
import { tagsApi } from '@prosa/contracts/tags';
import { type Ticket, ticketsApi } from '@prosa/contracts/tickets';
import { type User, usersApi } from '@prosa/contracts/users';
import { marina, refuse, stub } from '../../../test/screen.tsx';
import type { Sent, Stub } from '../../../test/stubs.ts';
import { aContact } from '../contacts/contacts.fixture.ts';
import { aTicket } from '../ticket-store/tickets.fixture.ts';

export const mine = { userId: marina.id, user: { id: marina.id, name: marina.name } };
export const vendas = { id: 10, name: 'Vendas', color: '#00aa00' };
export const suporte = { id: 20, name: 'Suporte', color: '#0000aa' };
export const card = (id: number, name: string) => ({ id, name, number: `551190000000${id}`, email: '', profilePicUrl: '' });

export const ana = aTicket({ id: 1, ...mine, contact: card(1, 'Ana'), updatedAt: '2026-11-15T10:00:00.000Z' });
export const joao = aTicket({ id: 2, ...mine, contact: card(2, 'João'), updatedAt: '2026-11-15T09:00:00.000Z' });
export const rita = aTicket({ id: 3, status: 'pending', userId: null, user: null, contact: card(3, 'Rita'), unreadMessages: 2 });

export const paulo: User = {
  id: 4,
  name: 'Paulo Silva',
  email: 'paulo@aurora.example',
  profile: 'user',
  super: false,
  allTicket: 'disable',
  companyId: 7,
  online: true,
  queues: [vendas],
};

/** Lists by status, and what a search without status gives. */
export const ticketsAre = (tickets: readonly Ticket[]) =>
  stub(ticketsApi.list, ({ query }) => {
    const found = tickets.filter(({ status }) => query.status === undefined || status === query.status);
    return { tickets: [...found], count: found.length, hasMore: false };
  });

const queue = { greetingMessage: '', outOfHoursMessage: '', schedules: [] };
/** What the page asks for besides the lists. The first stub that matches answers, so a test puts its own before. */
export const around = (tickets: readonly Ticket[] = [ana, joao, rita]): Stub[] => [
  stub(connectionsApi.list, () => []),
  stub(savedFiltersApi.list, () => []),
  stub(queuesApi.list, () => [
    { ...vendas, ...queue },
    { ...suporte, ...queue },
  ]),
  stub(sessionApi.refresh, () => ({ token: 'token', user: marina })),
  stub(tagsApi.everyone, () => [
    { id: 5, name: 'Lead', color: '#aa0000', kanban: 0 as const, userId: null, laneOrder: 0, ticketsCount: 1 },
    { id: 6, name: 'Urgente', color: '#00aa00', kanban: 0 as const, userId: null, laneOrder: 0, ticketsCount: 0 },
  ]),
  stub(usersApi.everyone, () => [paulo]),
  stub(usersApi.list, ({ query }) => {
    const users = [paulo].filter(({ name }) => name.toLowerCase().includes(query.searchParam));
    return { users, count: users.length, hasMore: false };
  }),
  stub(contactsApi.list, ({ query }) => {
    const contacts = [aContact({ id: 1, name: 'Ana Clara' })].filter(({ name }) => name.toLowerCase().includes(query.searchParam));
    return { contacts, count: contacts.length, hasMore: false };
  }),
  stub(messagesApi.search, () => ({ messages: [], count: 0, hasMore: false })),
  stub(ticketsApi.showByUuid, ({ params }) => tickets.find(({ uuid }) => uuid === params.uuid) ?? refuse('ERR_NO_TICKET_FOUND')),
  stub(ticketsApi.update, ({ params, body }) => moved(tickets.find(({ id }) => id === params.id) ?? ana, body)),
  stub(messagesApi.list, ({ params }) => ({
    messages: [],
    ticket: tickets.find(({ id }) => id === params.ticketId) ?? ana,
    count: 0,
    hasMore: false,
    pageNumber: 1,
  })),
];

function moved(ticket: Ticket, change: { status?: Ticket['status'] | undefined; userId?: number | null | undefined }): Ticket {
  const userId = change.userId === undefined ? ticket.userId : change.userId;
  const status = change.status ?? (userId === null ? 'pending' : ticket.status);
  return {
    ...ticket,
    status,
    userId,
    user: userId === null ? null : { id: userId, name: 'alguém' },
    updatedAt: '2026-11-15T12:00:00.000Z',
  };
}

export const puts = (sent: readonly Sent[]) => sent.filter(({ method }) => method === 'PUT').map(({ path, body }) => ({ path, body }));
export const asked = (sent: readonly Sent[], path: string) =>
  sent.filter((each) => each.method === 'GET' && each.path === path).map(({ query }) => Object.fromEntries(new URLSearchParams(query)));
