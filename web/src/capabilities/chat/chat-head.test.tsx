import { connectionsApi } from '@prosa/contracts/connections';
import { messagesApi } from '@prosa/contracts/messages';
import { tagsApi } from '@prosa/contracts/tags';
import { type Ticket, ticketsApi } from '@prosa/contracts/tickets';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lastSent } from '../../../test/requests.ts';
import { marina, show, stub } from '../../../test/screen.tsx';
import type { Stub } from '../../../test/stubs.ts';
import { aTicket } from '../ticket-store/tickets.fixture.ts';
import { giveLayout } from '../tickets/layout.fixture.ts';
import { Chat } from './Chat.tsx';
import { aMessage } from './messages/messages.fixture.ts';

const me = { id: marina.id, name: marina.name };
let nextTicket = 1300;
const newTicket = (over: Partial<Ticket> = {}) => aTicket({ id: nextTicket++, userId: me.id, user: me, ...over });
const urgent = { id: 1, name: 'Urgente', color: '#BA3535', kanban: 0 as const, userId: null, laneOrder: 0, ticketsCount: 3 };

beforeAll(giveLayout);
beforeEach(() => localStorage.clear());
afterEach(cleanup);

function open(ticket: Ticket, api: Stub[] = [], as = {}) {
  return show(<Chat uuid={ticket.uuid} />, {
    as,
    path: `/tickets/${ticket.uuid}`,
    api: [
      ...api,
      stub(connectionsApi.list, () => []),
      stub(ticketsApi.showByUuid, () => ticket),
      stub(messagesApi.list, () => ({
        messages: [aMessage({ id: 1, ticketId: ticket.id })],
        ticket,
        count: 1,
        hasMore: false,
        pageNumber: 1,
      })),
    ],
  });
}
const more = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Mais ações' }));
  return within(screen.getByRole('menu'));
};

describe('the head of a conversation', () => {
  test.each([
    ['pending', ['Aceitar']],
    ['open', ['Transferir', 'Devolver', 'Resolver']],
    ['closed', ['Reabrir']],
  ] as const)('offers what fits a ticket that is %s', async (status, names) => {
    open(newTicket({ status }));
    const head = within((await screen.findByRole('heading', { level: 2 })).closest('header') ?? document.body);
    for (const name of names) expect(head.getByRole('button', { name })).toBeTruthy();
    for (const name of ['Aceitar', 'Transferir', 'Devolver', 'Resolver', 'Reabrir'].filter((other) => !names.some((own) => own === other)))
      expect(head.queryByRole('button', { name })).toBeNull();
  });

  test('lets an admin delete the ticket, after asking; others are not offered it', async () => {
    const ticket = newTicket();
    const { visited, sent } = open(ticket, [stub(ticketsApi.remove, () => ({ message: 'ok' }))], { profile: 'admin' });
    await userEvent.click((await more()).getByRole('menuitem', { name: 'Excluir atendimento' }));
    const question = within(screen.getByRole('alertdialog', { name: `Excluir o atendimento de ${ticket.contact.name}?` }));
    expect(question.getByText('Todas as mensagens serão perdidas.')).toBeTruthy();
    await userEvent.click(question.getByRole('button', { name: 'Excluir' }));
    expect(await screen.findByText('Ticket deleted sucessfully.')).toBeTruthy();
    expect(visited.at(-1)).toBe('/tickets');
    expect(lastSent(sent, 'DELETE')?.path).toBe(`/tickets/${ticket.id}`);
    cleanup();
    open(newTicket());
    expect((await more()).queryByRole('menuitem', { name: 'Excluir atendimento' })).toBeNull();
  });
});

