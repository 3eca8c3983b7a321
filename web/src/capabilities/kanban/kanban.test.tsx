import { kanbanApi, laneOf, openLane } from '@prosa/contracts/kanban';
import { messageLive } from '@prosa/contracts/messages';
import { type Tag, tagLive } from '@prosa/contracts/tags';
import { type Ticket, ticketLive } from '@prosa/contracts/tickets';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { marina, refuse, show, stub } from '../../../test/screen.tsx';
import { aMessage } from '../chat/messages/messages.fixture.ts';
import { aTag } from '../tags/tags.fixture.ts';
import { giveLayout } from '../tickets/layout.fixture.ts';
import { ana, around, joao, rita, vendas } from '../tickets/tickets.scene.ts';
import { KanbanPage } from './KanbanPage.tsx';

beforeAll(giveLayout);
beforeEach(() => localStorage.clear());
afterEach(cleanup);

const quote = aTag({ id: 101, name: 'Orçamento', color: '#B45309', kanban: 1, laneOrder: 1 });
const sale = aTag({ id: 102, name: 'Fechamento', color: '#2F6FD0', kanban: 1, laneOrder: 2 });
const wearing = (ticket: Ticket, tag: Tag): Ticket => ({ ...ticket, tags: [{ id: tag.id, name: tag.name, color: tag.color, kanban: 1 }] });

/** Answers from one set of cards, as the server does. */
function board(cards: Ticket[], tags: Tag[] = [quote, sale]) {
  return [
    stub(kanbanApi.lanes, () => ({ lista: tags })),
    stub(kanbanApi.cards, ({ query }) => {
      const found = cards.filter(({ contact }) => contact.name.toLowerCase().includes(query.searchParam));
      const lanes = [openLane, ...tags.map(({ id }) => id)].map((tagId) => ({
        tagId,
        count: found.filter((each) => laneOf(each) === tagId).length,
        hasMore: false,
      }));
      return { tickets: found, count: found.length, hasMore: false, lanes };
    }),
    stub(kanbanApi.move, ({ params }) => {
      const tag = tags.find(({ id }) => id === params.tagId) ?? quote;
      return wearing(cards.find(({ id }) => id === params.ticketId) ?? ana, tag);
    }),
    stub(kanbanApi.clear, ({ params }) => ({ ...(cards.find(({ id }) => id === params.ticketId) ?? ana), tags: [] })),
    ...around(cards),
  ];
}

const lane = async (name: string) => within(await screen.findByRole('region', { name }));
const namesIn = async (name: string) =>
  (await lane(name)).queryAllByRole('listitem').map((item) => within(item).getAllByRole('button')[0]?.textContent);
const card = (name: string) => screen.findByRole('button', { name });
const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
const calls = (sent: Array<{ method: string; path: string }>) =>
  sent.filter(({ path }) => path.startsWith('/ticket-tags')).map(({ method, path }) => `${method} ${path}`);

test('"The first lane is ‘Em aberto’", then one per tag flagged kanban, each counted', async () => {
  show(<KanbanPage />, { api: board([ana, joao, wearing(rita, quote)]) });
  expect(await namesIn('Em aberto')).toEqual(['Ana', 'João']);
  expect(await namesIn('Orçamento')).toEqual(['Rita']);
  expect((await lane('Fechamento')).getByText('Arraste cartões para cá')).toBeTruthy();
  expect((await lane('Em aberto')).getByText('2 cartões')).toBeTruthy();
  expect((await lane('Orçamento')).getByText('1 cartão')).toBeTruthy();
});

