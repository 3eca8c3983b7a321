import { messagesApi } from '@prosa/contracts/messages';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { show, stub } from '../../../../test/screen.tsx';
import { giveLayout } from '../../tickets/layout.fixture.ts';
import { aMessage } from '../messages/messages.fixture.ts';
import { ContactThread } from './ContactThread.tsx';

beforeAll(giveLayout);
afterEach(cleanup);

const contact = { id: 5, name: 'Nova Cliente', number: '5511900000005', email: '', profilePicUrl: '' };
const sent = (id: number, over = {}) => aMessage({ id, ticketId: null, ticket: null, fromMe: true, user: null, ...over });

test('who never had a ticket has a thread to be read: what sent each message is said, and nothing is to be written', async () => {
  const pages = [
    [
      sent(3, { origin: 'campaign', why: 'Natal', body: 'Oferta' }),
      sent(4, { origin: 'greeting', why: 'the ticket was accepted', body: 'Olá' }),
    ],
    [sent(1, { origin: 'api', why: 'Integração', body: 'Pedido' }), sent(2, { origin: 'phone', body: 'Do celular' })],
  ];
  show(<ContactThread contactId={5} whatsappId={2} />, {
    api: [
      stub(messagesApi.thread, ({ query }) => {
        const page = query.pageNumber;
        return { messages: pages[page - 1] ?? [], contact, count: 4, hasMore: page === 1, pageNumber: page };
      }),
    ],
  });
  const log = within(await screen.findByRole('log'));
  expect(await log.findByText('Automática: campanha · Natal')).toBeTruthy();
  expect(log.getByText('Automática: saudação ao aceitar')).toBeTruthy();
  expect(screen.getByText('Enviadas sem atendimento aberto. Esta conversa é só para leitura.')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Nova Cliente' })).toBeTruthy();
  await userEvent.click(log.getByRole('button', { name: 'Ver mensagens anteriores' }));
  expect(await log.findByText('Automática: API · Integração')).toBeTruthy();
  expect(log.getAllByText(/^Automática:/)).toHaveLength(3);
  expect(log.getAllByRole('article').map((bubble) => bubble.textContent)).toEqual([
    expect.stringContaining('Pedido'),
    expect.stringContaining('Do celular'),
    expect.stringContaining('Oferta'),
    expect.stringContaining('Olá'),
  ]);
  expect(screen.queryByRole('textbox')).toBeNull();
});
