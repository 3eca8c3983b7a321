import { connectionsApi } from '@prosa/contracts/connections';
import { messageLive, messagesApi } from '@prosa/contracts/messages';
import { queuesApi } from '@prosa/contracts/queues';
import { sessionApi } from '@prosa/contracts/session';
import { type Ticket, ticketLive, ticketsApi } from '@prosa/contracts/tickets';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { marina, refuse, show, stub } from '../../../test/screen.tsx';
import { dismissNotice, shownNotices } from '../../platform/browser/notices.ts';
import { aMessage } from '../chat/messages/messages.fixture.ts';
import { aTicket } from '../ticket-store/tickets.fixture.ts';
import { giveLayout } from './layout.fixture.ts';
import { TicketsPage } from './TicketsPage.tsx';

const mine = { userId: marina.id, user: { id: marina.id, name: marina.name } };
const vendas = { id: 10, name: 'Vendas', color: '#00aa00' };
const ana = aTicket({
  id: 1,
  ...mine,
  contact: { id: 1, name: 'Ana', number: '551', email: '', profilePicUrl: '' },
  updatedAt: '2026-11-15T10:00:00.000Z',
});
const joao = aTicket({
  id: 2,
  ...mine,
  contact: { id: 2, name: 'João', number: '552', email: '', profilePicUrl: '' },
  updatedAt: '2026-11-15T09:00:00.000Z',
});
const rita = aTicket({
  id: 3,
  status: 'pending',
  userId: null,
  user: null,
  contact: { id: 3, name: 'Rita', number: '553', email: '', profilePicUrl: '' },
  unreadMessages: 2,
});

beforeAll(giveLayout);
beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  for (const { id } of shownNotices.get()) dismissNotice(id);
});

const rows = (tickets: Ticket[]) =>
  stub(ticketsApi.list, ({ query }) => {
    const found = tickets.filter((ticket) => ticket.status === query.status);
    return { tickets: found, count: found.length, hasMore: false };
  });
const around = [
  stub(connectionsApi.list, () => []),
  stub(queuesApi.list, () => []),
  stub(sessionApi.refresh, () => ({ token: 'token', user: marina })),
  stub(
    ticketsApi.showByUuid,
    ({ params }) =>
      [ana, joao, { ...rita, ...mine, status: 'open' as const }].find((ticket) => ticket.uuid === params.uuid) ??
      refuse('ERR_NO_TICKET_FOUND'),
  ),
  stub(messagesApi.list, () => ({ messages: [], ticket: ana, count: 0, hasMore: false, pageNumber: 1 })),
];
const names = () => screen.getAllByRole('listitem').map((row) => within(row).getByText(/^(Ana|João|Rita)$/).textContent);
const tab = (name: RegExp) => screen.getByRole('tab', { name });

test('shows the open tickets with their counts, and opens one', async () => {
  const { visited } = show(<TicketsPage />, { path: '/tickets', api: [rows([ana, joao, rita]), ...around] });
  await screen.findByText('Ana');
  expect(names()).toEqual(['Ana', 'João']);
  expect(tab(/Atendendo/).textContent).toBe('Atendendo2');
  expect(tab(/Aguardando/).textContent).toBe('Aguardando1');
  expect(screen.getByText('Selecione um atendimento')).toBeTruthy();

  await userEvent.click(screen.getByRole('link', { name: /João/ }));
  expect(visited.at(-1)).toBe(`/tickets/${joao.uuid}`);
  expect(await screen.findByText('Diga olá para seu novo contato!')).toBeTruthy();
});

test('a waiting ticket does not open by a click, and is accepted by its button', async () => {
  const { visited, sent } = show(<TicketsPage />, {
    path: '/tickets',
    api: [rows([rita]), stub(ticketsApi.update, ({ body }) => ({ ...rita, ...mine, status: body.status ?? 'pending' })), ...around],
  });
  await userEvent.click(await screen.findByRole('tab', { name: /Aguardando/ }));
  await userEvent.click(await screen.findByText('Rita'));
  expect(visited.at(-1)).toBe('/tickets');

  await userEvent.click(screen.getByRole('button', { name: 'Aceitar o atendimento de Rita' }));
  await waitFor(() => expect(visited.at(-1)).toBe(`/tickets/${rita.uuid}`));
  expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({ status: 'open', userId: marina.id });
  expect(tab(/Aguardando/).textContent).toBe('Aguardando0');
  expect(tab(/Atendendo/).textContent).toBe('Atendendo1');
});

test('who loses the race is told the winner, and the row goes', async () => {
  const waiting = [rita];
  const { visited } = show(<TicketsPage />, {
    path: '/tickets',
    api: [
      rows(waiting),
      stub(ticketsApi.update, () => {
        waiting.length = 0;
        return refuse('ERR_TICKET_ALREADY_ACCEPTED', { user: { name: 'Paulo' } });
      }),
      ...around,
    ],
  });
  await userEvent.click(await screen.findByRole('tab', { name: /Aguardando/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'Aceitar o atendimento de Rita' }));

  expect(await screen.findByText('Paulo aceitou este atendimento primeiro.')).toBeTruthy();
  expect(await screen.findByText('Tudo em dia!')).toBeTruthy();
  expect(visited.at(-1)).toBe('/tickets');
});

