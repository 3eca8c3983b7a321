import { connectionsApi } from '@prosa/contracts/connections';
import { contactsApi } from '@prosa/contracts/contacts';
import { type Message, messagesApi, unreadableBody } from '@prosa/contracts/messages';
import { type Ticket, ticketsApi } from '@prosa/contracts/tickets';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lastSent } from '../../../../test/requests.ts';
import { failWith, marina, refuse, show, stub } from '../../../../test/screen.tsx';
import type { Stub } from '../../../../test/stubs.ts';
import { aContact } from '../../contacts/contacts.fixture.ts';
import { aTicket } from '../../ticket-store/tickets.fixture.ts';
import { giveLayout } from '../../tickets/layout.fixture.ts';
import { Chat } from '../Chat.tsx';
import { aMessage } from '../messages/messages.fixture.ts';
import { ReadOnlyThread } from './MessageList.tsx';

const me = { id: marina.id, name: marina.name };
let nextTicket = 500;
const newTicket = (over: Partial<Ticket> = {}) => aTicket({ id: nextTicket++, userId: me.id, user: me, ...over });

beforeAll(giveLayout);
beforeEach(() => localStorage.clear());
afterEach(cleanup);

function open(ticket: Ticket, messages: Message[], api: Stub[] = [], as = {}) {
  return show(<Chat uuid={ticket.uuid} />, {
    as,
    api: [
      ...api,
      stub(connectionsApi.list, () => []),
      stub(ticketsApi.showByUuid, () => ticket),
      stub(ticketsApi.list, () => ({ tickets: [], count: 0, hasMore: false })),
      stub(messagesApi.list, () => ({ messages, ticket, count: messages.length, hasMore: false, pageNumber: 1 })),
    ],
  });
}
const log = async () => within(await screen.findByRole('log'));
const own = (over: Partial<Message>) => aMessage({ fromMe: true, user: me, ack: 2, ...over });
const menuOf = async (words: string) => {
  const bubble = (await (await log()).findByText(words)).closest('article');
  await userEvent.click(await within(bubble ?? document.body).findByRole('button', { name: 'Ações da mensagem' }));
  return within(screen.getByRole('menu'));
};

