import type { ProviderName } from '@prosa/contracts/channels';
import { connectionsApi } from '@prosa/contracts/connections';
import { type Message, messageLive, messagesApi } from '@prosa/contracts/messages';
import { type Ticket, ticketsApi } from '@prosa/contracts/tickets';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lastSent } from '../../../test/requests.ts';
import { marina, refuse, show, stub } from '../../../test/screen.tsx';
import type { Stub } from '../../../test/stubs.ts';
import { aConnection } from '../connections/connections.fixture.ts';
import { aTicket } from '../ticket-store/tickets.fixture.ts';
import { giveLayout } from '../tickets/layout.fixture.ts';
import { Chat } from './Chat.tsx';
import { useRefusals } from './messages/changes.data.ts';
import { aMessage } from './messages/messages.fixture.ts';

const me = { id: marina.id, name: marina.name };
let nextTicket = 7100;
const newTicket = (over: Partial<Ticket> = {}) => aTicket({ id: nextTicket++, userId: me.id, user: me, status: 'open', ...over });
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const own = (over: Partial<Message>) => aMessage({ fromMe: true, user: me, ack: 2, createdAt: minutesAgo(1), ...over });

beforeAll(giveLayout);
beforeEach(() => localStorage.clear());
afterEach(cleanup);

/** As the pages with conversations have it. */
function Page({ uuid }: { uuid: string }) {
  useRefusals();
  return <Chat uuid={uuid} />;
}

function open(ticket: Ticket, messages: Message[], api: Stub[] = [], provider: ProviderName = 'baileys') {
  const all = messages.map((message) => ({ ...message, ticketId: ticket.id }));
  return show(<Page uuid={ticket.uuid} />, {
    api: [
      ...api,
      stub(messagesApi.window, () => ({ hours: null, endsAt: null, isOpen: true })),
      stub(connectionsApi.list, () => [aConnection({ id: ticket.whatsappId, provider })]),
      stub(ticketsApi.showByUuid, () => ticket),
      stub(ticketsApi.list, () => ({ tickets: [], count: 0, hasMore: false })),
      stub(messagesApi.list, () => ({ messages: all, ticket, count: all.length, hasMore: false, pageNumber: 1 })),
    ],
  });
}
const log = async () => within(await screen.findByRole('log'));
const menuOf = async (words: string) => {
  const bubble = (await (await log()).findByText(words)).closest('article');
  await userEvent.click(await within(bubble ?? document.body).findByRole('button', { name: 'Ações da mensagem' }));
  return within(screen.getByRole('menu'));
};
const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Mensagem' });
const editField = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Editando a mensagem' });

