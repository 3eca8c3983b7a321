import { contactsApi } from '@prosa/contracts/contacts';
import { quickMessagesApi } from '@prosa/contracts/quick-messages';
import { ticketsApi } from '@prosa/contracts/tickets';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { show, stub } from '../../../test/screen.tsx';
import { ana } from '../../capabilities/tickets/tickets.scene.ts';
import { useCommands } from '../../platform/browser/commands.ts';
import { dismissNotice, shownNotices } from '../../platform/browser/notices.ts';
import { notifyUndoable } from '../../ui/overlays/undo.ts';
import { Layers } from '../Layers.tsx';
import { useGlobalKeys } from '../useGlobalKeys.ts';

const resolve = vi.fn();

/** Any page: two regions, a field, and a ticket's command. */
function Page() {
  useGlobalKeys();
  useCommands([{ id: 'ticket-resolve', label: 'Resolver · Ana', keys: ['E'], run: resolve }]);
  return (
    <>
      <nav data-region>
        <a href="#menu">Menu</a>
      </nav>
      <main data-region>
        <input aria-label="Campo" />
      </main>
      <Layers />
    </>
  );
}
const api = [
  stub(ticketsApi.list, () => ({ tickets: [ana], count: 1, hasMore: false })),
  stub(contactsApi.list, () => ({ contacts: [], count: 0, hasMore: false })),
  stub(quickMessagesApi.list, () => ({ records: [], count: 0, hasMore: false })),
];

beforeEach(() => {
  localStorage.clear();
  resolve.mockClear();
});
afterEach(() => {
  cleanup();
  for (const { id } of shownNotices.get()) dismissNotice(id);
});
const openPalette = async () => {
  await userEvent.keyboard('{Control>}k{/Control}');
  return screen.findByRole('combobox', { name: 'Busque um atendimento, contato, página ou ação' });
};

test('Ctrl+K opens it, also while somebody types, and again closes it', async () => {
  show(<Page />, { api });
  await userEvent.click(screen.getByLabelText('Campo'));
  const field = await openPalette();
  expect(document.activeElement).toBe(field);
  await userEvent.keyboard('{Control>}k{/Control}');
  await waitFor(() => expect(screen.queryByRole('combobox', { name: /Busque/ })).toBeNull());
});

test('it leads to pages, whatever their accents, and every row shows its key', async () => {
  const { visited } = show(<Page />, { as: { profile: 'admin' }, api });
  await userEvent.type(await openPalette(), 'conexoes');
  expect(await screen.findByRole('option', { name: 'Conexões' })).toBeTruthy();
  await userEvent.keyboard('{Enter}');
  expect(visited.at(-1)).toBe('/connections');

  await openPalette();
  expect(screen.getByRole('option', { name: /^Atendimentos ?G ?T$/ })).toBeTruthy();
  // What was used lately comes first.
  expect(screen.getAllByRole('option')[0]?.textContent).toBe('Conexões');
});

test('it holds pages for this person only, and the deeds of the ticket that is shown', async () => {
  show(<Page />, { api });
  await openPalette();
  expect(screen.queryByRole('option', { name: /Conexões/ })).toBeNull();
  await userEvent.click(screen.getByRole('option', { name: /Resolver · Ana/ }));
  expect(resolve).toHaveBeenCalledOnce();
  expect(screen.queryByRole('combobox', { name: /Busque/ })).toBeNull();
});

