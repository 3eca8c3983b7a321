import { contactLive } from '@prosa/contracts/contacts';
import { messageLive } from '@prosa/contracts/messages';
import { type Ticket, ticketLive, ticketsApi } from '@prosa/contracts/tickets';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { marina, show, stub } from '../../../test/screen.tsx';
import { aMessage } from '../chat/messages/messages.fixture.ts';
import { aContact } from '../contacts/contacts.fixture.ts';
import { aTicket } from '../ticket-store/tickets.fixture.ts';
import { desktopPermission } from './desktop.ts';
import { NotificationsButton } from './NotificationsButton.tsx';
import { setVolume, soundsBlocked } from './sounds.ts';
import { countedTitle, unreadCount } from './unread-count.ts';
import { VolumeButton } from './VolumeButton.tsx';

const mine = aTicket({ id: 1, userId: marina.id, unreadMessages: 2, lastMessage: 'Cadê meu *pedido*?' });
const waiting = aTicket({ id: 2, status: 'pending', userId: null, unreadMessages: 1 });
const played = vi.fn<(volume: number) => Promise<void>>(async () => undefined);
let hidden = false;
/** Sounds close to each other are one; each test lives a minute later. */
let minute = 0;

beforeEach(() => {
  minute += 60_000;
  vi.spyOn(performance, 'now').mockImplementation(() => minute);
  played.mockReset().mockResolvedValue();
  Object.assign(URL, { createObjectURL: () => 'blob:sound' });
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(function play(this: HTMLMediaElement) {
    return played(this.volume);
  });
  hidden = false;
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
  setVolume(1);
  localStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  desktopPermission.set('absent');
});

const server = (...tickets: Ticket[]) =>
  stub(ticketsApi.list, ({ query: { status, withUnreadMessages } }) => {
    const found = tickets.filter((ticket) => withUnreadMessages && ticket.status === status);
    return { tickets: found, count: found.length, hasMore: false };
  });
const arrival = (ticket: Ticket, over: Parameters<typeof aMessage>[0] = {}) => ({
  action: 'create' as const,
  message: aMessage({ ticketId: ticket.id, fromMe: false, ...over }),
  ticket,
  contact: ticket.contact,
});
type Setting = Parameters<typeof show>[1];
const open = (setting: Setting = {}) => show(<NotificationsButton onHistory={() => undefined} />, setting);
const bell = (name: string) => screen.findByRole('button', { name });

test('the tickets with unread messages are counted and listed, and a click opens one', async () => {
  const { visited, emitted } = open({ api: [server(mine, waiting)] });
  await userEvent.click(await bell('Notificações: 1 atendimento não lido'));
  const panel = within(screen.getByRole('dialog', { name: 'Notificações' }));
  expect(panel.getByText('Cadê meu pedido?')).toBeTruthy();
  expect(panel.getByText('2 mensagens não lidas')).toBeTruthy();
  await userEvent.click(panel.getByRole('link'));
  expect(visited.at(-1)).toBe(`/tickets/${mine.uuid}`);
  expect(emitted).toContainEqual(['joinNotification']);
});

test.each([
  [{ allTicket: 'disable' } as const, ['open']],
  [{ allTicket: 'enable' } as const, ['open', 'pending']],
  [{ profile: 'admin', allTicket: 'disable' } as const, ['open']],
  [{ profile: 'admin', allTicket: 'enable' } as const, ['open', 'pending']],
])('"Notifications include pending tickets only when allTicket is \'enable\'": %j asks for %j', async (as, statuses) => {
  const { sent } = open({ as, api: [server(mine, waiting)] });
  await bell(`Notificações: ${statuses.length === 1 ? '1 atendimento não lido' : '2 atendimentos não lidos'}`);
  expect(sent.map(({ query }) => query)).toEqual(statuses.map((status) => `?status=${status}&withUnreadMessages=true`));
});

test('nothing unread', async () => {
  open({ api: [server()] });
  await userEvent.click(await bell('Notificações'));
  expect(screen.getByText('Nenhuma notificação')).toBeTruthy();
});

test('what happens is followed without asking again, and the tab tells the count', async () => {
  const { hear, sent } = open({ api: [server(mine)] });
  await bell('Notificações: 1 atendimento não lido');
  hear(messageLive, arrival({ ...mine, id: 7, uuid: aTicket({ id: 7 }).uuid }));
  await bell('Notificações: 2 atendimentos não lidos');
  expect(countedTitle('Atendimentos', unreadCount.get())).toBe('(2) Atendimentos');
  hear(contactLive, { action: 'update', contact: aContact({ id: 1, name: 'Ana Clara' }) });
  await userEvent.click(await bell('Notificações: 2 atendimentos não lidos'));
  expect(screen.getAllByText('Ana Clara')).toHaveLength(2);
  hear(ticketLive, { action: 'updateUnread', ticketId: 7 });
  hear(ticketLive, { action: 'delete', ticketId: 1 });
  await bell('Notificações');
  expect(unreadCount.get()).toBe(0);
  expect(sent).toHaveLength(1);
});

