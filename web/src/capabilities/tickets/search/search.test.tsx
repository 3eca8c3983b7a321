import { messagesApi } from '@prosa/contracts/messages';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { show, stub, typeAtOnce } from '../../../../test/screen.tsx';
import { aMessage } from '../../chat/messages/messages.fixture.ts';
import { giveLayout } from '../layout.fixture.ts';
import { TicketsPage } from '../TicketsPage.tsx';
import { ana, around, asked, joao, rita, ticketsAre } from '../tickets.scene.ts';

beforeAll(giveLayout);
beforeEach(() => localStorage.clear());
afterEach(cleanup);

const field = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Buscar por nome, número ou mensagem' });
async function openSearch() {
  await userEvent.click(await screen.findByRole('tab', { name: 'Busca' }));
}

test('"The search tab has a debounced text search": one call in small letters, over contacts, tickets and messages', async () => {
  const hit = { ...aMessage({ id: 77, ticketId: 1, body: 'Segue o boleto da Ana' }), ticket: ana, contact: ana.contact, whatsappId: 1 };
  const { sent } = show(<TicketsPage />, {
    path: '/tickets',
    api: [stub(messagesApi.search, () => ({ messages: [hit], count: 1, hasMore: false })), ticketsAre([ana, rita]), ...around()],
  });
  await openSearch();
  typeAtOnce(field(), 'ANA');
  const link = await screen.findByRole('link', { name: /Segue o boleto/ });

  expect(link.getAttribute('href')).toBe(`/tickets/${ana.uuid}?message=77`);
  expect(screen.getByRole('heading', { name: 'Contatos · 1' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Atendimentos · 2' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Mensagens · 1' })).toBeTruthy();
  const searches = asked(sent, '/tickets').filter(({ searchParam }) => searchParam !== undefined);
  expect(searches.map(({ searchParam }) => searchParam)).toEqual(['ana']);
  expect(asked(sent, '/messages/search').map(({ searchParam }) => searchParam)).toEqual(['ana']);
});

test('a message that was found opens at that message', async () => {
  const hit = { ...aMessage({ id: 77, ticketId: 1, body: 'boleto' }), ticket: ana, contact: ana.contact, whatsappId: 1 };
  const { visited } = show(<TicketsPage />, {
    path: '/tickets',
    api: [stub(messagesApi.search, () => ({ messages: [hit], count: 1, hasMore: false })), ticketsAre([]), ...around()],
  });
  await openSearch();
  await userEvent.type(field(), 'boleto');
  await userEvent.click(await screen.findByRole('link', { name: /Mensagem no atendimento #1/ }));
  expect(visited.at(-1)).toContain(`/tickets/${ana.uuid}`);
});

test('a message to somebody who never had a ticket opens as a thread to be read', async () => {
  const found = aMessage({
    id: 78,
    ticketId: null,
    ticket: null,
    fromMe: true,
    user: null,
    origin: 'campaign',
    why: 'Natal',
    body: 'boleto',
  });
  const hit = { ...found, ticket: null, contact: ana.contact, whatsappId: 3 };
  show(<TicketsPage />, {
    path: '/tickets',
    api: [
      stub(messagesApi.search, () => ({ messages: [hit], count: 1, hasMore: false })),
      stub(messagesApi.thread, () => ({ messages: [found], contact: ana.contact, count: 1, hasMore: false, pageNumber: 1 })),
      ticketsAre([]),
      ...around(),
    ],
  });
  await openSearch();
  await userEvent.type(field(), 'boleto');
  const link = await screen.findByRole('link', { name: /Mensagem sem atendimento/ });
  expect(link.getAttribute('href')).toBe(`/tickets?contact=${ana.contact.id}&whatsapp=3`);
  await userEvent.click(link);
  expect(await screen.findByText('Automática: campanha · Natal', {}, { timeout: 90_000 })).toBeTruthy();
  expect(screen.getByText(/só para leitura/)).toBeTruthy();
});

test('"a tag filter, and a user filter for admins only"', async () => {
  show(<TicketsPage />, { path: '/tickets', api: [ticketsAre([ana]), ...around()] });
  await openSearch();
  expect(await screen.findByRole('button', { name: 'Tags' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Usuários' })).toBeNull();
  cleanup();

  const { sent } = show(<TicketsPage />, { as: { profile: 'admin' }, path: '/tickets', api: [ticketsAre([ana, joao]), ...around()] });
  await openSearch();
  await userEvent.click(await screen.findByRole('button', { name: 'Tags' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Lead', hidden: true }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Urgente', hidden: true }));
  await userEvent.click(await screen.findByRole('button', { name: 'Usuários' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Paulo Silva', hidden: true }));
  await waitFor(() => expect(asked(sent, '/tickets').at(-1)).toMatchObject({ tags: '[5,6]', users: '[4]' }));
  expect(screen.getByRole('button', { name: 'Tags · 2' })).toBeTruthy();
});

test('nothing found says so, and clearing the text stays on the tab', async () => {
  show(<TicketsPage />, { path: '/tickets', api: [ticketsAre([]), ...around()] });
  await openSearch();
  await userEvent.type(field(), 'xyz');
  expect(await screen.findByText('Nada encontrado para "xyz"')).toBeTruthy();
  // One button in the field, one with the words.
  await userEvent.click(screen.getAllByRole('button', { name: 'Limpar busca' }).at(-1) ?? document.body);
  expect(field().value).toBe('');
  expect(screen.getByRole('tab', { name: 'Busca' }).getAttribute('aria-selected')).toBe('true');

  await userEvent.type(field(), 'abc{Escape}');
  expect(field().value).toBe('');
  expect(screen.getByRole('tab', { name: 'Busca' }).getAttribute('aria-selected')).toBe('true');
});

test('what is typed survives another list, and the key / leads back to it', async () => {
  show(<TicketsPage />, { path: '/tickets', api: [ticketsAre([ana]), ...around()] });
  await screen.findByText('Ana');
  await userEvent.keyboard('/');
  await waitFor(() => expect(document.activeElement).toBe(field()));
  await userEvent.keyboard('jo');
  await userEvent.click(screen.getByRole('tab', { name: 'Resolvidos' }));
  await userEvent.click(screen.getByRole('tab', { name: 'Busca' }));
  expect(field().value).toBe('jo');
});

test('a waiting ticket that was found is not opened by a click either', async () => {
  const { visited } = show(<TicketsPage />, { path: '/tickets', api: [ticketsAre([rita]), ...around()] });
  await openSearch();
  await userEvent.click(await screen.findByText('Rita'));
  expect(visited.at(-1)).toBe('/tickets');
  expect(screen.getByRole('button', { name: 'Aceitar o atendimento de Rita' })).toBeTruthy();
});
