import { connectionsApi } from '@prosa/contracts/connections';
import { type Message, messageLive, messagesApi } from '@prosa/contracts/messages';
import { type Ticket, ticketsApi } from '@prosa/contracts/tickets';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { failWith, marina, show, stub } from '../../../../test/screen.tsx';
import type { Sent, Stub } from '../../../../test/stubs.ts';
import { aConnection } from '../../connections/connections.fixture.ts';
import { aTicket } from '../../ticket-store/tickets.fixture.ts';
import { giveLayout } from '../../tickets/layout.fixture.ts';
import { Chat } from '../Chat.tsx';
import { aMessage } from '../messages/messages.fixture.ts';

const me = { id: marina.id, name: marina.name };
let nextTicket = 900;
let nextMessage = 5000;
const newTicket = (over: Partial<Ticket> = {}) => aTicket({ id: nextTicket++, userId: me.id, user: me, ...over });

beforeAll(() => {
  giveLayout();
  URL.createObjectURL = () => 'blob:one';
  URL.revokeObjectURL = () => undefined;
});
beforeEach(() => localStorage.clear());
afterEach(cleanup);

const stores = (ticket: Ticket) =>
  stub(messagesApi.send, ({ body }) => aMessage({ id: nextMessage++, ticketId: ticket.id, fromMe: true, user: me, body: body.body }));
function open(ticket: Ticket, api: Stub[] = [], messages: Message[] = []) {
  return show(<Chat uuid={ticket.uuid} />, {
    api: [
      ...api,
      stores(ticket),
      stub(connectionsApi.list, () => []),
      stub(ticketsApi.showByUuid, () => ticket),
      stub(messagesApi.list, () => ({ messages, ticket, count: messages.length, hasMore: false, pageNumber: 1 })),
    ],
  });
}
const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Mensagem' });
const posts = (sent: readonly Sent[]) => sent.filter(({ method }) => method === 'POST').map(({ body }) => body);
const file = (name: string, type: string) => new File(['conteúdo'], name, { type });

describe('files', () => {
  test('are chosen, pasted or dropped, wait in a tray and go one by one, the words with the first', async () => {
    const ticket = newTicket();
    const { sent, container } = open(ticket);
    await field();
    const picker = container.querySelector('input[type=file]');
    if (picker instanceof HTMLInputElement) await userEvent.upload(picker, file('a.pdf', 'application/pdf'));
    fireEvent.paste(await field(), { clipboardData: { files: [file('print.png', 'image/png')] } });
    const data = { files: [file('c.txt', 'text/plain')], types: ['Files'] };
    fireEvent.dragOver(document, { dataTransfer: data });
    expect(screen.getByText('Solte para anexar')).toBeTruthy();
    fireEvent.drop(document, { dataTransfer: data });
    const tray = within(await screen.findByRole('list', { name: 'Arquivos a enviar' }));
    await waitFor(() => expect(tray.getAllByRole('listitem')).toHaveLength(3));
    await userEvent.click(tray.getByRole('button', { name: 'Remover c.txt' }));
    await userEvent.type(await field(), 'Seguem{Enter}');
    await waitFor(() => expect(posts(sent)).toHaveLength(2));
    expect(posts(sent)).toMatchObject([
      { body: '*Marina:*\nSeguem', medias: { name: 'a.pdf' } },
      { body: '', medias: { name: 'print.png' } },
    ]);
    expect(screen.queryByRole('list', { name: 'Arquivos a enviar' })).toBeNull();
  });

  test('that are too large are told and left out, the others stay', async () => {
    const huge = file('filme.png', 'image/png');
    Object.defineProperty(huge, 'size', { value: 17 * 1024 * 1024 });
    open(newTicket());
    fireEvent.paste(await field(), { clipboardData: { files: [huge, file('ok.png', 'image/png')] } });
    expect(await screen.findByText(/filme.png é grande demais/)).toBeTruthy();
    expect(within(await screen.findByRole('list', { name: 'Arquivos a enviar' })).getByText('ok.png')).toBeTruthy();
  });

  test('on their way show their progress and can be stopped', async () => {
    const ticket = newTicket();
    open(ticket, [stub(messagesApi.send, () => new Promise<Message>(() => undefined))]);
    fireEvent.paste(await field(), { clipboardData: { files: [file('a.pdf', 'application/pdf')] } });
    await screen.findByRole('list', { name: 'Arquivos a enviar' });
    await userEvent.type(await field(), '{Enter}');
    const progress = await screen.findByRole('progressbar', { name: 'Enviando a.pdf' });
    await waitFor(() => expect(progress.getAttribute('value')).toBe('50'));
    await userEvent.click(screen.getByRole('button', { name: 'Cancelar: a.pdf' }));
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
  });
});

