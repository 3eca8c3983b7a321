import { connectionsApi } from '@prosa/contracts/connections';
import { type LinkPreview, type Message, messageLive, messagesApi } from '@prosa/contracts/messages';
import { ticketsApi } from '@prosa/contracts/tickets';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { marina, show, stub } from '../../../../test/screen.tsx';
import { aTicket } from '../../ticket-store/tickets.fixture.ts';
import { giveLayout } from '../../tickets/layout.fixture.ts';
import { Chat } from '../Chat.tsx';
import { useThreadsLive } from '../messages/messages.data.ts';
import { aMessage } from '../messages/messages.fixture.ts';

beforeAll(giveLayout);
afterEach(cleanup);

const link = 'https://loja.example/oferta';
const preview: LinkPreview = { link, url: link, title: '<b>Oferta</b> do dia', description: 'Só hoje', site: 'Loja' };

function Live({ uuid }: { uuid: string }) {
  useThreadsLive();
  return <Chat uuid={uuid} />;
}

let tickets = 900;
function open(message: Message) {
  const ticket = aTicket({ id: tickets++, userId: marina.id });
  const messages = [{ ...message, ticketId: ticket.id }];
  const shown = show(<Live uuid={ticket.uuid} />, {
    api: [
      stub(connectionsApi.list, () => []),
      stub(ticketsApi.showByUuid, () => ticket),
      stub(ticketsApi.list, () => ({ tickets: [], count: 0, hasMore: false })),
      stub(messagesApi.list, () => ({ messages, ticket, count: 1, hasMore: false, pageNumber: 1 })),
    ],
  });
  return { ...shown, message: messages[0]! };
}
const log = async () => within(await screen.findByRole('log'));
const card = async () => (await log()).queryByRole('link', { name: /Loja/ });

test('what the server found behind a link comes as a card, as text and not as markup, and nothing of the page is fetched', async () => {
  const { hear, message, sent } = open(aMessage({ id: 1, body: `Veja ${link}!` }));
  await (await log()).findByRole('link', { name: link });
  expect(await card()).toBeNull();
  hear(messageLive, { action: 'update', message: { ...message, data: { preview } } });
  const shown = await (await log()).findByRole('link', { name: /Loja/ });
  expect(shown.textContent).toBe('Loja<b>Oferta</b> do diaSó hoje');
  expect([shown.getAttribute('href'), shown.getAttribute('target'), shown.getAttribute('rel')]).toEqual([
    link,
    '_blank',
    'noopener noreferrer nofollow',
  ]);
  expect(shown.querySelector('b, img, iframe')).toBeNull();
  expect(sent.every(({ path }) => !path.includes('loja.example'))).toBe(true);
});

test('it goes with the link: not once the message is edited or deleted', async () => {
  const { hear, message } = open(aMessage({ id: 1, body: link, data: { preview } }));
  await waitFor(async () => expect(await card()).toBeTruthy());
  hear(messageLive, { action: 'update', message: { ...message, body: 'Outra coisa', isEdited: true } });
  await waitFor(async () => expect(await card()).toBeNull());
});

test('an address that no browser should open is no card', async () => {
  open(aMessage({ id: 1, body: 'javascript:alert(1)', data: { preview: { ...preview, link: 'javascript', url: 'javascript:alert(1)' } } }));
  await (await log()).findByText('javascript:alert(1)');
  expect(await card()).toBeNull();
});