test('"Cards show contact name, number, last message and a ‘Ver Ticket’ button", the agent and how long the customer waits', async () => {
  const waiting = {
    ...rita,
    updatedAt: joao.updatedAt,
    queue: vendas,
    queueId: vendas.id,
    createdAt: new Date(Date.now() - 3 * 3_600_000 - 1000).toISOString(),
  };
  show(<KanbanPage />, { api: board([{ ...ana, lastMessage: 'Pode ser *amanhã*?' }, waiting]) });
  const [first, second] = await (await lane('Em aberto')).findAllByRole('listitem');
  const ofAna = within(first ?? document.body);
  expect(ofAna.getByText('Pode ser amanhã?')).toBeTruthy();
  expect(ofAna.getByText(marina.name)).toBeTruthy();
  expect(ofAna.getByText('+55 (11) 90000-0001')).toBeTruthy();
  expect(ofAna.getByRole('link', { name: /^Ver Ticket\s*Ana$/ }).getAttribute('href')).toBe(`/tickets/${ana.uuid}`);
  const ofRita = within(second ?? document.body);
  expect(ofRita.getByText('esperando 3 h')).toBeTruthy();
  expect(ofRita.getByText('Sem atendente')).toBeTruthy();
  expect(ofRita.getByText('2 não lidas')).toBeTruthy();
});

test('a card is moved by keyboard, stays focused, and what happened is said', async () => {
  const { sent } = show(<KanbanPage />, { api: board([ana, wearing(joao, quote)]) });
  (await card('Ana')).focus();
  await userEvent.keyboard('{Control>}{ArrowRight}{/Control}');
  await waitFor(async () => expect(await namesIn('Orçamento')).toEqual(['Ana', 'João']));
  expect(said()).toContain('Ana movido para Orçamento, 2 cartões');
  expect(await screen.findByText('Ticket Tag Adicionado com Sucesso!')).toBeTruthy();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Ana'));
  await userEvent.keyboard('{ArrowDown}');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('João'));
  await userEvent.keyboard('{Control>}{ArrowRight}{/Control}');
  expect(await screen.findByText('Ticket Tag Removido! Ticket Tag Adicionado com Sucesso!')).toBeTruthy();
  expect(await namesIn('Fechamento')).toEqual(['João']);
  expect(calls(sent)).toEqual([`PUT /ticket-tags/${ana.id}/${quote.id}`, `PUT /ticket-tags/${joao.id}/${sale.id}`]);
});

test('a card is moved without dragging, from its menu; back to the first lane its tag is only taken away', async () => {
  const { sent } = show(<KanbanPage />, { api: board([wearing(ana, quote)]) });
  (await card('Ana')).focus();
  await userEvent.keyboard('m');
  const menu = await screen.findByRole('menu', { name: 'Mover para…' });
  expect(within(menu).getByRole('menuitemradio', { name: 'Orçamento' }).getAttribute('aria-checked')).toBe('true');
  await userEvent.click(within(menu).getByRole('menuitemradio', { name: 'Em aberto' }));
  await waitFor(async () => expect(await namesIn('Em aberto')).toEqual(['Ana']));
  expect(await screen.findByText('Ticket Tag Removido!')).toBeTruthy();
  expect(calls(sent)).toEqual([`DELETE /ticket-tags/${ana.id}`]);
});

test('a card whose move is refused goes back, with the reason', async () => {
  const api = [stub(kanbanApi.move, () => refuse('ERR_NO_TAG_FOUND')), ...board([ana])];
  show(<KanbanPage />, { api });
  (await card('Ana')).focus();
  await userEvent.keyboard('{Control>}{ArrowRight}{/Control}');
  await waitFor(() => expect(said()).toContain('Ana não foi movido'));
  await waitFor(async () => expect(await namesIn('Em aberto')).toEqual(['Ana']));
  expect(await namesIn('Orçamento')).toEqual([]);
});

