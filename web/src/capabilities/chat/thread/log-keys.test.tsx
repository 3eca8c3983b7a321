import { connectionsApi } from '@prosa/contracts/connections';
import { type Message, messagesApi } from '@prosa/contracts/messages';
import { type Ticket, ticketsApi } from '@prosa/contracts/tickets';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { failWith, marina, show, stub } from '../../../../test/screen.tsx';
import type { Stub } from '../../../../test/stubs.ts';
import { useFocusKeeper } from '../../../platform/browser/focus-keeper.ts';
import { aTicket } from '../../ticket-store/tickets.fixture.ts';
import { giveLayout } from '../../tickets/layout.fixture.ts';
import { Chat } from '../Chat.tsx';
import { aMessage } from '../messages/messages.fixture.ts';

const me = { id: marina.id, name: marina.name };
let nextTicket = 2600;
const newTicket = (over: Partial<Ticket> = {}) => aTicket({ id: nextTicket++, userId: me.id, user: me, ...over });

beforeAll(giveLayout);
beforeEach(() => localStorage.clear());
afterEach(cleanup);

function Screen({ uuid }: { uuid: string }) {
  useFocusKeeper();
  return <Chat uuid={uuid} />;
}

async function open(messages: Message[], api: Stub[] = []) {
  const ticket = newTicket();
  const view = show(<Screen uuid={ticket.uuid} />, {
    api: [
      ...api,
      stub(connectionsApi.list, () => []),
      stub(ticketsApi.showByUuid, () => ticket),
      stub(ticketsApi.list, () => ({ tickets: [], count: 0, hasMore: false })),
      stub(messagesApi.list, () => ({ messages, ticket, count: messages.length, hasMore: false, pageNumber: 1 })),
    ],
  });
  const field = await screen.findByRole('textbox', { name: 'Mensagem' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  return { ...view, field, log: screen.getByRole('log') };
}

const stopsIn = (element: HTMLElement) =>
  [...element.querySelectorAll<HTMLElement>('a[href], button, input, [tabindex]')].filter(({ tabIndex }) => tabIndex >= 0);
const message = (name: RegExp) => screen.getByRole('article', { name });
const toLog = async (log: HTMLElement) => {
  for (let presses = 0; presses < 20 && !log.contains(document.activeElement); presses += 1) await userEvent.tab({ shift: true });
};

const conversation = [
  aMessage({ id: 1, body: 'Veja https://exemplo.com' }),
  aMessage({ id: 2, mediaType: 'image', mediaUrl: '/public/i.png', body: 'Foto da peça' }),
  aMessage({ id: 3, body: 'Qual o prazo?' }),
];

describe('the messages of a conversation, by keyboard', () => {
  test('are one stop for Tab: the newest, then the one that had the focus last', async () => {
    const { log } = await open(conversation);
    await waitFor(() => expect(stopsIn(log)).toEqual([]));
    expect(log.tabIndex).toBe(0);
    await toLog(log);
    expect(document.activeElement).toBe(message(/Qual o prazo/));
    expect(log.tabIndex).toBe(-1);
    await userEvent.keyboard('{Home}');
    expect(document.activeElement).toBe(message(/exemplo\.com/));
    await userEvent.keyboard('{Escape}');
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Mensagem' }));
    await toLog(log);
    expect(document.activeElement).toBe(message(/exemplo\.com/));
  });

  test('what can be pressed in a message follows that message alone', async () => {
    const { log } = await open(conversation);
    await toLog(log);
    await userEvent.keyboard('{ArrowUp}');
    expect(document.activeElement).toBe(message(/Foto da peça/));
    expect(stopsIn(log)).toEqual([document.activeElement, screen.getByRole('button', { name: 'Ampliar a foto' })]);
    await userEvent.tab();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Ampliar a foto' }));
    await userEvent.tab();
    expect(log.contains(document.activeElement)).toBe(false);
    expect(stopsIn(log)).toEqual([]);
  });

  test('Enter and Shift+F10 open the menu of a message, and Esc gives the focus back to it', async () => {
    const { log } = await open(conversation);
    await toLog(log);
    for (const keys of ['{Enter}', '{Shift>}{F10}{/Shift}']) {
      await userEvent.keyboard(keys);
      const menu = await screen.findByRole('menu');
      expect(document.activeElement).toBe(within(menu).getByRole('menuitem', { name: 'Responder' }));
      await userEvent.keyboard('{Escape}');
      expect(screen.queryByRole('menu')).toBeNull();
      expect(document.activeElement).toBe(message(/Qual o prazo/));
    }
    await userEvent.keyboard('r');
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Mensagem' }));
    expect(screen.getByRole('button', { name: 'Não responder a esta mensagem' })).toBeTruthy();
  });

  test('what was not sent and is discarded gives the focus to where one writes', async () => {
    const { log, field } = await open(conversation, [stub(messagesApi.send, () => failWith(400, { error: 'ERR_TICKET_NOT_OPEN' }))]);
    await userEvent.type(field, 'não vai{Enter}');
    await screen.findByText('Não enviada.');
    await toLog(log);
    await userEvent.keyboard('{End}');
    expect(document.activeElement?.getAttribute('aria-label')).toContain('não vai');
    for (let presses = 0; presses < 6 && document.activeElement?.textContent !== 'Descartar'; presses += 1) await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByText('Não enviada.')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(field));
  });
});
