import { contactLive } from '@prosa/contracts/contacts';
import { messageLive } from '@prosa/contracts/messages';
import { customerLive, ticketLive, ticketsApi } from '@prosa/contracts/tickets';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { marina, refuse, show, stub } from '../../../../test/screen.tsx';
import { dismissNotice, shownNotices } from '../../../platform/browser/notices.ts';
import { writeDraft } from '../../chat/composer/drafts.ts';
import { aMessage } from '../../chat/messages/messages.fixture.ts';
import { aContact } from '../../contacts/contacts.fixture.ts';
import { aTicket } from '../../ticket-store/tickets.fixture.ts';
import { giveLayout } from '../layout.fixture.ts';
import { TicketsPage } from '../TicketsPage.tsx';
import { ana, around, asked, card, joao, mine, puts, rita, ticketsAre, vendas } from '../tickets.scene.ts';

beforeAll(giveLayout);
beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  for (const { id } of shownNotices.get()) dismissNotice(id);
});

const row = (name: RegExp) => screen.getByRole('link', { name });
const names = () => screen.getAllByRole('listitem').map((item) => within(item).getByText(/^(Ana|João|Rita|Nova)$/).textContent);
/** Comes shortly after the words of its row. */
const menuButton = (name: string) => screen.findByRole('button', { name: `Ações do atendimento de ${name}` });
const menuOf = async (name: string) => userEvent.click(await menuButton(name));

test('"contact picture and name, last message, queue, tags, unread count, user, connection name"', async () => {
  const tags = [1, 2, 3, 4].map((id) => ({ id, name: `Tag ${id}`, color: '#112233', kanban: 0 as const }));
  const full = aTicket({
    ...mine,
    id: 9,
    contact: { ...card(9, 'Padaria'), profilePicUrl: '/public/9.jpg' },
    queueId: vendas.id,
    queue: vendas,
    tags,
    unreadMessages: 120,
    isGroup: true,
    chatbot: true,
    lastMessage: 'audio',
    last: { fromMe: true, mediaType: 'audio', seconds: 42, user: { id: 3, name: 'Marina' } },
  });
  const { user } = show(<TicketsPage />, { path: '/tickets', as: { queues: [vendas] }, api: [ticketsAre([full, ana]), ...around()] });
  const item = (await screen.findByText('Padaria')).closest('li');
  const shown = item?.textContent ?? '';
  expect(item?.querySelector('img')?.getAttribute('src')).toBe('/public/9.jpg');
  expect(shown).toContain('Você: Áudio 0:42');
  expect(shown).toContain('Vendas');
  expect(shown).toContain('Tag 1+3');
  expect(shown).toContain('Marina');
  expect(shown).toContain('120 mensagens não lidas');
  expect(shown).toContain('99+');
  expect(shown).toContain('Grupo');
  expect(shown).toContain('Chatbot');
  expect(shown).toContain('WhatsApp Principal');

  act(() => writeDraft(user.id, ana.id, 'Sobre o seu pedido'));
  expect(row(/Ana/).textContent).toContain('Rascunho: Sobre o seu pedido');
  act(() => writeDraft(user.id, ana.id, ''));
});