test('a colleague’s move, a new message and a new lane are seen at once', async () => {
  const { hear } = show(<KanbanPage />, { api: board([ana, joao]) });
  await card('Ana');
  hear(ticketLive, { action: 'update', ticketId: ana.id, ticket: wearing(ana, sale) });
  await waitFor(async () => expect(await namesIn('Fechamento')).toEqual(['Ana']));
  expect(await namesIn('Em aberto')).toEqual(['João']);
  const ticket = { ...joao, lastMessage: 'Ainda dá tempo?', unreadMessages: 1, updatedAt: '2026-11-15T12:00:00.000Z' };
  hear(messageLive, { action: 'create', message: aMessage({ ticketId: joao.id, body: 'Ainda dá tempo?' }), ticket, contact: joao.contact });
  expect(await screen.findByText('Ainda dá tempo?')).toBeTruthy();
  hear(ticketLive, { action: 'delete', ticketId: ana.id });
  await waitFor(async () => expect(await namesIn('Fechamento')).toEqual([]));
  hear(tagLive, { action: 'update', tag: { ...sale, name: 'Vendido', laneOrder: 0 } });
  await waitFor(() =>
    expect(screen.getAllByRole('heading', { level: 2 }).map((head) => head.textContent)).toEqual(['Em aberto', 'Vendido', 'Orçamento']),
  );
});

test('without lanes it says how to make some, and leads there who may', async () => {
  show(<KanbanPage />, { api: board([ana], []) });
  expect(await screen.findByText('Crie tags marcadas como Kanban para montar seu quadro.')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Abrir tags' })).toBeNull();
  expect(await card('Ana')).toBeTruthy();
  cleanup();
  show(<KanbanPage />, { as: { profile: 'supervisor' }, api: board([ana], []) });
  expect((await screen.findByRole('link', { name: 'Abrir tags' })).getAttribute('href')).toBe('/tags');
});

test('it is narrowed by queue, agent, tag and text; the server is asked for no more than that', async () => {
  const { sent } = show(<KanbanPage />, { as: { profile: 'admin' }, api: board([ana, joao]) });
  await card('Ana');
  await userEvent.click(screen.getByRole('button', { name: /^Filas/ }));
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Vendas' }));
  const asked = () => new URLSearchParams(sent.findLast(({ path }) => path === '/ticket/kanban')?.query);
  await waitFor(() => expect(asked().get('queueIds')).toBe(`[${vendas.id}]`));
  await userEvent.type(screen.getByRole('searchbox'), 'JO');
  await waitFor(() => expect(asked().get('searchParam')).toBe('jo'));
  await waitFor(async () => expect(await namesIn('Em aberto')).toEqual(['João']));
});

test('whoever may edit tags sets the order of the lanes; others are not offered it', async () => {
  const orders: number[][] = [];
  const ordering = stub(kanbanApi.order, ({ body }) => {
    orders.push(body.tagIds);
    return { tagIds: body.tagIds };
  });
  show(<KanbanPage />, { as: { profile: 'admin' }, api: [ordering, ...board([ana])] });
  await userEvent.click(await screen.findByRole('button', { name: 'Opções da coluna Orçamento' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Mover a coluna para a direita' }));
  await waitFor(() =>
    expect(screen.getAllByRole('heading', { level: 2 }).map((head) => head.textContent)).toEqual(['Em aberto', 'Fechamento', 'Orçamento']),
  );
  expect(orders).toEqual([[sale.id, quote.id]]);
  cleanup();
  show(<KanbanPage />, { api: board([ana]) });
  await card('Ana');
  expect(screen.queryByRole('button', { name: 'Opções da coluna Orçamento' })).toBeNull();
});

test('the conversation opens beside the board, and Enter on a card is enough for it', async () => {
  const { visited } = show(<KanbanPage />, { api: board([ana]), path: '/kanban' });
  (await card('Ana')).focus();
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByRole('button', { name: 'Fechar conversa' })).toBeTruthy();
  expect(visited.at(-1)).toContain(`ticket=${ana.uuid}`);
  expect(screen.getByRole('region', { name: 'Em aberto' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Fechar conversa' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Fechar conversa' })).toBeNull());
});
