import { connectionsApi } from '@prosa/contracts/connections';
import { messagesApi } from '@prosa/contracts/messages';
import { type QuickMessage, quickMessageLive, quickMessagesApi, type RankedQuickMessage } from '@prosa/contracts/quick-messages';
import { ticketsApi } from '@prosa/contracts/tickets';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { marina, show, stub } from '../../../../test/screen.tsx';
import { quickMessageTarget } from '../../quick-messages/quick-messages.data.ts';
import { aQuickMessage } from '../../quick-messages/quick-messages.fixture.ts';
import { aTicket } from '../../ticket-store/tickets.fixture.ts';
import { giveLayout } from '../../tickets/layout.fixture.ts';
import { Chat } from '../Chat.tsx';
import { aMessage } from '../messages/messages.fixture.ts';

const me = { id: marina.id, name: marina.name };
let nextTicket = 7_900;

beforeAll(giveLayout);
beforeEach(() => localStorage.clear());
afterEach(cleanup);

function open(list: RankedQuickMessage[]) {
  const id = nextTicket++;
  const ticket = aTicket({ id, userId: me.id, user: me });
  const shown = show(<Chat uuid={ticket.uuid} />, {
    api: [
      stub(quickMessagesApi.everyone, () => list),
      stub(quickMessagesApi.use, ({ params }) => ({ id: params.id, uses: 1 })),
      stub(messagesApi.send, ({ body }) => aMessage({ id: id * 10, ticketId: id, fromMe: true, user: me, body: body.body })),
      stub(connectionsApi.list, () => []),
      stub(ticketsApi.showByUuid, () => ticket),
      stub(messagesApi.list, () => ({ messages: [], ticket, count: 0, hasMore: false, pageNumber: 1 })),
    ],
  });
  return { ...shown, ticket };
}
const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Mensagem' });
const labels = async () => within(await screen.findByRole('listbox', { name: 'Respostas rápidas' })).getAllByRole('option');
const ours = [
  aQuickMessage({ id: 1, shortcode: 'bom-dia', message: 'Bom dia, {{firstName}}! Em que posso ajudar hoje?' }),
  aQuickMessage({ id: 2, shortcode: 'boleto', message: 'Segue o boleto.', uses: 4 }),
];

// "quick-reply suggestions appear when the text starts with '/' and is longer than 1 character (labels truncated at 35 characters)"
test('a slash alone offers nothing; from the second character on there are suggestions, the most used first', async () => {
  const { sent } = open(ours);
  await userEvent.type(await field(), '/');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(sent.some(({ path }) => path === '/quick-messages/list')).toBe(false);
  await userEvent.type(await field(), 'bo');
  expect((await labels()).map((option) => option.textContent)).toEqual([
    '/boleto — Segue o boleto.',
    '/bom-dia — Bom dia, {{firstName}}!…',
  ]);
});

test('arrows choose, Enter writes the text for this customer and sends nothing; the use is counted', async () => {
  const { sent, ticket } = open(ours);
  await userEvent.type(await field(), '/bo');
  await labels();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
  // Who listens hears the one that Enter would take.
  const heard = document.getElementById((await field()).getAttribute('aria-activedescendant') ?? '');
  expect([heard?.textContent?.split(' ')[0], heard?.getAttribute('aria-selected')]).toEqual(['/bom-dia', 'true']);
  await userEvent.keyboard('{Enter}');
  expect((await field()).hasAttribute('aria-activedescendant')).toBe(false);
  const [first = ''] = ticket.contact.name.split(' ');
  expect((await field()).value).toBe(`Bom dia, ${first}! Em que posso ajudar hoje?`);
  expect(screen.queryByRole('listbox')).toBeNull();
  await waitFor(() => expect(sent.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual(['/quick-messages/1/use']));
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ method: 'POST', path: `/messages/${ticket.id}` }));
});

test('Esc closes them and keeps the text; Tab and a click choose as well', async () => {
  open(ours);
  await userEvent.type(await field(), '/bole');
  await labels();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect((await field()).value).toBe('/bole');
  await userEvent.type(await field(), 't');
  await labels();
  await userEvent.keyboard('{Tab}');
  expect((await field()).value).toBe('Segue o boleto.');
  await userEvent.clear(await field());
  await userEvent.type(await field(), '/bom');
  const [only] = await labels();
  await userEvent.click(only ?? document.body);
  expect((await field()).value).toMatch(/^Bom dia, /);
});

test('nothing found says so, leads to where one is made, and Enter sends what is written', async () => {
  const { sent } = open(ours);
  await userEvent.type(await field(), '/xyz');
  expect(await screen.findByText(/Nenhuma resposta rápida com "xyz"/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Criar resposta rápida' }).getAttribute('href')).toBe('/quick-messages');
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(sent.some(({ method }) => method === 'POST')).toBe(true));
});

test('what is added or deleted meanwhile is offered, or no longer', async () => {
  const { hear } = open(ours);
  await userEvent.type(await field(), '/bo');
  await labels();
  const { uses: _uses, ...record } = aQuickMessage({ id: 3, shortcode: 'bonus' });
  hear(quickMessageLive, { action: 'create', record });
  hear(quickMessageLive, { action: 'delete', id: 2 });
  await waitFor(async () => expect((await labels()).map((option) => option.textContent?.split(' ')[0])).toEqual(['/bom-dia', '/bonus']));
});

test('its file is attached, and the palette writes one into the answer that is open', async () => {
  URL.createObjectURL = () => 'blob:one';
  URL.revokeObjectURL = () => undefined;
  const withFile: QuickMessage = aQuickMessage({ id: 5, shortcode: 'mapa', message: 'Aqui', mediaPath: '7/ab/K', mediaName: 'mapa.pdf' });
  const { container } = open([]);
  await field();
  const stubbed = globalThis.fetch;
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) =>
    address.includes('/public/') ? new Response('%PDF', { headers: { 'content-type': 'application/pdf' } }) : stubbed(address, init),
  );
  act(() => quickMessageTarget.get()?.(withFile));
  expect((await field()).value).toBe('Aqui');
  expect(within(await screen.findByRole('list', { name: 'Arquivos a enviar' })).getByText('mapa.pdf')).toBeTruthy();
  expect(container).toBeTruthy();
  cleanup();
  expect(quickMessageTarget.get()).toBeUndefined();
});
