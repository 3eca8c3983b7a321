import { connectionsApi } from '@prosa/contracts/connections';
import { type Message, messageLive, messagesApi } from '@prosa/contracts/messages';
import { ticketLive, ticketsApi } from '@prosa/contracts/tickets';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { marina, refuse, show, stub } from '../../../test/screen.tsx';
import type { Stub } from '../../../test/stubs.ts';
import { commandsNow } from '../../platform/browser/commands.ts';
import type { Language } from '../../platform/language/messages.ts';
import { aStep } from '../ticket-history/history.fixture.ts';
import { aTicket } from '../ticket-store/tickets.fixture.ts';
import { giveLayout } from '../tickets/layout.fixture.ts';
import { Chat } from './Chat.tsx';
import { aMessage } from './messages/messages.fixture.ts';

beforeAll(giveLayout);
beforeEach(() => localStorage.clear());
afterEach(cleanup);

let nextTicket = 2300;
function open(messages: Partial<Message>[], api: Stub[] = [], language: Language = 'pt') {
  const ticket = aTicket({ id: nextTicket++, userId: marina.id, user: { id: marina.id, name: marina.name } });
  const said = messages.map((message, place) => aMessage({ id: place + 1, ticketId: ticket.id, fromMe: true, user: null, ...message }));
  const view = show(<Chat uuid={ticket.uuid} />, {
    language,
    path: `/tickets/${ticket.uuid}`,
    api: [
      ...api,
      stub(connectionsApi.list, () => []),
      stub(ticketsApi.showByUuid, () => ticket),
      stub(messagesApi.list, () => ({ messages: said, ticket, count: said.length, hasMore: false, pageNumber: 1 })),
    ],
  });
  return { ...view, ticket };
}
const greeting = { origin: 'greeting', why: 'the ticket was accepted', body: 'Mensagem Automática: oi' } as const;

test('"automatic messages … look different in the thread, say why on hover and to screen readers"', async () => {
  open([greeting, { origin: 'agent', body: 'Escrito à mão', user: { id: marina.id, name: marina.name } }]);
  const [automatic, byHand] = await screen.findAllByRole('article');
  if (!automatic || !byHand) throw new Error('two messages are shown');
  // To a screen reader: what sent it instead of who, and why.
  expect(automatic.getAttribute('aria-label')).toMatch(/^Automática: saudação ao aceitar, .*Motivo: o atendimento foi aceito$/);
  expect(byHand.getAttribute('aria-label')).toMatch(/^Você, /);
  expect(automatic.querySelector('[data-automatic]')).not.toBeNull();
  expect(byHand.querySelector('[data-automatic]')).toBeNull();
  const badge = within(automatic).getByText('Automática: saudação ao aceitar');
  expect(badge.querySelector('svg')).not.toBeNull();
  expect(screen.queryByRole('tooltip', { hidden: true })).toBeNull();
  await userEvent.hover(badge);
  expect(screen.getByRole('tooltip', { hidden: true }).textContent).toBe('Motivo: o atendimento foi aceito');
  await userEvent.unhover(badge);
  expect(screen.queryByRole('tooltip', { hidden: true })).toBeNull();
});

test('why is told with the focus, too, and Esc takes the words away and leaves the conversation', async () => {
  const { visited } = open([greeting]);
  const [automatic] = await screen.findAllByRole('article');
  act(() => automatic?.focus());
  expect((await screen.findByRole('tooltip', { hidden: true })).textContent).toBe('Motivo: o atendimento foi aceito');
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('tooltip', { hidden: true })).toBeNull();
  expect(visited.at(-1)).toContain('/tickets/');
});

test.each([
  ['en', 'Automatic: greeting on accept', 'Reason: the ticket was accepted'],
  ['es', 'Automático: saludo al aceptar', 'Motivo: el ticket fue aceptado'],
] as const)('in %s as well; what somebody has named is shown as it is', async (language, name, why) => {
  open([greeting, { origin: 'campaign', why: 'Natal 2026', body: 'Oferta' }], [], language);
  await userEvent.hover(await screen.findByText(name));
  expect(screen.getByRole('tooltip', { hidden: true }).textContent).toBe(why);
  expect(screen.getByText(/· Natal 2026$/)).toBeTruthy();
});

test('"Por que este atendimento está aqui?" opens the history in words, oldest first, live while it is open', async () => {
  const steps = [
    aStep({ names: { toQueue: 'Vendas' } }),
    aStep({ what: 'accept', names: { by: 'Bia', toUser: 'Bia', toQueue: 'Vendas' } }),
  ];
  const { ticket, hear } = open([], [stub(ticketsApi.history, () => [...steps])]);
  await userEvent.click(await screen.findByRole('button', { name: 'Mais ações' }));
  await userEvent.click(within(screen.getByRole('menu')).getByRole('menuitem', { name: 'Por que este atendimento está aqui?' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Por que este atendimento está aqui?' }));
  const told = () => dialog.getAllByRole('listitem').map((item) => item.querySelector('span')?.textContent);
  await waitFor(() =>
    expect(told()).toEqual([
      'Uma conversa começou no WhatsApp, e o atendimento foi aberto na fila Vendas.',
      'Bia aceitou o atendimento na fila Vendas.',
    ]),
  );
  steps.push(aStep({ what: 'transfer', names: { by: 'Bia', fromUser: 'Bia', fromQueue: 'Vendas', toQueue: 'Suporte' } }));
  hear(ticketLive, { action: 'update', ticket, ticketId: ticket.id });
  await waitFor(() => expect(told().at(-1)).toBe('Bia transferiu o atendimento de Bia (fila Vendas) para a fila Suporte.'));
  steps.push(aStep({ what: 'rating', to: null, why: 'the customer rated the service with 3 of 3' }));
  const message = aMessage({ id: 99, ticketId: ticket.id });
  hear(messageLive, { action: 'create', message, ticket, contact: ticket.contact });
  await waitFor(() => expect(told()).toHaveLength(4));
});

test('the palette leads there, too; a history that can not be read says so', async () => {
  let works = false;
  open([], [stub(ticketsApi.history, () => (works ? [aStep()] : refuse('ERR_INTERNAL')))]);
  await screen.findByRole('button', { name: 'Mais ações' });
  const command = commandsNow().find(({ label }) => label === 'Por que este atendimento está aqui?');
  act(() => command?.run());
  expect(await screen.findByText('Não foi possível carregar a história deste atendimento.')).toBeTruthy();
  works = true;
  await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }));
  expect(await screen.findByText('Uma conversa começou no WhatsApp, e o atendimento foi aberto, sem fila.')).toBeTruthy();
});