describe('tags', () => {
  const tagged = (ticket: Ticket) =>
    stub(tagsApi.sync, ({ body }) => ({
      ...ticket,
      tags: body.tags.map(({ id }) => ({ id, name: id === 1 ? 'Urgente' : 'Novo', color: '#000000', kanban: 0 as const })),
    }));

  test('are chosen and taken away, saved at once', async () => {
    const ticket = newTicket();
    const { sent } = open(ticket, [tagged(ticket), stub(tagsApi.everyone, () => [urgent])]);
    await userEvent.click(await screen.findByRole('button', { name: 'Editar tags' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Urgente' }));
    await waitFor(() => expect(lastSent(sent, 'POST')?.body).toEqual({ ticketId: ticket.id, tags: [{ id: 1 }] }));
    await userEvent.keyboard('{Escape}');
    await userEvent.click(await screen.findByRole('button', { name: 'Remover a tag Urgente' }));
    await waitFor(() => expect(lastSent(sent, 'POST')?.body).toEqual({ ticketId: ticket.id, tags: [] }));
  });

  test('what was wanted last is shown, and stands, whatever the server still says of an earlier change', async () => {
    const ticket = newTicket();
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const slowly = stub(tagsApi.sync, async ({ body: { tags } }) => {
      if (tags.length > 0) await held;
      return { ...ticket, tags: tags.map(() => urgent) };
    });
    const { sent } = open(ticket, [slowly, stub(tagsApi.everyone, () => [urgent])]);
    await userEvent.click(await screen.findByRole('button', { name: 'Editar tags' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Urgente' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Remover a tag Urgente' }));
    expect(screen.queryByRole('button', { name: 'Remover a tag Urgente' })).toBeNull();
    expect(lastSent(sent, 'POST')?.body).toEqual({ ticketId: ticket.id, tags: [{ id: 1 }] });
    answer();
    await waitFor(() => {
      expect(screen.queryByRole('button', { name: 'Remover a tag Urgente' })).toBeNull();
      expect(lastSent(sent, 'POST')?.body).toEqual({ ticketId: ticket.id, tags: [] });
    });
    expect(screen.queryByRole('button', { name: 'Remover a tag Urgente' })).toBeNull();
  });

  test('are two in the head, each with its name, and the others are counted', async () => {
    const names = ['Lead', 'Urgente', 'VIP', 'Orçamento'];
    open(newTicket({ tags: names.map((name, at) => ({ id: at + 1, name, color: '#BA3535', kanban: 0 as const })) }));
    expect(await screen.findByRole('button', { name: 'Remover a tag Urgente' })).toBeTruthy();
    expect(screen.getByTitle('VIP, Orçamento').textContent).toBe('+2');
    expect(screen.queryByRole('button', { name: 'Remover a tag VIP' })).toBeNull();
  });

  test('are made with Enter', async () => {
    const ticket = newTicket();
    const { sent } = open(ticket, [
      tagged(ticket),
      stub(tagsApi.everyone, () => [urgent]),
      stub(tagsApi.create, ({ body }) => ({ ...urgent, id: 2, name: body.name })),
    ]);
    await userEvent.click(await screen.findByRole('button', { name: 'Editar tags' }));
    await userEvent.type(screen.getByRole('combobox', { name: 'Buscar ou criar tag' }), 'Novo{Enter}');
    await waitFor(() => expect(lastSent(sent, 'POST')?.body).toEqual({ ticketId: ticket.id, tags: [{ id: 2 }] }));
    expect(sent.find(({ path }) => path === '/tags')?.method).toBe('POST');
    expect(await screen.findByRole('button', { name: 'Remover a tag Novo' })).toBeTruthy();
  });
});

describe('keys', () => {
  test('E resolves, but not while somebody types', async () => {
    const ticket = newTicket();
    const { sent, visited } = open(ticket, [stub(ticketsApi.update, () => ({ ...ticket, status: 'closed' as const }))]);
    await userEvent.type(await screen.findByRole('textbox', { name: 'Mensagem' }), 'e');
    expect(lastSent(sent, 'PUT')).toBeUndefined();
    screen.getByRole('textbox', { name: 'Mensagem' }).blur();
    await userEvent.keyboard('e');
    await waitFor(() => expect(lastSent(sent, 'PUT')?.body).toMatchObject({ status: 'closed' }));
    expect(visited.at(-1)).toBe('/tickets');
  });

  test('Ctrl+F searches the conversation and steps through what is found', async () => {
    const ticket = newTicket();
    const found = [7, 5].map((id) => ({
      ...aMessage({ id, ticketId: ticket.id, body: `boleto ${id}` }),
      ticket,
      contact: ticket.contact,
      whatsappId: 1,
    }));
    const { sent, visited } = open(ticket, [
      stub(messagesApi.search, () => ({ messages: found, count: 2, hasMore: false })),
      stub(messagesApi.list, () => ({ messages: found, ticket, count: 2, hasMore: false, pageNumber: 1 })),
    ]);
    await screen.findByText('boleto 7');
    await userEvent.keyboard('{Control>}f{/Control}');
    await userEvent.type(await screen.findByRole('textbox', { name: 'Buscar na conversa' }), 'BOLETO');
    expect(await screen.findByText('1 de 2')).toBeTruthy();
    expect(sent.find(({ path }) => path === '/messages/search')?.query).toContain('searchParam=boleto');
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('2 de 2')).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('textbox', { name: 'Buscar na conversa' })).toBeNull();
    expect(visited.at(-1)).toBe(`/tickets/${ticket.uuid}`);
    screen.getByRole('log').focus();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(visited.at(-1)).toBe('/tickets'));
  });

  test('the arrows go from message to message, and R answers the one with the focus', async () => {
    const ticket = newTicket();
    open(ticket);
    const log = await screen.findByRole('log');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Mensagem' })));
    log.focus();
    await userEvent.keyboard('{ArrowUp}');
    expect(document.activeElement?.getAttribute('aria-label')).toContain('Mensagem 1');
    await userEvent.keyboard('r');
    expect(screen.getByRole('button', { name: 'Não responder a esta mensagem' })).toBeTruthy();
  });
});