test('"digitando… in green", in the row and over the conversation, until the words come, the time is over or it stops', async () => {
  const { hear } = show(<TicketsPage />, { path: `/tickets/${ana.uuid}`, api: [ticketsAre([ana, joao]), ...around()] });
  const header = await screen.findByText(/^#1 ·/);
  const activity = (action: 'typing' | 'recording' | 'paused', ticketId: number, milliseconds = 9000) =>
    hear(customerLive, { action, ticketId, until: new Date(Date.now() + milliseconds) });
  activity('typing', ana.id);
  expect(row(/Ana/).textContent).toContain('digitando…');
  expect(header.textContent).toBe('digitando…');
  expect(row(/João/).textContent).not.toContain('digitando…');
  activity('recording', ana.id);
  expect(row(/Ana/).textContent).toContain('gravando áudio…');
  activity('paused', ana.id);
  expect(row(/Ana/).textContent).not.toContain('gravando');
  activity('typing', joao.id, -1000);
  expect(row(/João/).textContent).not.toContain('digitando…');
  activity('typing', joao.id, 200);
  expect(row(/João/).textContent).toContain('digitando…');
  await waitFor(() => expect(row(/João/).textContent).not.toContain('digitando…'));
  activity('typing', ana.id);
  hear(messageLive, {
    action: 'create',
    message: aMessage({ id: 99, ticketId: ana.id, body: 'Pronto' }),
    ticket: ana,
    contact: ana.contact,
  });
  expect(row(/Ana/).textContent).not.toContain('digitando…');
  expect(header.textContent).toMatch(/^#1 ·/);
});

test('resolving from the list can be undone, and leaves the conversation that is open alone', async () => {
  const { sent, visited } = show(<TicketsPage />, { path: `/tickets/${ana.uuid}`, api: [ticketsAre([ana, joao]), ...around()] });
  await screen.findByRole('link', { name: /João/ });
  await menuOf('João');
  await userEvent.click(screen.getByRole('menuitem', { name: 'Resolver', hidden: true }));
  expect(await screen.findByText('Atendimento resolvido')).toBeTruthy();
  expect(visited.at(-1)).toBe(`/tickets/${ana.uuid}`);

  await userEvent.click(screen.getByRole('button', { name: 'Desfazer' }));
  await waitFor(() => expect(puts(sent)).toHaveLength(2));
  expect(puts(sent)).toEqual([
    { path: '/tickets/2', body: { status: 'closed', userId: marina.id, queueId: null } },
    { path: '/tickets/2', body: { status: 'open', userId: marina.id, queueId: null } },
  ]);
});

test('the menu of a row opens by the right button, and holds what the ticket and the person allow', async () => {
  show(<TicketsPage />, { path: '/tickets', api: [ticketsAre([ana, rita]), ...around()] });
  await menuButton('Ana');
  fireEvent.contextMenu(row(/Ana/));
  const items = () => screen.getAllByRole('menuitem', { hidden: true }).map(({ textContent }) => textContent);
  expect(items()).toEqual(['Transferir', 'Resolver', 'Devolver', 'Tags', 'Abrir em nova aba', 'Selecionar']);
  await userEvent.keyboard('{Escape}');

  await userEvent.click(screen.getByRole('tab', { name: /Aguardando/ }));
  await screen.findByText('Rita');
  await menuOf('Rita');
  expect(items()).toEqual(['Aceitar', 'Transferir', 'Resolver', 'Tags', 'Selecionar']);
});

test('several are chosen with X and resolved together; what fails is told, and the rest stands', async () => {
  const { sent } = show(<TicketsPage />, {
    path: '/tickets',
    api: [
      stub(ticketsApi.update, ({ params, body }) =>
        params.id === joao.id
          ? refuse('ERR_NO_TICKET_FOUND')
          : { ...ana, status: body.status ?? 'open', updatedAt: '2026-11-15T12:00:00.000Z' },
      ),
      ticketsAre([ana, joao]),
      ...around(),
    ],
  });
  await screen.findByText('Ana');
  await userEvent.keyboard('jxjx');
  expect(await screen.findByText('2 selecionados')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Resolver' }));

  expect(await screen.findByText('1 não mudaram: Atendimento não encontrado.')).toBeTruthy();
  expect(await screen.findByText('1 atendimento resolvido')).toBeTruthy();
  expect(puts(sent).map(({ path }) => path)).toEqual(['/tickets/1', '/tickets/2']);
  expect(screen.queryByRole('toolbar', { name: 'Atendimentos selecionados' })).toBeNull();
});

test('Esc drops the choice before it closes anything else', async () => {
  const { visited } = show(<TicketsPage />, { path: `/tickets/${joao.uuid}`, api: [ticketsAre([ana, joao]), ...around()] });
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Selecionar o atendimento de Ana' }));
  expect(screen.getByText('1 selecionado')).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByText('1 selecionado')).toBeNull();
  expect(visited.at(-1)).toBe(`/tickets/${joao.uuid}`);
});

test('"contact updates patch the tickets", without asking the server again', async () => {
  const { hear, sent } = show(<TicketsPage />, { path: '/tickets', api: [ticketsAre([ana, joao]), ...around()] });
  await screen.findByText('Ana');
  const before = sent.length;
  hear(contactLive, { action: 'update', contact: aContact({ id: 1, name: 'Ana Clara Souza' }) });
  expect(await screen.findByText('Ana Clara Souza')).toBeTruthy();
  expect(sent).toHaveLength(before);
});

test('"A ticket moved to a queue not selected is removed", and one moved to another user as well', async () => {
  const inVendas = { ...ana, queueId: vendas.id, queue: vendas };
  const { hear } = show(<TicketsPage />, { path: '/tickets', as: { queues: [vendas] }, api: [ticketsAre([inVendas, joao]), ...around()] });
  await screen.findByText('Ana');
  const later = { ...inVendas, queueId: 99, queue: { id: 99, name: 'Outra', color: '#000000' }, updatedAt: '2026-11-15T11:00:00.000Z' };
  hear(ticketLive, { action: 'update', ticketId: 1, ticket: later });
  await waitFor(() => expect(screen.queryByText('Ana')).toBeNull());
  expect(screen.getByRole('tab', { name: /Atendendo/ }).textContent).toBe('Atendendo1');
});

test('rows do not move under the pointer: what is new waits above, counted', async () => {
  const { hear } = show(<TicketsPage />, { path: '/tickets', api: [ticketsAre([ana, joao]), ...around()] });
  await screen.findByText('Ana');
  const list = screen.getByRole('list', { name: 'Atendendo' });
  await userEvent.pointer([{ target: list }, { target: list, coords: { x: 5, y: 5 } }]);
  const say = (ticket: typeof joao, at: string) =>
    hear(messageLive, {
      action: 'create',
      message: aMessage({ ticketId: ticket.id }),
      ticket: { ...ticket, updatedAt: at },
      contact: ticket.contact,
    });
  say(joao, '2026-11-15T11:00:00.000Z');
  say(aTicket({ id: 8, ...mine, contact: card(8, 'Nova') }), '2026-11-15T11:01:00.000Z');

  const above = await screen.findByRole('button', { name: '2 novas no topo ↑' });
  expect(names()).toEqual(['Ana', 'João']);
  await userEvent.click(above);
  await waitFor(() => expect(names()).toEqual(['Nova', 'João', 'Ana']));
});

test('"ticket lists load the next page within 100 px of the bottom"', async () => {
  const page = (number: number) => (number === 1 ? [ana] : [joao]);
  const { sent } = show(<TicketsPage />, {
    path: '/tickets',
    api: [
      stub(ticketsApi.list, ({ query }) =>
        query.status === 'open'
          ? { tickets: page(query.pageNumber), count: 2, hasMore: query.pageNumber === 1 }
          : { tickets: [], count: 0, hasMore: false },
      ),
      ...around(),
    ],
  });
  await screen.findByText('Ana');
  const scroller = screen.getByRole('list', { name: 'Atendendo' }).parentElement ?? document.body;
  const pages = () =>
    asked(sent, '/tickets')
      .filter(({ status }) => status === 'open')
      .map(({ pageNumber }) => pageNumber);
  // 5000 px high, of which 800 are seen.
  fireEvent.scroll(scroller, { target: { scrollTop: 4000 } });
  expect(pages()).toEqual(['1']);
  fireEvent.scroll(scroller, { target: { scrollTop: 4150 } });
  expect(await screen.findByText('João')).toBeTruthy();
  expect(pages()).toEqual(['1', '2']);
});

test('resting on a row fetches its conversation without marking it as read, so that opening it asks for nothing more', async () => {
  const { sent } = show(<TicketsPage />, { path: '/tickets', api: [ticketsAre([ana, joao]), ...around()] });
  await screen.findByText('João');
  const box = row(/João/).parentElement ?? document.body;
  await userEvent.hover(box);
  await waitFor(() => expect(asked(sent, '/messages/2')).toEqual([{ pageNumber: '1', spy: 'true' }]));
  const before = sent.length;
  await userEvent.click(row(/João/));
  expect(await screen.findByText('Diga olá para seu novo contato!')).toBeTruthy();
  expect(sent.slice(before).filter(({ path }) => path.startsWith('/tickets/u/'))).toEqual([]);
});

test('a conversation made ready out of sight is seen by nobody, tells nobody and reads nothing', async () => {
  const { sent, emitted, hear } = show(<TicketsPage />, { path: '/tickets', api: [ticketsAre([ana, joao]), ...around()] });
  await screen.findByText('João');
  await userEvent.hover(row(/João/).parentElement ?? document.body);
  const ready = await screen.findByText('Diga olá para seu novo contato!');
  expect(screen.queryByRole('region', { name: /João/ })).toBeNull();
  expect(ready.closest('[style*="display: none"]')).toBeTruthy();
  expect(emitted.filter(([name]) => name === 'joinChatBox')).toEqual([]);
  expect(asked(sent, '/messages/2').every(({ spy }) => spy === 'true')).toBe(true);
  hear(messageLive, {
    action: 'create',
    message: aMessage({ id: 91, ticketId: joao.id, body: 'Ainda aí?' }),
    ticket: joao,
    contact: joao.contact,
  });
  await waitFor(() => expect(ready.isConnected).toBe(false));
});

test('Alt with an arrow opens the next ticket, also while somebody writes', async () => {
  const { visited } = show(
    <>
      <input aria-label="Outro" />
      <TicketsPage />
    </>,
    { path: `/tickets/${ana.uuid}`, api: [ticketsAre([ana, joao]), ...around()] },
  );
  await screen.findByRole('link', { name: /João/ });
  act(() => screen.getByLabelText('Outro').focus());
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await waitFor(() => expect(visited.at(-1)).toBe(`/tickets/${joao.uuid}`));
});

test('the list is made wider by its edge, within bounds, and stays so', async () => {
  show(<TicketsPage />, { path: '/tickets', api: [ticketsAre([ana]), ...around()] });
  const edge = await screen.findByRole('separator', { name: 'Largura da lista' });
  expect(edge.getAttribute('aria-valuenow')).toBe('352');
  act(() => edge.focus());
  await userEvent.keyboard('{ArrowRight}');
  expect(edge.getAttribute('aria-valuenow')).toBe('368');
  await userEvent.keyboard('{End}{ArrowRight}');
  expect(edge.getAttribute('aria-valuenow')).toBe('480');
  cleanup();
  show(<TicketsPage />, { path: '/tickets', api: [ticketsAre([ana]), ...around()] });
  expect((await screen.findByRole('separator', { name: 'Largura da lista' })).getAttribute('aria-valuenow')).toBe('480');
});

test('the empty lists say what the specification of the screen says', async () => {
  show(<TicketsPage />, { path: '/tickets', api: [ticketsAre([]), ...around()] });
  expect(await screen.findByText('Nenhum atendimento em andamento')).toBeTruthy();
  expect(screen.getByText('Pegue o próximo na fila de espera.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Ver aguardando' }));
  expect(await screen.findByText('Tudo em dia!')).toBeTruthy();
  expect(screen.getByText('Nenhum cliente aguardando.')).toBeTruthy();
  await userEvent.click(screen.getByRole('tab', { name: 'Resolvidos' }));
  expect(await screen.findByText('Nenhum atendimento resolvido nestas filas.')).toBeTruthy();
});