test('a refused accept puts the row back', async () => {
  show(<TicketsPage />, { path: '/tickets', api: [rows([rita]), stub(ticketsApi.update, () => refuse('ERR_NO_PERMISSION')), ...around] });
  await userEvent.click(await screen.findByRole('tab', { name: /Aguardando/ }));
  await userEvent.click(await screen.findByRole('button', { name: /^Aceitar/ }));
  expect(await screen.findByText('Você não tem permissão para isto.')).toBeTruthy();
  expect(screen.getByText('Rita')).toBeTruthy();
});

test('a new message moves its ticket to the top with its unread count, and other events move tickets between lists', async () => {
  const { hear } = show(<TicketsPage />, { path: '/tickets', api: [rows([ana, joao]), ...around] });
  await screen.findByText('Ana');
  const written = { ...joao, lastMessage: 'Cheguei', unreadMessages: 1, updatedAt: '2026-11-15T11:00:00.000Z' };
  hear(messageLive, { action: 'create', message: aMessage({ ticketId: 2 }), ticket: written, contact: joao.contact });
  await waitFor(() => expect(names()).toEqual(['João', 'Ana']));
  expect(screen.getByText('1 mensagem não lida')).toBeTruthy();

  hear(ticketLive, { action: 'updateUnread', ticketId: 2 });
  await waitFor(() => expect(screen.queryByText('1 mensagem não lida')).toBeNull());
  hear(ticketLive, {
    action: 'update',
    ticketId: 1,
    ticket: { ...ana, userId: 99, user: { id: 99, name: 'Paulo' }, updatedAt: '2026-11-15T12:00:00.000Z' },
  });
  await waitFor(() => expect(names()).toEqual(['João']));
  hear(ticketLive, { action: 'delete', ticketId: 2 });
  expect(await screen.findByText('Nenhum atendimento em andamento')).toBeTruthy();
  expect(tab(/Atendendo/).textContent).toBe('Atendendo0');
});

test('keys move, accept and change tabs, but not while somebody types', async () => {
  const { visited } = show(
    <>
      <input aria-label="Outro" />
      <TicketsPage />
    </>,
    {
      path: '/tickets',
      api: [rows([ana, joao, rita]), stub(ticketsApi.update, () => ({ ...rita, ...mine, status: 'open' as const })), ...around],
    },
  );
  await screen.findByText('Ana');
  await userEvent.type(screen.getByLabelText('Outro'), 'j2a');
  expect(tab(/Abertos/).getAttribute('aria-selected')).toBe('true');
  act(() => screen.getByLabelText('Outro').blur());

  await userEvent.keyboard('j');
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Ana'));
  await userEvent.keyboard('j');
  await waitFor(() => expect(document.activeElement?.textContent).toContain('João'));
  await userEvent.keyboard('k');
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Ana'));
  await userEvent.keyboard('2');
  expect(await screen.findByText('Nenhum atendimento resolvido nestas filas.')).toBeTruthy();
  await userEvent.keyboard('1');
  await userEvent.click(tab(/Aguardando/));
  await screen.findByText('Rita');
  await userEvent.keyboard('j');
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Rita'));
  await userEvent.keyboard('a');
  await waitFor(() => expect(visited.at(-1)).toBe(`/tickets/${rita.uuid}`));
});

test('only who may show all has the switch, and an admin starts with it on', async () => {
  show(<TicketsPage />, { path: '/tickets', api: [rows([ana]), ...around] });
  await screen.findByText('Ana');
  expect(screen.queryByRole('switch', { name: 'Todos' })).toBeNull();
  cleanup();

  const { sent } = show(<TicketsPage />, { as: { profile: 'admin' }, path: '/tickets', api: [rows([ana]), ...around] });
  const all = await screen.findByRole<HTMLInputElement>('switch', { name: 'Todos' });
  expect(all.checked).toBe(true);
  await waitFor(() => expect(sent.some(({ query }) => query.includes('showAll=true'))).toBe(true));
  await userEvent.click(all);
  // What was made ready for the other tabs may still be asked for after it.
  await waitFor(() => expect(sent.some(({ query }) => query.includes('showAll=false'))).toBe(true));
});

test('the queues chosen narrow the lists and are remembered', async () => {
  const as = { queues: [vendas, { ...vendas, id: 20, name: 'Suporte' }] };
  const { sent } = show(<TicketsPage />, { as, path: '/tickets', api: [rows([ana]), ...around] });
  await userEvent.click(await screen.findByRole('button', { name: 'Filas · 2' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Suporte', hidden: true }));
  expect(screen.getByRole('button', { name: 'Filas · 1' })).toBeTruthy();
  await waitFor(() => expect(new URLSearchParams(sent.at(-1)?.query).get('queueIds')).toBe('[10]'));
  cleanup();

  show(<TicketsPage />, { as, path: '/tickets', api: [rows([ana]), ...around] });
  expect(await screen.findByRole('button', { name: 'Filas · 1' })).toBeTruthy();
});

test('a list that can not be loaded says so and tries again', async () => {
  let works = false;
  show(<TicketsPage />, {
    path: '/tickets',
    api: [stub(ticketsApi.list, () => (works ? { tickets: [ana], count: 1, hasMore: false } : refuse('ERR_UNAVAILABLE'))), ...around],
  });
  expect(await screen.findByText('Não foi possível carregar a lista de registros')).toBeTruthy();
  works = true;
  await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }));
  expect(await screen.findByText('Ana')).toBeTruthy();
});
