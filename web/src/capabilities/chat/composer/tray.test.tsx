import { connectionsApi } from '@prosa/contracts/connections';
import { messagesApi } from '@prosa/contracts/messages';
import { ticketsApi } from '@prosa/contracts/tickets';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { marina, show, stub } from '../../../../test/screen.tsx';
import { useFocusKeeper } from '../../../platform/browser/focus-keeper.ts';
import { aTicket } from '../../ticket-store/tickets.fixture.ts';
import { giveLayout } from '../../tickets/layout.fixture.ts';
import { Chat } from '../Chat.tsx';
import { aMessage } from '../messages/messages.fixture.ts';
import { placeAt, roomFor } from './tray-drag.ts';

const me = { id: marina.id, name: marina.name };
let nextTicket = 3000;
let nextMessage = 7000;

beforeAll(() => {
  giveLayout();
  URL.createObjectURL = () => 'blob:one';
  URL.revokeObjectURL = () => undefined;
});
beforeEach(() => localStorage.clear());
afterEach(cleanup);

function Screen({ uuid }: { uuid: string }) {
  useFocusKeeper();
  return <Chat uuid={uuid} />;
}

async function open(...names: string[]) {
  const ticket = aTicket({ id: nextTicket++, userId: me.id, user: me });
  const { sent } = show(<Screen uuid={ticket.uuid} />, {
    api: [
      stub(messagesApi.send, ({ body }) => aMessage({ id: nextMessage++, ticketId: ticket.id, fromMe: true, user: me, body: body.body })),
      stub(connectionsApi.list, () => []),
      stub(ticketsApi.showByUuid, () => ticket),
      stub(messagesApi.list, () => ({ messages: [], ticket, count: 0, hasMore: false, pageNumber: 1 })),
    ],
  });
  const field = await screen.findByRole('textbox', { name: 'Mensagem' });
  fireEvent.paste(field, { clipboardData: { files: names.map((name) => new File(['x'], name, { type: 'application/pdf' })) } });
  const tray = within(await screen.findByRole('list', { name: 'Arquivos a enviar' }));
  const order = () => tray.getAllByRole('listitem').map((item) => item.querySelector('b')?.textContent);
  return { sent, field, tray, order };
}
const mover = (name: string) => screen.getByRole('button', { name: `Mudar ${name} de lugar` });

describe('files before they are sent', () => {
  test('change places by menu and by key, which is told, and leave in the order shown', async () => {
    const { sent, field, order } = await open('a.pdf', 'b.pdf', 'c.pdf');
    await userEvent.click(mover('c.pdf'));
    expect(screen.getByRole('menuitem', { name: 'Mover para a direita' }).hasAttribute('disabled')).toBe(true);
    await userEvent.click(screen.getByRole('menuitem', { name: 'Mover para a esquerda' }));
    expect(order()).toEqual(['a.pdf', 'c.pdf', 'b.pdf']);
    expect(screen.getByText('c.pdf: 2 de 3').getAttribute('role')).toBe('status');
    expect(document.activeElement).toBe(mover('c.pdf'));
    await userEvent.keyboard('{Control>}{ArrowLeft}{ArrowLeft}{/Control}');
    expect(order()).toEqual(['c.pdf', 'a.pdf', 'b.pdf']);
    expect(screen.getByText('c.pdf: 1 de 3')).toBeTruthy();
    expect(document.activeElement).toBe(mover('c.pdf'));
    await userEvent.type(field, 'Seguem{Enter}');
    const names = () => sent.filter(({ method }) => method === 'POST').map(({ body }) => body);
    await waitFor(() => expect(names()).toHaveLength(3));
    expect(names()).toMatchObject([
      { body: '*Marina:*\nSeguem', medias: { name: 'c.pdf' } },
      { medias: { name: 'a.pdf' } },
      { medias: { name: 'b.pdf' } },
    ]);
  });

  test('one alone can not be moved; taking one out by key leaves the focus among the others, the last one with the words', async () => {
    const { field, order } = await open('a.pdf', 'b.pdf');
    screen.getByRole('button', { name: 'Remover a.pdf' }).focus();
    await userEvent.keyboard('{Enter}');
    expect(order()).toEqual(['b.pdf']);
    expect(screen.queryByRole('button', { name: /Mudar/ })).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remover b.pdf' })));
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(document.activeElement).toBe(field));
  });
});

test('a dragged file takes the place its middle has come to, and the others make room', () => {
  const boxes = [0, 110, 220].map((left) => ({ left, width: 100 }));
  expect([-300, -50, 0, 40, 120, 400].map((by) => placeAt(boxes, 1, by))).toEqual([0, 1, 1, 1, 2, 2]);
  expect([0, 1, 2].map((index) => roomFor(boxes, 0, 2, index))).toEqual([0, -110, -110]);
  expect([0, 1, 2].map((index) => roomFor(boxes, 2, 1, index))).toEqual([0, 110, 0]);
});
