import { connectionsApi, type Template } from '@prosa/contracts/connections';
import { type Message, messageLive, messagesApi } from '@prosa/contracts/messages';
import { type Ticket, ticketsApi } from '@prosa/contracts/tickets';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { enter, marina, refuse, show, stub } from '../../../../test/screen.tsx';
import type { Sent, Stub } from '../../../../test/stubs.ts';
import { commandsNow } from '../../../platform/browser/commands.ts';
import { aConnection } from '../../connections/connections.fixture.ts';
import { aTicket } from '../../ticket-store/tickets.fixture.ts';
import { giveLayout } from '../../tickets/layout.fixture.ts';
import { Chat } from '../Chat.tsx';
import { aMessage } from '../messages/messages.fixture.ts';

const me = { id: marina.id, name: marina.name };
const minutes = 60_000;
let nextTicket = 1900;
let nextMessage = 9000;
const newTicket = (over: Partial<Ticket> = {}) => {
  const id = nextTicket++;
  const contact = { id, name: 'Ana Clara', number: '5511988887777', email: '', profilePicUrl: '' };
  return aTicket({ id, userId: me.id, user: me, contact, ...over });
};
const endsIn = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();
const openFor = (milliseconds: number) => ({ hours: 24, endsAt: endsIn(milliseconds), isOpen: true });
const shut = { hours: 24, endsAt: endsIn(-minutes), isOpen: false };
const templates: Template[] = [
  { name: 'ola', language: 'pt_BR', category: 'utility', body: 'Olá {{1}}, podemos continuar?' },
  { name: 'aviso_fatura', language: 'pt_BR', category: 'marketing', body: 'Olá {{1}}, a fatura de {{2}} vence em {{3}}.' },
];
type ServiceWindow = { hours: number | null; endsAt: string | null; isOpen: boolean };

beforeAll(giveLayout);
beforeEach(() => localStorage.clear());
afterEach(cleanup);

function open(ticket: Ticket, window: ServiceWindow, api: Stub[] = [], provider: 'cloud' | 'simulator' | 'baileys' = 'cloud') {
  const stored = (body: string) => aMessage({ id: nextMessage++, ticketId: ticket.id, fromMe: true, user: me, body });
  return show(<Chat uuid={ticket.uuid} />, {
    api: [
      ...api,
      stub(messagesApi.window, () => window),
      stub(messagesApi.send, ({ body }) => stored(body.body)),
      stub(connectionsApi.templates, () => templates),
      stub(connectionsApi.list, () => [aConnection({ id: ticket.whatsappId, provider })]),
      stub(ticketsApi.showByUuid, () => ticket),
      stub(messagesApi.list, () => ({ messages: [], ticket, count: 0, hasMore: false, pageNumber: 1 })),
    ],
  });
}
const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Mensagem' });
const posts = (sent: readonly Sent[]) => sent.filter(({ method }) => method === 'POST').map(({ body }) => body);
const inbound = (ticket: Ticket) => aMessage({ id: nextMessage++, ticketId: ticket.id, createdAt: new Date().toISOString() });
const hearFrom = (message: Message, ticket: Ticket) => ({ action: 'create' as const, message, ticket, contact: ticket.contact });
const closedWords = 'Janela fechada: só modelos aprovados';

describe('the service window', () => {
  test('counts down quietly, and warns in its last two hours', async () => {
    open(newTicket(), openFor(3 * 60 * minutes + 11.5 * minutes));
    const timer = await screen.findByRole('timer');
    expect(timer.textContent).toBe('Janela de atendimento: 3 h 12 min');
    expect(timer.dataset.ending).toBeUndefined();
    cleanup();
    open(newTicket(), openFor(90 * minutes), [], 'simulator');
    expect((await screen.findByRole('timer')).dataset.ending).toBe('true');
    expect(await field()).toBeTruthy();
  });

  test('is not spoken of where the channel has none, nor asked for where it can not have one', async () => {
    const { sent } = open(newTicket(), { hours: null, endsAt: null, isOpen: true }, [], 'simulator');
    await waitFor(() => expect(sent.some(({ path }) => path.endsWith('/window'))).toBe(true));
    expect(await field()).toBeTruthy();
    expect(screen.queryByRole('timer')).toBeNull();
    cleanup();
    const other = open(newTicket(), shut, [], 'baileys');
    await field();
    await waitFor(() => expect(other.sent.some(({ path }) => path === '/whatsapp')).toBe(true));
    expect(other.sent.some(({ path }) => path.endsWith('/window'))).toBe(false);
  });

  test('once closed leaves templates only, and the customer who writes opens it at once', async () => {
    const ticket = newTicket();
    const { hear, sent } = open(ticket, shut);
    expect(await screen.findByText(closedWords)).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: 'Mensagem' })).toBeNull();
    hear(messageLive, hearFrom(inbound(ticket), ticket));
    expect(await field()).toBeTruthy();
    expect((await screen.findByRole('timer')).textContent).toMatch(/24 h 0 min|23 h 5\d min/);
    expect(sent.filter(({ path }) => path.endsWith('/window'))).toHaveLength(1);
  });

  test('that the network finds closed gives back what was typed', async () => {
    const ticket = newTicket();
    const { hear } = open(ticket, openFor(60 * minutes), [stub(messagesApi.send, () => refuse('ERR_WINDOW_CLOSED'))]);
    await userEvent.type(await field(), 'Seu pedido chegou{Enter}');
    expect(await screen.findByText(closedWords)).toBeTruthy();
    expect(screen.getByText('Seu texto está guardado: Seu pedido chegou')).toBeTruthy();
    expect(screen.queryByText(/Não enviada/)).toBeNull();
    hear(messageLive, hearFrom(inbound(ticket), ticket));
    expect((await field()).value).toBe('Seu pedido chegou');
  });

  test('is closed by a message that failed for it', async () => {
    const ticket = newTicket();
    const { hear } = open(ticket, openFor(60 * minutes));
    await screen.findByRole('timer');
    const failed = aMessage({ id: 1, ticketId: ticket.id, fromMe: true, ack: -1, failure: 'ERR_WINDOW_CLOSED' });
    hear(messageLive, { action: 'update', message: failed });
    expect(await screen.findByText(closedWords)).toBeTruthy();
  });
});