test('it finds tickets, and a command that only happens to have the letters comes after them', async () => {
  const { visited } = show(<Page />, { api });
  await userEvent.type(await openPalette(), 'ana');
  const ticket = await screen.findByRole('option', { name: /Ana.*#1 · Aberto/ });
  const options = screen.getAllByRole('option');
  expect(options.indexOf(ticket)).toBeLessThan(options.indexOf(screen.getByRole('option', { name: 'Alternar tema claro e escuro' })));
  await userEvent.click(ticket);
  expect(visited.at(-1)).toBe(`/tickets/${ana.uuid}`);
});

test('G and a letter lead to a page, and the letter does nothing else', async () => {
  const heard: string[] = [];
  const listener = (event: KeyboardEvent) => void (event.defaultPrevented || heard.push(event.key));
  document.addEventListener('keydown', listener);
  const { visited } = show(<Page />, { path: '/connections', api });
  await userEvent.keyboard('gt');
  expect(visited.at(-1)).toBe('/tickets');
  await userEvent.keyboard('gk');
  expect(visited.at(-1)).toBe('/kanban');
  // The dashboard is not for agents.
  await userEvent.keyboard('gd');
  expect(visited.at(-1)).toBe('/kanban');
  expect(heard).toEqual([]);
  document.removeEventListener('keydown', listener);
});

test('keys that type letters on a Brazilian keyboard command nothing', async () => {
  show(<Page />, { api });
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true, altKey: true });
  fireEvent.keyDown(document.body, { key: '?', altKey: true });
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true, modifierAltGraph: true });
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true, isComposing: true });
  await userEvent.type(screen.getByLabelText('Campo'), '?gt');
  expect(document.querySelector('dialog[open]')).toBeNull();
});

test('? shows the sheet, where single letters can be switched off', async () => {
  const { visited } = show(<Page />, { path: '/connections', api });
  await userEvent.keyboard('?');
  const letters = await screen.findByRole<HTMLInputElement>('switch', { name: 'Atalhos de uma só tecla' });
  expect(letters.checked).toBe(true);
  expect(screen.getByText('Próximo ou anterior, também ao escrever')).toBeTruthy();
  expect(screen.getByText('Ir para Kanban')).toBeTruthy();
  await userEvent.click(letters);
  await userEvent.click(screen.getByRole('button', { name: 'Fechar' }));

  await userEvent.keyboard('gt');
  expect(visited.at(-1)).toBe('/connections');
  await userEvent.keyboard('?');
  expect(screen.queryByRole('switch')).toBeNull();
  expect(await openPalette()).toBeTruthy();
});

test('F6 goes from region to region and finds the place again', async () => {
  show(<Page />, { api });
  await userEvent.click(screen.getByLabelText('Campo'));
  await userEvent.keyboard('{F6}');
  expect(document.activeElement?.textContent).toBe('Menu');
  await userEvent.keyboard('{F6}');
  expect(document.activeElement).toBe(screen.getByLabelText('Campo'));
  await userEvent.keyboard('{Shift>}{F6}{/Shift}');
  expect(document.activeElement?.textContent).toBe('Menu');
});

test('Ctrl+Z takes back the last deed that can be, but not while typing', async () => {
  show(<Page />, { api });
  const undo = vi.fn();
  act(() => notifyUndoable('Atendimento resolvido', undo));
  await userEvent.click(screen.getByLabelText('Campo'));
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(undo).not.toHaveBeenCalled();
  act(() => screen.getByLabelText('Campo').blur());
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(undo).toHaveBeenCalledOnce();
  expect(screen.queryByText('Atendimento resolvido')).toBeNull();
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(undo).toHaveBeenCalledOnce();
});

test('it leads to pages that stand in no menu: the subscription for who may pay, the platform’s tabs for its people', async () => {
  const labels = async (typed: string) => {
    await userEvent.type(await openPalette(), typed);
    return waitFor(() => screen.getAllByRole('option').map(({ textContent }) => textContent));
  };
  show(<Page />, { as: { profile: 'admin' }, api });
  expect(await labels('assinatura')).toContain('Assinatura');
  cleanup();
  const { visited } = show(<Page />, { as: { super: true }, api });
  expect(await labels('empresas')).toContain('Empresas');
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(visited.at(-1)).toBe('/settings?tab=companies'));
  cleanup();
  show(<Page />, { api });
  const field = await openPalette();
  await userEvent.type(field, 'empresas');
  expect(screen.queryByRole('option', { name: /Empresas/ })).toBeNull();
});
