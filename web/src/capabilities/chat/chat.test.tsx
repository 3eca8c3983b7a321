import { connectionsApi } from '@prosa/contracts/connections';
import { type Message, messageLive, messagesApi } from '@prosa/contracts/messages';
import { sessionApi } from '@prosa/contracts/session';
import { type Ticket, ticketLive, ticketsApi } from '@prosa/contracts/tickets';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lastSent } from '../../../test/requests.ts';
import { failWith, marina, refuse, show, stub } from '../../../test/screen.tsx';
import { dismissNotice, shownNotices } from '../../platform/browser/notices.ts';
import { aTicket } from '../ticket-store/tickets.fixture.ts';
import { giveLayout } from '../tickets/layout.fixture.ts';
import { Chat } from './Chat.tsx';
import { aMessage } from './messages/messages.fixture.ts';

const me = { id: marina.id, name: marina.name };
let nextTicket = 100;
/** Each test has its own ticket: what is on its way outlives a screen, on purpose. */
const newTicket = (over: Partial<Ticket> = {}) =>
  aTicket({ id: nextTicket++, userId: me.id, user: me, queue: { id: 1, name: 'Financeiro', color: '#000000' }, ...over });

beforeAll(giveLayout);
beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  for (const { id } of shownNotices.get()) dismissNotice(id);
});

const opening = (ticket: Ticket, messages: Message[] = []) => [
  stub(connectionsApi.list, () => []),
  stub(ticketsApi.showByUuid, () => ticket),
  stub(messagesApi.list, () => ({ messages, ticket, count: messages.length, hasMore: false, pageNumber: 1 })),
];
const log = () => within(screen.getByRole('log'));
const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Mensagem' });
const own = (ticket: Ticket, id: number, body: string) => aMessage({ id, ticketId: ticket.id, fromMe: true, body, user: me, ack: 0 });