describe('a message', () => {
  test('that nobody could read so far says so, until what it says has come', async () => {
    open(newTicket(), [aMessage({ id: 1, body: unreadableBody, data: { unreadable: true } }), aMessage({ id: 2, body: 'Alô?' })]);
    expect(await (await log()).findByText(/ainda não pôde ser lida/)).toBeTruthy();
    expect((await log()).queryByText(unreadableBody)).toBeNull();
    expect((await log()).getByRole('article', { name: /ainda não pôde ser lida/ })).toBeTruthy();
  });

  test('shows a place, a person, a call, a sound and a file, each in its own way', async () => {
    open(newTicket(), [
      aMessage({ id: 1, mediaType: 'locationMessage', data: { latitude: -22.9, longitude: -47.06, name: 'Loja Aurora' } }),
      aMessage({ id: 2, mediaType: 'vcard', data: { contacts: [{ name: 'Carlos', number: '5511955554444' }] }, body: 'Carlos' }),
      aMessage({ id: 3, mediaType: 'call_log', data: { video: true } }),
      aMessage({ id: 4, mediaType: 'audio', mediaUrl: '/public/a.mp3', data: { seconds: 17 }, body: '' }),
      aMessage({ id: 5, mediaType: 'application', mediaUrl: '/public/x.pdf', data: { fileName: 'nota.pdf', size: 20_000 }, body: '' }),
      aMessage({ id: 6, mediaType: 'image', mediaUrl: '/public/i.png', data: { width: 800, height: 400 }, body: 'Veja' }),
    ]);
    const map = await (await log()).findByRole('link', { name: 'Abrir no mapa' });
    expect(map.getAttribute('href')).toBe('https://www.google.com/maps?q=-22.9,-47.06');
    expect(map.getAttribute('rel')).toContain('noopener');
    expect((await log()).getByText('+55 (11) 95555-4444')).toBeTruthy();
    expect((await log()).getByText(/Chamada de vídeo perdida às \d\d:\d\d/)).toBeTruthy();
    expect((await log()).getByText('0:17')).toBeTruthy();
    expect((await log()).getByText('20 kB')).toBeTruthy();
    const picture = (await log()).getByRole('button', { name: 'Ampliar a foto' });
    expect([picture.style.width, picture.style.height]).toEqual(['280px', '140px']);
    await userEvent.click(picture);
    expect(await screen.findByRole('dialog', { hidden: true })).toBeTruthy();
  });

  test('"Users can reply to any message (quote)": a missed call too, by its menu and by keyboard', async () => {
    open(newTicket({ status: 'open' }), [
      aMessage({ id: 1, body: 'Bom dia' }),
      aMessage({ id: 2, mediaType: 'call_log', data: { video: false }, body: 'Chamada de voz perdida' }),
    ]);
    const call = await screen.findByRole('article', { name: /Chamada$/ });
    await userEvent.click(await within(call).findByRole('button', { name: 'Ações da mensagem' }));
    await userEvent.click(within(screen.getByRole('menu')).getByRole('menuitem', { name: 'Responder' }));
    const quoted = await screen.findByRole('button', { name: 'Não responder a esta mensagem' });
    expect(within(quoted.parentElement ?? document.body).getByText('Chamada')).toBeTruthy();
    await userEvent.click(quoted);
    screen.getByRole('log').focus();
    await userEvent.keyboard('{ArrowUp}');
    expect(document.activeElement).toBe(call);
    await userEvent.keyboard('r');
    expect(await screen.findByRole('button', { name: 'Não responder a esta mensagem' })).toBeTruthy();
  });

  test('is never taken for HTML', async () => {
    open(newTicket(), [aMessage({ id: 1, body: '<img src=x onerror=alert(1)><b>oi</b>' })]);
    expect(await (await log()).findByText('<img src=x onerror=alert(1)><b>oi</b>')).toBeTruthy();
    expect(screen.getByRole('log').querySelector('img')).toBeNull();
  });

  test('says who, when, what and how far to a screen reader, and shows edits and reactions', async () => {
    open(newTicket(), [
      own({ id: 1, body: 'Pronto', isEdited: true, reactions: [1, 2].map((n) => ({ emoji: '👍', fromMe: false, name: `Ana ${n}` })) }),
    ]);
    const bubble = await screen.findByRole('article', { name: /^Você, \d\d:\d\d, Pronto, Entregue$/ });
    expect(within(bubble).getByText('editada')).toBeTruthy();
    expect(within(bubble).getByTitle('Ana 1, Ana 2').textContent).toBe('👍2');
  });

  test('that was not sent and then discarded says only that it is deleted', async () => {
    open(newTicket(), [own({ id: 1, ack: -1, failure: 'ERR_SENDING_WAPP_MSG', isDeleted: true })]);
    await (await log()).findByText('Mensagem apagada');
    expect((await log()).queryByText(/Não enviada/)).toBeNull();
    expect(screen.getByRole('article', { name: /Mensagem apagada$/ })).toBeTruthy();
  });

  test('in a group names its speaker once for what they say in a row', async () => {
    const participant = { name: 'Rita', number: '5511977776666' };
    open(newTicket({ isGroup: true }), [aMessage({ id: 1, participant }), aMessage({ id: 2, participant })]);
    expect(await (await log()).findAllByText('Rita')).toHaveLength(1);
  });

  test('of an earlier ticket stands under that ticket and the day it was resolved', async () => {
    const ticket = newTicket();
    const resolved = new Date(2026, 10, 10, 12).toISOString();
    const earlier = aTicket({ id: 8, status: 'closed', contactId: ticket.contactId, updatedAt: resolved });
    open(
      ticket,
      [aMessage({ id: 1, ticketId: 8 }), aMessage({ id: 2, ticketId: ticket.id })],
      [stub(ticketsApi.list, () => ({ tickets: [earlier], count: 1, hasMore: false }))],
    );
    expect(await (await log()).findByText('Atendimento #8 · resolvido em 10/11/2026')).toBeTruthy();
  });
});