test('a new message of my customer sounds, my own does not, nor one for a colleague', async () => {
  const { hear } = open({ api: [server()] });
  await bell('Notificações');
  hear(messageLive, arrival(mine, { id: 1, fromMe: true }));
  hear(messageLive, arrival({ ...mine, userId: 99 }, { id: 2 }));
  hear(messageLive, arrival(waiting, { id: 3 }));
  expect(played).not.toHaveBeenCalled();
  hear(messageLive, arrival(mine, { id: 4 }));
  await waitFor(() => expect(played).toHaveBeenCalledWith(1));
});

test('the conversation that is open and visible is silent; hidden it sounds', async () => {
  const { hear } = open({ api: [server()], path: `/tickets/${mine.uuid}` });
  await bell('Notificações');
  hear(messageLive, arrival(mine, { id: 5 }));
  expect(played).not.toHaveBeenCalled();
  await bell('Notificações');
  hidden = true;
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  hear(messageLive, arrival(mine, { id: 6 }));
  await waitFor(() => expect(played).toHaveBeenCalledOnce());
});

test('a ticket that a colleague gives to me sounds and says so; what I take or others get does not', async () => {
  const { hear, visited } = open({ api: [server()] });
  await bell('Notificações');
  const given = { action: 'update' as const, ticketId: mine.id, ticket: mine };
  const givenBy = { id: 99, name: 'Paula' };
  hear(ticketLive, given);
  hear(ticketLive, { ...given, ticket: { ...mine, userId: 98 }, givenBy });
  expect(played).not.toHaveBeenCalled();
  hear(ticketLive, { ...given, givenBy });
  expect(await screen.findByText('Paula transferiu para você o atendimento de Cliente 1')).toBeTruthy();
  await waitFor(() => expect(played).toHaveBeenCalledOnce());
  await userEvent.click(screen.getByRole('button', { name: 'Abrir' }));
  expect(visited.at(-1)).toBe(`/tickets/${mine.uuid}`);
});

test('a burst is one sound', async () => {
  const { hear } = open({ api: [server()] });
  await bell('Notificações');
  for (const id of [11, 12, 13]) hear(messageLive, arrival(mine, { id }));
  await waitFor(() => expect(played).toHaveBeenCalledOnce());
});

test('the desktop is asked for on a click only, and told while the tab is hidden', async () => {
  const shown: { title: string; options: NotificationOptions; onclick?: () => void; close: () => void }[] = [];
  class Desktop {
    static permission: NotificationPermission = 'default';
    static requestPermission = vi.fn(async () => {
      Desktop.permission = 'granted';
      return Desktop.permission;
    });
    onclick = () => undefined;
    close = () => undefined;
    constructor(
      readonly title: string,
      readonly options: NotificationOptions,
    ) {
      shown.push(this);
    }
  }
  vi.stubGlobal('Notification', Desktop);
  vi.spyOn(window, 'focus').mockImplementation(() => undefined);
  desktopPermission.set('default');
  const { hear, visited } = open({ api: [server()] });
  await userEvent.click(await bell('Notificações'));
  expect(Desktop.requestPermission).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Ativar notificações na área de trabalho' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Ativar notificações na área de trabalho' })).toBeNull());

  hear(messageLive, arrival(mine, { id: 21 }));
  expect(shown).toEqual([]);
  hidden = true;
  hear(messageLive, arrival(mine, { id: 22, createdAt: new Date(2026, 10, 15, 9, 5).toISOString() }));
  await waitFor(() => expect(shown).toHaveLength(1));
  expect(shown[0]).toMatchObject({
    title: 'Mensagem de Cliente 1 - 09:05',
    options: { body: 'Cadê meu pedido?', tag: 'ticket-1' },
  });
  act(() => shown[0]?.onclick?.());
  expect(visited.at(-1)).toBe(`/tickets/${mine.uuid}`);
});

// "volume slider popover (0 to 1, step 0.1, default 1, saved locally)"
test('the volume goes from 0 to 1 by 0.1, is kept, can be tried, and silence is silent', async () => {
  show(<VolumeButton />);
  await userEvent.click(screen.getByRole('button', { name: 'Volume' }));
  const slider = screen.getByRole<HTMLInputElement>('slider', { name: 'Volume' });
  expect([slider.min, slider.max, slider.step, slider.value]).toEqual(['0', '1', '0.1', '1']);
  fireEvent.change(slider, { target: { value: '0.7' } });
  expect(slider.getAttribute('aria-valuetext')).toBe('70%');
  expect(localStorage.getItem('volume')).toBe('0.7');
  await userEvent.click(screen.getByRole('button', { name: 'Testar som' }));
  expect(played).toHaveBeenLastCalledWith(0.7);

  played.mockRejectedValue(new DOMException('', 'NotAllowedError'));
  await userEvent.click(screen.getByRole('button', { name: 'Testar som' }));
  expect(await screen.findByRole('button', { name: 'Clique para ativar os sons' })).toBeTruthy();
  soundsBlocked.set(false);

  played.mockClear();
  fireEvent.change(slider, { target: { value: '0' } });
  await userEvent.click(screen.getByRole('button', { name: 'Testar som' }));
  expect(played).not.toHaveBeenCalled();
});