describe('writing', () => {
  test('offers emoji after a colon', async () => {
    open(newTicket());
    await userEvent.type(await field(), 'Valeu :obrig');
    expect(await screen.findByRole('option', { name: '🙏' })).toBeTruthy();
    await userEvent.keyboard('{Enter}');
    expect((await field()).value).toBe('Valeu 🙏');
  });

  test('quotes the last message with the arrow up, and Esc drops it', async () => {
    const ticket = newTicket();
    open(ticket, [], [aMessage({ id: 4, ticketId: ticket.id, body: 'Última' })]);
    await screen.findByText('Última');
    await userEvent.type(await field(), '{ArrowUp}');
    expect(screen.getByRole('button', { name: 'Não responder a esta mensagem' })).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('button', { name: 'Não responder a esta mensagem' })).toBeNull();
  });

  test('asks once before sending when a colleague answered meanwhile', async () => {
    const ticket = newTicket();
    const { hear, sent } = open(ticket);
    await userEvent.type(await field(), 'Eu respondo');
    const message = aMessage({ id: 60, ticketId: ticket.id, fromMe: true, user: { id: 99, name: 'Paulo' }, body: 'Já respondi' });
    hear(messageLive, { action: 'create', message, ticket, contact: ticket.contact });
    await userEvent.type(await field(), '{Enter}');
    expect(screen.getByText('Paulo respondeu agora há pouco. Enviar mesmo assim? (Enter)')).toBeTruthy();
    expect(posts(sent)).toEqual([]);
    await userEvent.type(await field(), '{Enter}');
    await waitFor(() => expect(posts(sent)).toEqual([{ body: '*Marina:*\nEu respondo' }]));
  });

  test('tells colleagues, and is told of theirs', async () => {
    const ticket = newTicket();
    const { emitted, hear, hearPresence, unmount } = open(ticket);
    await waitFor(() => expect(emitted).toContainEqual(['joinChatBox', ticket.id]));
    await userEvent.type(await field(), 'Oi');
    expect(emitted).toContainEqual(['typing', { ticketId: ticket.id, recording: false }]);
    const paulo = { userId: 99, name: 'Paulo', typing: false, recording: false };
    hearPresence({ ticketId: ticket.id, viewers: [paulo, { userId: me.id, name: 'Marina', typing: true, recording: false }] });
    expect(screen.getByText('Paulo também está vendo esta conversa')).toBeTruthy();
    hearPresence({ ticketId: ticket.id, viewers: [{ ...paulo, typing: true }] });
    expect(screen.getByText('Paulo está digitando…')).toBeTruthy();
    const message = aMessage({ id: 70, ticketId: ticket.id, fromMe: true, user: { id: paulo.userId, name: paulo.name } });
    hear(messageLive, { action: 'create', message, ticket, contact: ticket.contact });
    expect(screen.getByText('Paulo também está vendo esta conversa')).toBeTruthy();
    unmount();
    await waitFor(() => expect(emitted.at(-1)).toEqual(['leaveChatBox', ticket.id]));
  });

  test('says that the connection is down, and still takes the words', async () => {
    const ticket = newTicket();
    open(ticket, [stub(connectionsApi.list, () => [aConnection({ id: ticket.whatsappId, status: 'DISCONNECTED' })])]);
    expect(await screen.findByText(/não está conectada/)).toBeTruthy();
    expect((await field()).disabled).toBe(false);
  });

  test('survives the page: what was not sent goes with the same key when it is opened again', async () => {
    const ticket = newTicket();
    const key = `outbox-${marina.companyId}/${me.id}/${ticket.id}-k1`;
    const left = { key: 'k1', sendKey: 'k1', body: 'De antes', createdAt: '2026-11-15T10:00:00.000Z', state: 'waiting', after: 0 };
    localStorage.setItem(key, JSON.stringify(left));
    const { sent } = open(ticket);
    await waitFor(() => expect(posts(sent)).toEqual([{ body: 'De antes' }]));
    expect(sent.find(({ method }) => method === 'POST')?.headers.get('Idempotency-Key')).toBe('k1');
    await waitFor(() => expect(localStorage.getItem(key)).toBeNull());
  });

  test('after a refusal goes under a new key, since the old one remembers the refusal', async () => {
    const ticket = newTicket();
    let attempts = 0;
    const answer = stub(messagesApi.send, ({ body }) => {
      attempts += 1;
      return attempts === 1
        ? failWith(400, { error: 'ERR_TICKET_NOT_OPEN' })
        : aMessage({ id: nextMessage++, ticketId: ticket.id, fromMe: true, user: me, body: body.body });
    });
    const { sent } = open(ticket, [answer]);
    await userEvent.type(await field(), 'Oi{Enter}');
    await userEvent.click(await screen.findByRole('button', { name: 'Tentar de novo' }));
    await waitFor(() => expect(attempts).toBe(2));
    const keys = sent.filter(({ method }) => method === 'POST').map(({ headers }) => headers.get('Idempotency-Key'));
    expect(new Set(keys).size).toBe(2);
  });
});

describe('recording', () => {
  test('without a microphone says so and gives the field back', async () => {
    open(newTicket());
    await field();
    await userEvent.click(screen.getByRole('button', { name: 'Gravar áudio' }));
    expect(await screen.findByText('Não foi possível acessar o microfone. Verifique a permissão do navegador.')).toBeTruthy();
    expect(await field()).toBeTruthy();
  });
});