describe('the menu of a message', () => {
  test('answers any message, and the answer carries it', async () => {
    const ticket = newTicket();
    const { sent } = open(
      ticket,
      [aMessage({ id: 31, ticketId: ticket.id, body: 'Tem desconto?' })],
      [stub(messagesApi.send, ({ body }) => own({ id: 40, ticketId: ticket.id, body: body.body }))],
    );
    await userEvent.click((await menuOf('Tem desconto?')).getByRole('menuitem', { name: 'Responder' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Mensagem' }), 'Sim{Enter}');
    await waitFor(() => expect(lastSent(sent, 'POST')?.body).toEqual({ body: '*Marina:*\nSim', quotedMsg: { id: 31 } }));
    expect(screen.queryByRole('button', { name: 'Não responder a esta mensagem' })).toBeNull();
  });

  test('«A user may delete only their own messages but may reply to any.»', async () => {
    const ticket = newTicket();
    const mine = own({ id: 51, ticketId: ticket.id, body: 'Errei' });
    const colleague = aMessage({ id: 52, ticketId: ticket.id, fromMe: true, user: { id: 99, name: 'Paulo' }, body: 'Do Paulo' });
    const { sent } = open(ticket, [mine, colleague], [stub(messagesApi.remove, () => ({ ...mine, isDeleted: true }))]);
    expect((await menuOf('Do Paulo')).queryByRole('menuitem', { name: 'Excluir' })).toBeNull();
    await userEvent.keyboard('{Escape}');
    await userEvent.click((await menuOf('Errei')).getByRole('menuitem', { name: 'Excluir' }));
    const question = within(screen.getByRole('alertdialog'));
    await userEvent.click(question.getByRole('button', { name: 'Excluir' }));
    expect(await (await log()).findByText('Mensagem apagada')).toBeTruthy();
    expect(lastSent(sent, 'DELETE')?.path).toBe('/messages/51');
  });
});

describe('what a message leads to', () => {
  test('a quoted message that is not loaded is fetched around and lights up', async () => {
    const ticket = newTicket();
    const quoted = aMessage({ id: 3, ticketId: ticket.id, body: 'Antiga', createdAt: '2026-11-01T10:00:00.000Z' });
    const { sent } = open(
      ticket,
      [],
      [
        stub(messagesApi.list, ({ query }) =>
          query.around === 3
            ? { messages: [quoted], ticket, count: 50, hasMore: true, pageNumber: 4 }
            : {
                messages: [aMessage({ id: 90, ticketId: ticket.id, body: 'Esta', quotedMsg: quoted })],
                ticket,
                count: 50,
                hasMore: false,
                pageNumber: 1,
              },
        ),
      ],
    );
    await userEvent.click(await (await log()).findByRole('button', { name: /Antiga/ }));
    await waitFor(() => expect(screen.getByRole('article', { name: /Antiga/ })).toBeTruthy());
    expect(sent.some(({ query }) => query.includes('around=3'))).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: /mais recentes/ }));
    expect(await (await log()).findByText('Esta')).toBeTruthy();
  });

  test("a person's card opens the ticket there already is", async () => {
    const ticket = newTicket();
    const other = aTicket({ id: 77 });
    const { visited } = open(
      ticket,
      [aMessage({ id: 1, mediaType: 'vcard', data: { contacts: [{ name: 'Carlos', number: '5511955554444' }] }, body: 'Carlos' })],
      [
        stub(contactsApi.list, () => ({ contacts: [], count: 0, hasMore: false })),
        stub(contactsApi.create, ({ body: { name, number } }) => aContact({ id: 9, name, number })),
        stub(ticketsApi.create, () => refuse('ERR_OTHER_OPEN_TICKET', { ticket: { id: 77, uuid: other.uuid } })),
      ],
    );
    await userEvent.click(await (await log()).findByRole('button', { name: 'Conversar' }));
    await waitFor(() => expect(visited.at(-1)).toBe(`/tickets/${other.uuid}`));
  });
});

test('older messages that could not be loaded can be asked for again', async () => {
  const ticket = newTicket();
  let fails = true;
  open(
    ticket,
    [],
    [
      stub(messagesApi.list, ({ query }) => {
        if (query.pageNumber > 1 && fails) return failWith(500, { error: 'ERR_INTERNAL' });
        const id = query.pageNumber > 1 ? 1 : 2;
        const createdAt = `2026-11-15T10:0${id}:00.000Z`;
        return {
          messages: [aMessage({ id, ticketId: ticket.id, createdAt })],
          ticket,
          count: 2,
          hasMore: query.pageNumber === 1,
          pageNumber: query.pageNumber,
        };
      }),
    ],
  );
  expect(await (await log()).findByText('Não foi possível carregar as mensagens.')).toBeTruthy();
  fails = false;
  await userEvent.click((await log()).getByRole('button', { name: 'Tentar de novo' }));
  expect(await (await log()).findByText('Mensagem 1')).toBeTruthy();
  expect((await log()).queryByText('Não foi possível carregar as mensagens.')).toBeNull();
});

test('a conversation that is only looked at asks as a spy, shows no menu, and tells nobody', async () => {
  const ticket = newTicket({ unreadMessages: 2 });
  const { sent, emitted } = show(<ReadOnlyThread ticket={ticket} />, {
    api: [
      stub(messagesApi.list, () => ({
        messages: [aMessage({ id: 1, ticketId: ticket.id })],
        ticket,
        count: 1,
        hasMore: false,
        pageNumber: 1,
      })),
    ],
  });
  expect(await (await log()).findByText('Mensagem 1')).toBeTruthy();
  expect(sent.every(({ query }) => query.includes('spy=true'))).toBe(true);
  expect(emitted).toEqual([]);
  expect((await log()).queryByRole('menuitem', { name: 'Responder' })).toBeNull();
});
