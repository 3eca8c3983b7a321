import { connectionsApi } from '@prosa/contracts/connections';
import { contactsApi } from '@prosa/contracts/contacts';
import { type ForwardInput, type ForwardOutcome, forwardingApi } from '@prosa/contracts/forwarding';
import { type Message, messageLive, messagesApi } from '@prosa/contracts/messages';
import { ticketsApi } from '@prosa/contracts/tickets';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { enter, failWith, marina, show, stub } from '../../../../test/screen.tsx';
import { aContact } from '../../contacts/contacts.fixture.ts';
import { aTicket } from '../../ticket-store/tickets.fixture.ts';
import { giveLayout } from '../../tickets/layout.fixture.ts';
import { Chat } from '../Chat.tsx';
import { aMessage } from '../messages/messages.fixture.ts';

beforeAll(giveLayout);
beforeEach(() => localStorage.clear());
afterEach(cleanup);

const me = { id: marina.id, name: marina.name };
let nextTicket = 7100;
const bruno = aTicket({ id: 7001, userId: me.id, user: me, contact: { ...aTicket().contact, id: 801, name: 'Bruno' }, contactId: 801 });
const taken = aTicket({ id: 7002, userId: 99, contact: { ...aTicket().contact, id: 802, name: 'De outro' }, contactId: 802 });
const carla = aContact({ id: 803, name: 'Carla', number: '5511988887777' });
type Answer = (asked: ForwardInput) => ForwardOutcome[];
const allSent: Answer = ({ ticketIds, contactIds }) => [
  ...ticketIds.map((id) => ({ to: 'ticket' as const, id, ticket: null, error: null })),
  ...contactIds.map((id) => ({ to: 'contact' as const, id, ticket: null, error: null })),
];

function open(messages: Partial<Message>[], answer: Answer = allSent) {
  const ticket = aTicket({ id: nextTicket++, userId: me.id, user: me });
  const said = messages.map((message, place) => aMessage({ id: place + 1, ticketId: ticket.id, ...message }));
  const asked: ForwardInput[] = [];
  const view = show(<Chat uuid={ticket.uuid} />, {
    path: `/tickets/${ticket.uuid}`,
    as: { queues: [{ id: 5, name: 'Vendas', color: '#00aa00' }] },
    api: [
      stub(connectionsApi.list, () => []),
      stub(ticketsApi.showByUuid, () => ticket),
      stub(ticketsApi.list, () => ({ tickets: [ticket, bruno, taken], count: 3, hasMore: false })),
      stub(contactsApi.list, () => ({ contacts: [carla], count: 1, hasMore: false })),
      stub(messagesApi.list, () => ({ messages: said, ticket, count: said.length, hasMore: false, pageNumber: 1 })),
      stub(forwardingApi.forward, ({ body }) => {
        asked.push(body);
        return { outcomes: answer(body) };
      }),
    ],
  });
  return { ...view, ticket, asked };
}

