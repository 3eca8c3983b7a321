import { ticketLive } from '@prosa/contracts/tickets';
import { act, cleanup, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { show } from '../../../../test/screen.tsx';
import { dismissNotice, shownNotices } from '../../../platform/browser/notices.ts';
import { aTicket } from '../../ticket-store/tickets.fixture.ts';
import { giveLayout } from '../layout.fixture.ts';
import { TicketsPage } from '../TicketsPage.tsx';
import { around, card, puts, ticketsAre } from '../tickets.scene.ts';
import { departedSince, withPlaceholders } from './departed-rows.ts';

const waiting = (id: number, name: string) =>
  aTicket({ id, status: 'pending', userId: null, user: null, contact: card(id, name), updatedAt: `2026-11-15T1${9 - id}:00:00.000Z` });
const [ana, joao, rita] = [waiting(1, 'Ana'), waiting(2, 'João'), waiting(3, 'Rita')];
const place = { clientX: 300, clientY: 120 };
const acceptOf = (name: string) => screen.getByRole('button', { name: `Aceitar o atendimento de ${name}` });
const list = () => screen.getByRole('list', { name: 'Aguardando' });
/** What a screen reader goes through. */
const names = () =>
  within(list())
    .getAllByRole('listitem')
    .map((item) => within(item).getByText(/^(Ana|João|Rita)$/).textContent);
/** Every place, also one that has only just become free. */
const places = () => [...list().querySelectorAll<HTMLElement>('li')].map((item) => [item.dataset.gone !== undefined, item.style.transform]);

beforeAll(giveLayout);
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  for (const { id } of shownNotices.get()) dismissNotice(id);
});

/** At a time that does not hang on how quick this machine is. */
function clickAt(milliseconds: number, element: HTMLElement, init: MouseEventInit): void {
  const event = createEvent.click(element, init);
  Object.defineProperty(event, 'timeStamp', { value: milliseconds });
  fireEvent(element, event);
}

async function openWaiting() {
  const tickets = [ana, joao, rita];
  const shown = show(<TicketsPage />, { path: '/tickets', api: [ticketsAre(tickets), ...around(tickets)] });
  fireEvent.click(await screen.findByRole('tab', { name: /Aguardando/ }));
  await screen.findByRole('button', { name: 'Aceitar o atendimento de Rita' });
  return shown;
}

test('a double click accepts one customer: the place of the row stays free, and the second click does nothing', async () => {
  const { sent } = await openWaiting();
  const before = places();
  clickAt(1_000, acceptOf('Ana'), { ...place, detail: 1 });
  await waitFor(() => expect(names()).toEqual(['João', 'Rita']));
  expect(places()).toEqual(before.map(([, transform], index) => [index === 0, transform]));
  expect(list().querySelector('[data-gone] button'), 'nothing in it can be pressed').toBeNull();
  // Wherever it lands, even where the place was not kept.
  clickAt(1_200, acceptOf('João'), { ...place, detail: 2 });
  clickAt(1_700, acceptOf('João'), { clientX: place.clientX + 9, clientY: place.clientY - 9, detail: 1 });
  await waitFor(() => expect(puts(sent)).toHaveLength(1));
  expect(puts(sent)).toMatchObject([{ path: '/tickets/1', body: { status: 'open' } }]);
  // The place is free for the next one after a second.
  await waitFor(() => expect(places().map(([isGone]) => isGone)).toEqual([false, false]), { timeout: 90_000 });
});

test('who means another row is not held up', async () => {
  const { sent } = await openWaiting();
  fireEvent.click(acceptOf('Ana'), { ...place, detail: 1 });
  await waitFor(() => expect(names()).toEqual(['João', 'Rita']));
  fireEvent.click(acceptOf('Rita'), { clientX: place.clientX, clientY: place.clientY + 152, detail: 1 });
  await waitFor(() => expect(puts(sent).map(({ path }) => path)).toEqual(['/tickets/1', '/tickets/3']));
});

test('a key that is held down accepts one customer', async () => {
  const { sent } = await openWaiting();
  const row = list().querySelector<HTMLElement>('[data-row]');
  row?.focus();
  const press = (repeat: boolean) => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'a', repeat });
  press(false);
  await waitFor(() => expect(names()).toEqual(['João', 'Rita']));
  for (let times = 0; times < 5; times += 1) {
    list().querySelector<HTMLElement>('li:not([data-gone]) [data-row]')?.focus();
    expect(press(true), 'nobody else hears of it').toBe(false);
  }
  fireEvent.keyUp(document.body, { key: 'a' });
  await waitFor(() => expect(puts(sent)).toHaveLength(1));
});

test('a customer whom a colleague takes leaves nobody else under the mouse, until it goes elsewhere', async () => {
  const { hear } = await openWaiting();
  const area = list().parentElement ?? document.body;
  fireEvent.pointerMove(area, { pointerType: 'mouse' });
  hear(ticketLive, { action: 'delete', ticketId: ana.id });
  await waitFor(() => expect(places().map(([isGone]) => isGone)).toEqual([true, false, false]));
  expect(names()).toEqual(['João', 'Rita']);
  act(() => void fireEvent.pointerLeave(area, { pointerType: 'mouse' }));
  expect(places().map(([isGone]) => isGone)).toEqual([false, false]);
});

test('the places of those who left are where they were, whatever comes in between', () => {
  const rows = [1, 2, 3, 4].map((id) => ({ id }));
  const shown = withPlaceholders(rows, []);
  const after = [{ id: 9 }, { id: 2 }, { id: 4 }];
  const gone = departedSince(shown, after);
  expect(gone.map(({ item, index }) => [item.id, index])).toEqual([
    [1, 0],
    [3, 2],
  ]);
  expect(withPlaceholders(after, gone).map(({ item, isGone }) => (isGone ? -item.id : item.id))).toEqual([-1, 9, -3, 2, 4]);
});