describe('the conversation', () => {
  test('shows who, the messages by day, and how far own ones got', async () => {
    const ticket = newTicket();
    const { emitted } = show(<Chat uuid={ticket.uuid} />, {
      api: opening(ticket, [
        aMessage({ id: 1, body: 'Bom *dia*' }),
        aMessage({ id: 2, fromMe: true, ack: 3, body: 'Olá', createdAt: '2026-11-15T10:01:00.000Z' }),
        aMessage({ id: 3, isDeleted: true, body: 'segredo' }),
      ]),
    });
    expect((await screen.findByText('dia')).tagName).toBe('STRONG');
    expect(screen.getByText(`#${ticket.id} · Financeiro · WhatsApp Principal`)).toBeTruthy();
    expect(log().getByRole('img', { name: 'Lida' })).toBeTruthy();
    expect(log().getByText('Mensagem apagada')).toBeTruthy();
    expect(log().queryByText('segredo')).toBeNull();
    expect(screen.getByRole('log').getAttribute('aria-live')).toBe('off');
    await waitFor(() => expect(emitted).toContainEqual(['joinChatBox', ticket.id]));
  });

  test('shows what is sent along, each to be fetched', async () => {
    const ticket = newTicket();
    const media = (id: number, mediaType: NonNullable<Message['mediaType']>, mediaUrl: string, body: string) =>
      aMessage({ id, mediaType, mediaUrl, body });
    show(<Chat uuid={ticket.uuid} />, {
      api: opening(ticket, [
        media(1, 'image', '/public/a.png', 'Veja'),
        media(2, 'application', '/public/x9.pdf', 'nota.pdf'),
        media(3, 'audio', '/public/v.mp3', ''),
        aMessage({ id: 4, quotedMsg: aMessage({ id: 2, body: 'citada' }), body: 'resposta' }),
      ]),
    });
    expect((await screen.findByRole('img', { name: 'Veja' })).getAttribute('src')).toBe('/public/a.png');
    expect(screen.getByRole('link', { name: 'Baixar nota.pdf' }).getAttribute('href')).toBe('/public/x9.pdf');
    expect(screen.getByLabelText('Áudio')).toBeTruthy();
    expect(screen.getByText('citada')).toBeTruthy();
  });

  test('hears the contact, and says it politely', async () => {
    const ticket = newTicket();
    const { hear } = show(<Chat uuid={ticket.uuid} />, { api: opening(ticket) });
    expect(await screen.findByText('Diga olá para seu novo contato!')).toBeTruthy();
    const message = aMessage({ id: 9, ticketId: ticket.id, body: 'Cheguei' });
    hear(messageLive, { action: 'create', message, ticket, contact: ticket.contact });
    hear(messageLive, { action: 'create', message, ticket, contact: ticket.contact });
    await waitFor(() => expect(log().getAllByText('Cheguei')).toHaveLength(1));
    const said = screen.getAllByRole('status').map(({ textContent }) => textContent);
    expect(said).toContain(`${ticket.contact.name}: Cheguei`);
  });

  test('sends a refused message of the network again', async () => {
    const ticket = newTicket();
    const failed = { ...own(ticket, 5, 'Perdida'), ack: -1, failure: 'x' };
    const { sent } = show(<Chat uuid={ticket.uuid} />, {
      api: [...opening(ticket, [failed]), stub(messagesApi.resend, () => ({ ...failed, ack: 0, failure: null }))],
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Tentar de novo' }));
    await waitFor(() => expect(lastSent(sent, 'POST')?.path).toBe('/messages/5/resend'));
    await waitFor(() => expect(screen.queryByText('Não enviada.')).toBeNull());
  });

  test.each(['sent', 'sent again'])('a message that failed before the call answered that it was %s is shown as failed', async (deed) => {
    const ticket = newTicket();
    const failed = { ...own(ticket, 7, 'Perdida'), ack: -1, failure: 'x' };
    const failsFirst = (message: Message) => {
      hear(messageLive, { action: 'update', message: failed });
      return message;
    };
    const { hear, sent } = show(<Chat uuid={ticket.uuid} />, {
      api: [
        ...opening(ticket, deed === 'sent' ? [] : [failed]),
        stub(messagesApi.send, () => failsFirst(own(ticket, 7, 'Perdida'))),
        stub(messagesApi.resend, () => failsFirst(own(ticket, 7, 'Perdida'))),
      ],
    });
    if (deed === 'sent') await userEvent.type(await field(), 'Perdida{Enter}');
    else await userEvent.click(await screen.findByRole('button', { name: 'Tentar de novo' }));
    await waitFor(() => expect(lastSent(sent, 'POST')).toBeTruthy());
    await waitFor(() => expect(log().queryByRole('img', { name: 'Enviando' })).toBeNull());
    expect(await screen.findByText('Não enviada.')).toBeTruthy();
  });

  test.each([
    ['ERR_NO_PERMISSION', true],
    ['ERR_NO_TICKET_FOUND', false],
  ] as const)('is left for the list on %s', async (code, says) => {
    const { visited } = show(<Chat uuid={newTicket().uuid} />, {
      path: '/tickets/x',
      api: [stub(ticketsApi.showByUuid, () => refuse(code)), stub(sessionApi.refresh, () => ({ token: 'token', user: marina }))],
    });
    await waitFor(() => expect(visited.at(-1)).toBe('/tickets'));
    await waitFor(() => expect(screen.queryByText('Acesso não permitido') !== null).toBe(says));
  });

  test('is left when somebody deletes its ticket', async () => {
    const ticket = newTicket();
    let exists = true;
    const api = [stub(ticketsApi.showByUuid, () => (exists ? ticket : refuse('ERR_NO_TICKET_FOUND'))), ...opening(ticket)];
    const { hear, visited } = show(<Chat uuid={ticket.uuid} />, { path: `/tickets/${ticket.uuid}`, api });
    await field();
    exists = false;
    hear(ticketLive, { action: 'delete', ticketId: ticket.id });
    expect(await screen.findByText('Ticket deleted sucessfully.')).toBeTruthy();
    expect(visited.at(-1)).toBe('/tickets');
  });
});

describe('the header', () => {
  test('resolves, goes to the list and offers to undo', async () => {
    const ticket = newTicket({ queueId: 1 });
    const { visited, sent } = show(<Chat uuid={ticket.uuid} />, {
      path: `/tickets/${ticket.uuid}`,
      api: [...opening(ticket), stub(ticketsApi.update, ({ body }) => ({ ...ticket, status: body.status ?? 'open' }))],
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Resolver' }));
    await waitFor(() => expect(visited.at(-1)).toBe('/tickets'));
    expect(lastSent(sent, 'PUT')?.body).toEqual({ status: 'closed', userId: me.id, queueId: 1 });
    await userEvent.click(await screen.findByRole('button', { name: 'Desfazer', hidden: true }));
    await waitFor(() => expect(lastSent(sent, 'PUT')?.body).toEqual({ status: 'open', userId: me.id, queueId: 1 }));
  });

  test('gives a ticket back and goes to the list; it can then only be accepted', async () => {
    const ticket = newTicket();
    const { sent, visited } = show(<Chat uuid={ticket.uuid} />, {
      path: `/tickets/${ticket.uuid}`,
      api: [...opening(ticket), stub(ticketsApi.update, () => ({ ...ticket, status: 'pending' as const, userId: null, user: null }))],
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Devolver' }));
    expect(await screen.findAllByRole('button', { name: 'Aceitar' })).toHaveLength(2);
    expect(lastSent(sent, 'PUT')?.body).toEqual({ status: 'pending', userId: null });
    expect(visited.at(-1)).toBe('/tickets');
    expect((await field()).disabled).toBe(true);
    expect((await field()).placeholder).toBe('Para escrever, aceite ou reabra este atendimento.');
  });

  test('"read-only spy in those queues": who only leads its queue reads what a colleague answers, and does not write into it', async () => {
    const ticket = newTicket({ userId: 77, user: { id: 77, name: 'Rui' } });
    show(<Chat uuid={ticket.uuid} />, { as: { profile: 'supervisor' }, api: opening(ticket) });
    expect((await field()).disabled).toBe(true);
    expect((await field()).placeholder).toBe('Rui está atendendo. Para escrever, transfira o atendimento para você.');
    cleanup();
    show(<Chat uuid={ticket.uuid} />, { as: { profile: 'admin' }, api: opening(ticket) });
    expect((await field()).disabled).toBe(false);
  });

  test('reopens a closed ticket', async () => {
    const ticket = newTicket({ status: 'closed' });
    const { sent } = show(<Chat uuid={ticket.uuid} />, {
      api: [...opening(ticket), stub(ticketsApi.update, () => ({ ...ticket, status: 'open' as const }))],
    });
    const [reopen] = await screen.findAllByRole('button', { name: 'Reabrir' });
    if (reopen) await userEvent.click(reopen);
    await waitFor(() => expect(lastSent(sent, 'PUT')?.body).toEqual({ status: 'open', userId: me.id, queueId: null }));
    expect(await screen.findByRole('button', { name: 'Resolver' })).toBeTruthy();
  });
});

describe('the composer', () => {
  const bodies = (sent: { method: string; body: unknown }[]) => sent.filter(({ method }) => method === 'POST').map(({ body }) => body);

  test('sends signed text on Enter, breaks lines on Shift+Enter, and never sends emptiness', async () => {
    const ticket = newTicket();
    const { sent } = show(<Chat uuid={ticket.uuid} />, {
      api: [...opening(ticket), stub(messagesApi.send, ({ body }) => own(ticket, 20, body.body))],
    });
    await userEvent.type(await field(), '   {Enter}');
    await userEvent.clear(await field());
    await userEvent.type(await field(), 'Um{Shift>}{Enter}{/Shift}dois{Enter}');
    await waitFor(() => expect(bodies(sent)).toEqual([{ body: '*Marina:*\nUm\ndois' }]));
    expect((await field()).value).toBe('');

    await userEvent.click(screen.getByRole('switch', { name: 'Assinar' }));
    await userEvent.type(await field(), 'Sem nome{Enter}');
    await waitFor(() => expect(bodies(sent).at(-1)).toEqual({ body: 'Sem nome' }));
    expect(localStorage.getItem('signOption')).toBe('false');
  });

  test('shows the text at once with a clock, and once only however its copy is heard', async () => {
    const ticket = newTicket();
    let answer: (message: Message) => void = () => undefined;
    const { hear } = show(<Chat uuid={ticket.uuid} />, {
      api: [
        ...opening(ticket, [aMessage({ id: 1 })]),
        stub(
          messagesApi.send,
          () =>
            new Promise<Message>((resolve) => {
              answer = resolve;
            }),
        ),
      ],
    });
    await userEvent.click(await screen.findByRole('switch', { name: 'Assinar' }));
    await userEvent.type(await field(), 'Olá{Enter}');
    expect(await log().findByText('Olá')).toBeTruthy();
    expect(log().getByRole('img', { name: 'Enviando' })).toBeTruthy();

    const stored = own(ticket, 21, 'Olá');
    hear(messageLive, { action: 'create', message: stored, ticket, contact: ticket.contact });
    hear(messageLive, { action: 'update', message: { ...stored, ack: 2 } });
    expect(log().getAllByText('Olá')).toHaveLength(1);
    answer(stored);
    expect(await log().findByRole('img', { name: 'Entregue' })).toBeTruthy();
    expect(log().getAllByText('Olá')).toHaveLength(1);
    hear(messageLive, { action: 'create', message: stored, ticket, contact: ticket.contact });
    expect(log().getAllByText('Olá')).toHaveLength(1);
  });

  test('asks again with the same key while the server is out of reach', async () => {
    const ticket = newTicket();
    let attempts = 0;
    const { sent } = show(<Chat uuid={ticket.uuid} />, {
      api: [
        ...opening(ticket),
        stub(messagesApi.send, ({ body }) => {
          attempts += 1;
          return attempts === 1 ? failWith(503, { error: 'ERR_UNAVAILABLE' }) : own(ticket, 22, body.body);
        }),
      ],
    });
    await userEvent.type(await field(), 'Oi{Enter}');
    await waitFor(() => expect(attempts).toBe(2));
    const keys = sent.filter(({ method }) => method === 'POST').map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys[0]).toBeTruthy();
    expect(keys[1]).toBe(keys[0]);
  });

  test('keeps a refused text in its bubble, to send again or to throw away', async () => {
    const ticket = newTicket();
    let refuses = true;
    show(<Chat uuid={ticket.uuid} />, {
      api: [
        ...opening(ticket),
        stub(messagesApi.send, ({ body }) => (refuses ? refuse('ERR_TICKET_NOT_OPEN') : own(ticket, 23, body.body))),
      ],
    });
    await userEvent.type(await field(), 'Oi{Enter}');
    expect(await screen.findByText('Não enviada.')).toBeTruthy();
    refuses = false;
    await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    await waitFor(() => expect(screen.queryByText('Não enviada.')).toBeNull());
    refuses = true;
    await userEvent.type(await field(), 'Outra{Enter}');
    await userEvent.click(await screen.findByRole('button', { name: 'Descartar' }));
    expect(log().queryByText('Outra')).toBeNull();
  });

  test('keeps what is typed for the next time this ticket is opened', async () => {
    const ticket = newTicket();
    show(<Chat uuid={ticket.uuid} />, { api: opening(ticket) });
    await userEvent.type(await field(), 'Sobre o boleto');
    cleanup();
    show(<Chat uuid={ticket.uuid} />, { api: opening(ticket) });
    expect((await field()).value).toBe('Sobre o boleto');
  });
});