const article = async (words: string | RegExp) => {
  const found = (await screen.findByText(words)).closest('article');
  if (!found) throw new Error('it is a message');
  return found;
};
async function begin(words: string): Promise<void> {
  await userEvent.click(await within(await article(words)).findByRole('button', { name: 'Ações da mensagem' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Encaminhar' }));
}
const bar = () => within(screen.getByRole('toolbar', { name: 'Mensagens selecionadas' }));
const count = () => bar().getByRole('status').textContent;
const five = ['um', 'dois', 'três', 'quatro', 'cinco'].map((body) => ({ body }));

test('messages are chosen by click, range and keys; Esc leaves, the focus stays on a message and the conversation open', async () => {
  const { visited, ticket } = open(five);
  await begin('um');
  expect(count()).toBe('1 selecionada');
  expect(screen.queryByRole('textbox', { name: 'Mensagem' })).toBeNull();
  const first = await article('um');
  await waitFor(() => expect(document.activeElement).toBe(first));
  fireEvent.click(await screen.findByText('quatro'), { shiftKey: true });
  expect(count()).toBe('4 selecionadas');
  fireEvent.click(await screen.findByText('dois'));
  expect(count()).toBe('3 selecionadas');
  await userEvent.keyboard('{ArrowDown} ');
  expect(count()).toBe('4 selecionadas');
  await userEvent.keyboard(' ');
  expect(count()).toBe('3 selecionadas');
  const boxes = screen.getAllByRole<HTMLInputElement>('checkbox', { name: 'Selecionar mensagem' });
  expect(boxes.map((box) => box.checked)).toEqual([true, false, true, true, false]);
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('toolbar', { name: 'Mensagens selecionadas' })).toBeNull();
  expect(screen.getByRole('textbox', { name: 'Mensagem' })).toBeTruthy();
  expect(visited.at(-1)).toBe(`/tickets/${ticket.uuid}`);
  expect(document.activeElement?.tagName).toBe('ARTICLE');
});

test('what was deleted and calls are not offered, and what is deleted meanwhile is left out', async () => {
  const { hear, ticket } = open([{ body: 'um' }, { body: 'dois' }, { body: '', isDeleted: true }, { body: '', mediaType: 'call_log' }]);
  await begin('um');
  expect(screen.getAllByRole('checkbox', { name: 'Selecionar mensagem' })).toHaveLength(2);
  fireEvent.click(await screen.findByText('Mensagem apagada'));
  expect(count()).toBe('1 selecionada');
  hear(messageLive, { action: 'update', message: aMessage({ id: 1, ticketId: ticket.id, body: '', isDeleted: true }) });
  await waitFor(() => expect(count()).toBe('Toque nas mensagens para selecionar.'));
  expect(bar().getByRole('button', { name: 'Encaminhar' })).toHaveProperty('disabled', true);
  await userEvent.click(bar().getByRole('button', { name: 'Cancelar' }));
  await waitFor(() => expect(document.activeElement?.tagName).toBe('ARTICLE'));
});

async function chooseBoth(): Promise<void> {
  await userEvent.click(bar().getByRole('button', { name: 'Encaminhar' }));
  const field = await screen.findByRole('combobox', { name: 'Para' });
  expect(screen.queryByRole('option', { name: /De outro/ })).toBeNull();
  await userEvent.click(await screen.findByRole('option', { name: /Bruno/ }));
  await enter(field, 'carla');
  await userEvent.click(await screen.findByRole('option', { name: /Carla/ }));
}
const send = () => userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Encaminhar' }));

test('several messages go to a ticket and a contact in one call', async () => {
  const { asked } = open(five);
  await begin('dois');
  fireEvent.click(await screen.findByText('três'));
  await chooseBoth();
  expect(screen.getByRole('dialog', { name: 'Encaminhar 2 mensagens' })).toBeTruthy();
  expect(screen.getByRole('combobox', { name: 'Fila' })).toHaveProperty('value', '5');
  await send();
  expect(await screen.findByText('Encaminhado para 2 conversas.')).toBeTruthy();
  expect(asked).toMatchObject([{ messageIds: [2, 3], ticketIds: [bruno.id], contactIds: [carla.id], queueId: 5 }]);
  expect(screen.queryByRole('toolbar', { name: 'Mensagens selecionadas' })).toBeNull();
  await waitFor(() => expect(document.activeElement?.tagName).toBe('ARTICLE'));
});

test('who did not get it is told with the reason, and only they are tried again', async () => {
  let isClosed = true;
  const { asked } = open(five, (body) =>
    allSent(body).map((each) => (each.to === 'ticket' && isClosed ? { ...each, error: 'ERR_WINDOW_CLOSED' } : each)),
  );
  await begin('um');
  await chooseBoth();
  await send();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Encaminhado para 1 de 2.');
  expect(alert.textContent).toContain('Bruno O cliente não escreve há mais de 24 horas');
  isClosed = false;
  await send();
  expect(await screen.findByText('Encaminhado para Bruno.')).toBeTruthy();
  expect(asked.map(({ ticketIds, contactIds }) => [ticketIds, contactIds])).toEqual([
    [[bruno.id], [carla.id]],
    [[bruno.id], []],
  ]);
  expect(asked[0]?.clientToken).not.toBe(asked[1]?.clientToken);
});

test('a call that broke is repeated as the same call', async () => {
  let breaks = true;
  const { asked } = open(five, (body) => (breaks ? failWith(502, {}) : allSent(body)));
  await begin('um');
  await chooseBoth();
  await send();
  expect(await screen.findByRole('alert')).toBeTruthy();
  breaks = false;
  await send();
  expect(await screen.findByText('Encaminhado para 2 conversas.')).toBeTruthy();
  expect(new Set(asked.map(({ clientToken }) => clientToken)).size).toBe(1);
});

test('a forwarded message says so, to the eye and to screen readers', async () => {
  open([{ body: 'Corrente', data: { forwarded: true } }, { body: 'Outra' }]);
  const marked = await article('Corrente');
  expect(within(marked).getByText('Encaminhada')).toBeTruthy();
  expect(marked.getAttribute('aria-label')).toContain('Encaminhada');
  expect(within(await article('Outra')).queryByText('Encaminhada')).toBeNull();
});
