import type { ProviderName } from '@prosa/contracts/channels';
import { connectionsApi } from '@prosa/contracts/connections';
import { type Message, messageLive, messagesApi } from '@prosa/contracts/messages';
import { type Ticket, ticketsApi } from '@prosa/contracts/tickets';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { marina, show, stub } from '../../../../test/screen.tsx';
import { aConnection } from '../../connections/connections.fixture.ts';
import { aTicket } from '../../ticket-store/tickets.fixture.ts';
import { giveLayout } from '../../tickets/layout.fixture.ts';
import { Chat } from '../Chat.tsx';
import { aMessage } from '../messages/messages.fixture.ts';

const me = { id: marina.id, name: marina.name };
let nextTicket = 2900;
const newTicket = () => aTicket({ id: nextTicket++, userId: me.id, user: me });
const own = (over: Partial<Message>) => aMessage({ fromMe: true, user: me, ack: 2, ...over });

beforeAll(giveLayout);
beforeEach(() => localStorage.clear());
afterEach(cleanup);

function open(ticket: Ticket, messages: Message[], provider: ProviderName = 'baileys') {
  return show(<Chat uuid={ticket.uuid} />, {
    api: [
      stub(messagesApi.window, () => ({ hours: 24, endsAt: new Date(Date.now() + 3_600_000).toISOString(), isOpen: true })),
      stub(connectionsApi.list, () => [aConnection({ id: ticket.whatsappId, provider })]),
      stub(ticketsApi.showByUuid, () => ticket),
      stub(ticketsApi.list, () => ({ tickets: [], count: 0, hasMore: false })),
      stub(messagesApi.list, () => ({ messages, ticket, count: messages.length, hasMore: false, pageNumber: 1 })),
    ],
  });
}
const log = async () => within(await screen.findByRole('log'));
const removalOf = async (words: string) => {
  const bubble = (await (await log()).findByText(words)).closest('article');
  await userEvent.click(await within(bubble ?? document.body).findByRole('button', { name: 'Ações da mensagem' }));
  return within(screen.getByRole('menu')).getByRole('menuitem', { name: /^Excluir/ });
};

describe('what a channel can not do', () => {
  test('is said where one looks for it: the official API takes no message back', async () => {
    const { sent } = open(newTicket(), [own({ id: 1, body: 'Enviada' })], 'cloud');
    await screen.findByRole('timer');
    const remove = await removalOf('Enviada');
    expect(remove.getAttribute('aria-disabled')).toBe('true');
    expect(remove.title).toBe('A API oficial não permite apagar mensagens enviadas.');
    await userEvent.click(remove);
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await userEvent.keyboard('{Escape}');
    screen.getByRole('log').focus();
    await userEvent.keyboard('{ArrowUp}{Delete}');
    expect(await screen.findByText('A API oficial não permite apagar mensagens enviadas.')).toBeTruthy();
    expect(sent.some(({ method }) => method === 'DELETE')).toBe(false);
  });

  test('is offered where the channel can', async () => {
    open(newTicket(), [own({ id: 1, body: 'Enviada' })], 'baileys');
    await userEvent.click(await removalOf('Enviada'));
    expect(await screen.findByRole('alertdialog', { name: 'Excluir esta mensagem?' })).toBeTruthy();
  });
});

describe('a message that was not sent', () => {
  test.each([
    ['ERR_WAPP_INVALID_CONTACT', 'Este não é um número de WhatsApp válido.'],
    ['ERR_WAPP_RECIPIENT_BLOCKED', 'Este contato bloqueou a empresa ou não quer receber esta mensagem.'],
    ['ERR_WAPP_MEDIA_REFUSED', 'O WhatsApp não aceitou este arquivo.'],
    ['ERR_FETCH_WAPP_MSG', 'A mensagem é antiga demais e não foi encontrada.'],
  ])('says why: %s', async (failure, words) => {
    open(newTicket(), [own({ id: 1, ack: -1, failure })]);
    expect(await (await log()).findByText(words)).toBeTruthy();
    expect((await log()).getByRole('button', { name: 'Tentar de novo' })).toBeTruthy();
  });
});

describe('a file of the network', () => {
  const waiting = { file: 'waiting', width: 800, height: 400, size: 1_200_000 } as const;

  test('that is still being fetched keeps its place, and comes into the same box', async () => {
    const ticket = newTicket();
    const first = aMessage({ id: 5, ticketId: ticket.id, mediaType: 'image', body: '', data: waiting });
    const { hear } = open(ticket, [first]);
    const box = (await (await log()).findByText('Baixando…')).parentElement;
    expect([box?.style.width, box?.style.height]).toEqual(['280px', '140px']);
    expect((await log()).getByText('Foto · 1,2 MB')).toBeTruthy();
    const come = { ...first, mediaUrl: '/public/f.jpg', data: { width: 400, height: 800, size: 1_200_000 } };
    hear(messageLive, { action: 'update', message: come });
    const picture = await (await log()).findByRole('button', { name: 'Ampliar a foto' });
    expect([picture.style.width, picture.style.height]).toEqual(['280px', '140px']);
    // News from before it came change nothing.
    hear(messageLive, { action: 'update', message: first });
    await waitFor(() => expect(screen.queryByText('Baixando…')).toBeNull());
    expect((await log()).getByRole('button', { name: 'Ampliar a foto' })).toBeTruthy();
  });

  test('has the shape of what it is', async () => {
    open(newTicket(), [
      aMessage({ id: 1, mediaType: 'audio', body: '', data: { file: 'waiting', size: 20_000 } }),
      aMessage({ id: 2, mediaType: 'application', body: 'nota.pdf', data: { file: 'waiting', fileName: 'nota.pdf', size: 30_000 } }),
      aMessage({ id: 3, mediaType: 'video', body: 'Veja', data: { file: 'waiting' } }),
    ]);
    expect(await (await log()).findByText('Áudio · 20 kB')).toBeTruthy();
    expect((await log()).getAllByText('nota.pdf')).toHaveLength(1);
    expect((await log()).getByText('30 kB · Baixando…')).toBeTruthy();
    expect((await log()).getByText('Veja')).toBeTruthy();
    expect(screen.getByRole('article', { name: /Vídeo, Baixando…, Veja/ })).toBeTruthy();
  });

  test('that will never come says so', async () => {
    open(newTicket(), [aMessage({ id: 1, mediaType: 'image', body: '', data: { file: 'gone' } })]);
    expect(await (await log()).findByText('Não foi possível baixar este arquivo do WhatsApp.')).toBeTruthy();
  });
});