describe('a template', () => {
  test('is found, filled in with the text in view, and sent, all by keyboard', async () => {
    const ticket = newTicket();
    const { sent } = open(ticket, shut);
    const choose = await screen.findByRole('button', { name: 'Escolher modelo' });
    choose.focus();
    await userEvent.keyboard('{Enter}');
    const dialog = within(await screen.findByRole('dialog', { name: 'Enviar modelo aprovado' }));
    const search = await dialog.findByRole('combobox', { name: 'Buscar modelo' });
    expect(document.activeElement).toBe(search);
    await waitFor(() => expect(dialog.getAllByRole('option')).toHaveLength(2));
    expect(dialog.getByText('Marketing · português (Brasil)')).toBeTruthy();
    await userEvent.keyboard('ola{ArrowDown}{ArrowUp}');
    await userEvent.clear(search);
    await userEvent.keyboard('fatura{Enter}');
    expect(document.activeElement).toBe(dialog.getByRole('textbox', { name: 'Variável 2' }));
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Variável 1' }).value).toBe('Ana');
    await userEvent.keyboard('R$ 27,45{Enter}');
    expect(dialog.getByRole('figure').textContent).toContain('Olá Ana, a fatura de R$ 27,45 vence em {{3}}.');
    await userEvent.keyboard('{Enter}');
    expect(await dialog.findByText('Required')).toBeTruthy();
    expect(posts(sent)).toEqual([]);
    await userEvent.keyboard('amanhã{Enter}');
    const template = { name: 'aviso_fatura', language: 'pt_BR', variables: ['Ana', 'R$ 27,45', 'amanhã'] };
    await waitFor(() => expect(posts(sent)).toEqual([{ template }]));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('shows at once how it reads, and why it was refused', async () => {
    const ticket = newTicket();
    open(ticket, shut, [stub(messagesApi.send, () => refuse('ERR_TEMPLATE_REFUSED'))]);
    await userEvent.click(await screen.findByRole('button', { name: 'Escolher modelo' }));
    await userEvent.click(await screen.findByRole('option', { name: /^ola/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Enviar modelo' }));
    const log = within(await screen.findByRole('log'));
    expect(await log.findByText('Olá Ana, podemos continuar?')).toBeTruthy();
    expect(await log.findByText('O modelo não existe, não foi aprovado ou foi preenchido incorretamente.')).toBeTruthy();
  });

  test('can be picked while the window is open too, from the clip and the palette', async () => {
    open(newTicket(), openFor(10 * 60 * minutes));
    await screen.findByRole('timer');
    await userEvent.click(screen.getByRole('button', { name: 'Anexar' }));
    await userEvent.click(within(screen.getByRole('menu')).getByRole('menuitem', { name: 'Modelo aprovado' }));
    expect(await screen.findByRole('dialog', { name: 'Enviar modelo aprovado' })).toBeTruthy();
    expect(commandsNow().map(({ label }) => label)).toContain('Enviar um modelo aprovado');
  });

  test('search that finds nothing and a connection without any say so', async () => {
    open(newTicket(), shut);
    await userEvent.click(await screen.findByRole('button', { name: 'Escolher modelo' }));
    await enter(await screen.findByRole('combobox', { name: 'Buscar modelo' }), 'xyz');
    expect(await screen.findByText('Nenhum modelo com "xyz"')).toBeTruthy();
    cleanup();
    open(newTicket(), shut, [stub(connectionsApi.templates, () => [])]);
    await userEvent.click(await screen.findByRole('button', { name: 'Escolher modelo' }));
    expect(await screen.findByText('Nenhum modelo aprovado nesta conexão')).toBeTruthy();
  });
});