describe('reacting', () => {
  const answered = (message: Message) =>
    stub(messagesApi.react, ({ body }) => ({
      ...message,
      reactions: body.emoji === '' ? [] : [{ emoji: body.emoji, fromMe: true, name: me.name }],
    }));

  test('the menu has a row of six; one chosen is on the message with its name, and chosen again it goes', async () => {
    const ticket = newTicket();
    const hello = aMessage({ id: 1, ticketId: ticket.id, body: 'Obrigada!' });
    const { sent } = open(ticket, [hello], [answered(hello)]);
    await userEvent.click((await menuOf('Obrigada!')).getByRole('menuitem', { name: 'Reagir' }));
    const row = within(screen.getByRole('group', { name: 'Reagir' }));
    expect(row.getAllByRole('menuitemradio').map(({ textContent }) => textContent)).toEqual(['👍', '❤️', '😂', '😮', '😢', '🙏']);
    expect(document.activeElement).toBe(row.getByRole('menuitemradio', { name: '👍' }));
    await userEvent.keyboard('{ArrowRight}{Enter}');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(await (await log()).findByRole('img', { name: '❤️ Marina' })).toBeTruthy();
    const describedBy = screen.getByRole('article', { name: /Obrigada!/ }).getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(describedBy)?.querySelector('[aria-label="❤️ Marina"]')).toBeTruthy();
    expect(lastSent(sent, 'PUT')).toMatchObject({ path: '/messages/1/reaction', body: { emoji: '❤️' } });
    await userEvent.click((await menuOf('Obrigada!')).getByRole('menuitem', { name: 'Reagir' }));
    const standing = screen.getByRole('menuitemradio', { name: '❤️' });
    expect(standing.getAttribute('aria-checked')).toBe('true');
    await userEvent.click(standing);
    await waitFor(async () => expect((await log()).queryByRole('img', { name: '❤️ Marina' })).toBeNull());
    expect(lastSent(sent, 'PUT')).toMatchObject({ body: { emoji: '' } });
  });

  test('any other emoji is found in the picker', async () => {
    const ticket = newTicket();
    const hello = aMessage({ id: 1, ticketId: ticket.id, body: 'Cheguei' });
    const { sent } = open(ticket, [hello], [answered(hello)]);
    await userEvent.click((await menuOf('Cheguei')).getByRole('menuitem', { name: 'Reagir' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Mais emojis' }));
    await userEvent.type(await screen.findByRole('textbox', { name: 'Buscar emoji' }), 'foguete{Enter}');
    await waitFor(() => expect(lastSent(sent, 'PUT')).toMatchObject({ body: { emoji: '🚀' } }));
    expect(screen.queryByRole('textbox', { name: 'Buscar emoji' })).toBeNull();
  });

  test('one that is refused comes off again, at once or when the channel says so later', async () => {
    const ticket = newTicket();
    const hello = aMessage({ id: 1, ticketId: ticket.id, body: 'Oi' });
    const { hear } = open(ticket, [hello], [stub(messagesApi.react, () => refuse('ERR_TICKET_NOT_OPEN'))]);
    await userEvent.click((await menuOf('Oi')).getByRole('menuitem', { name: 'Reagir' }));
    await userEvent.click(screen.getByRole('menuitemradio', { name: '👍' }));
    expect(await screen.findByText('Este atendimento não está aberto.')).toBeTruthy();
    await waitFor(async () => expect((await log()).queryByRole('img')).toBeNull());
    const late = { what: 'reaction', error: 'ERR_WAPP_RECIPIENT_BLOCKED' } as const;
    hear(messageLive, { action: 'update', message: hello, refused: { ...late, userId: 999 } });
    hear(messageLive, { action: 'update', message: hello, refused: { ...late, userId: me.id } });
    expect(await screen.findAllByText(/A reação não foi enviada. Este contato bloqueou/)).toHaveLength(1);
  });

  test('is not offered on a call, on what was not sent, nor to who only looks', async () => {
    open(newTicket(), [own({ id: 2, body: 'Falhou', ack: -1 })]);
    expect((await menuOf('Falhou')).queryByRole('menuitem', { name: 'Reagir' })).toBeNull();
    cleanup();
    open(newTicket({ userId: 99, user: { id: 99, name: 'Paulo' } }), [aMessage({ id: 3, body: 'Alô' })]);
    expect((await menuOf('Alô')).queryByRole('menuitem', { name: 'Reagir' })).toBeNull();
  });
});

describe('editing', () => {
  const saved = (message: Message) => stub(messagesApi.edit, ({ body }) => ({ ...message, body: body.body, isEdited: true }));

  test('arrow up in an empty field edits the last own message; the name before it stays; the draft waits', async () => {
    const ticket = newTicket();
    const mine = own({ id: 2, ticketId: ticket.id, body: '*Marina:*\nCusta 10' });
    const messages = [mine, aMessage({ id: 3, ticketId: ticket.id, body: 'Ok' })];
    const { sent } = open(ticket, messages, [saved(mine)]);
    await (await log()).findByText('Ok');
    await userEvent.type(await field(), '{ArrowUp}');
    expect((await editField()).value).toBe('Custa 10');
    expect(document.activeElement).toBe(await editField());
    await userEvent.keyboard('{Backspace}2{Enter}');
    await waitFor(() => expect(lastSent(sent, 'PUT')).toMatchObject({ path: '/messages/2', body: { body: '*Marina:*\nCusta 12' } }));
    expect(await (await log()).findByText(/Custa 12/)).toBeTruthy();
    await waitFor(async () => expect(document.activeElement).toBe(await field()));
  });

  test('by its menu, with a draft that comes back; Esc leaves everything as it was', async () => {
    const ticket = newTicket();
    const { sent } = open(ticket, [own({ id: 2, body: 'Amanhã' })]);
    await userEvent.type(await field(), 'um rascunho');
    await userEvent.click((await menuOf('Amanhã')).getByRole('menuitem', { name: 'Editar' }));
    await userEvent.type(await editField(), ' cedo');
    await userEvent.keyboard('{Escape}');
    expect((await field()).value).toBe('um rascunho');
    expect(screen.queryByRole('textbox', { name: 'Editando a mensagem' })).toBeNull();
    expect(sent.some(({ method }) => method === 'PUT')).toBe(false);
  });

  test('a refusal keeps what was typed', async () => {
    open(newTicket(), [own({ id: 2, body: 'Tarde' })], [stub(messagesApi.edit, () => refuse('ERR_EDIT_TOO_LATE'))]);
    await (await log()).findByText('Tarde');
    await userEvent.type(await field(), '{ArrowUp}');
    await userEvent.type(await editField(), ' demais{Enter}');
    expect(await screen.findByText('Só é possível editar uma mensagem nos primeiros 15 minutos.')).toBeTruthy();
    expect((await editField()).value).toBe('Tarde demais');
  });

  test('after 15 minutes and of others there is nothing to edit: arrow up quotes as before, with Alt it does neither', async () => {
    open(newTicket(), [
      own({ id: 1, body: 'Antiga', createdAt: minutesAgo(16) }),
      own({ id: 2, body: 'Do Paulo', user: { id: 99, name: 'Paulo' } }),
    ]);
    expect((await menuOf('Antiga')).queryByRole('menuitem', { name: 'Editar' })).toBeNull();
    await userEvent.keyboard('{Escape}');
    await userEvent.type(await field(), '{Alt>}{ArrowUp}{/Alt}');
    expect(screen.queryByRole('button', { name: 'Não responder a esta mensagem' })).toBeNull();
    await userEvent.type(await field(), '{ArrowUp}');
    expect(screen.getByRole('button', { name: 'Não responder a esta mensagem' })).toBeTruthy();
  });

  test('the official API says why it can not', async () => {
    open(newTicket(), [own({ id: 2, body: 'Oficial' })], [], 'cloud');
    const edit = await waitFor(async () => (await menuOf('Oficial')).getByRole('menuitem', { name: /^Editar/ }));
    expect(edit.getAttribute('aria-disabled')).toBe('true');
    expect(edit.title).toBe('A API oficial não permite editar mensagens enviadas.');
    await userEvent.keyboard('{Escape}');
    await userEvent.type(await field(), '{ArrowUp}');
    expect(screen.queryByRole('textbox', { name: 'Editando a mensagem' })).toBeNull();
  });

  test('"editada" opens what it said before; whoever edits is told when the contact never saw it', async () => {
    const ticket = newTicket();
    const mine = own({ id: 2, ticketId: ticket.id, body: 'Custa 12', isEdited: true });
    const { hear } = open(
      ticket,
      [mine],
      [stub(messagesApi.edits, () => ({ edits: [{ body: 'Custa *10*', at: minutesAgo(3), user: me }] }))],
    );
    await userEvent.click(await (await log()).findByRole('button', { name: 'editada' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Versões da mensagem', hidden: true }));
    expect((await dialog.findAllByRole('listitem', { hidden: true })).map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/Marina.*Custa 10$/),
      'Versão atualCusta 12',
    ]);
    const refused = { userId: me.id, what: 'edit', error: 'ERR_FETCH_WAPP_MSG' } as const;
    hear(messageLive, { action: 'update', message: { ...mine, body: 'Custa 10', isEdited: false }, refused });
    expect(await screen.findByText(/O contato continua vendo o texto anterior/)).toBeTruthy();
    expect(await (await log()).findByText('Custa 10')).toBeTruthy();
  });
});
