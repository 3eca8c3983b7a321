import { connectionsApi } from '@prosa/contracts/connections';
import { ticketsApi } from '@prosa/contracts/tickets';
import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { show, stub } from '../../test/screen.tsx';
import { watchInstall } from '../platform/browser/install.ts';
import { Shell } from './Shell.tsx';

const api = [stub(connectionsApi.list, () => []), stub(ticketsApi.list, () => ({ tickets: [], count: 0, hasMore: false }))];
const prompt = vi.fn<() => Promise<void>>();
const open = () => show(<Shell>page</Shell>, { api, path: '/contacts' });
const openMenu = () => userEvent.click(screen.getByRole('button', { name: 'Conta de Marina' }));
const item = () => screen.queryByRole('menuitem', { name: 'Instalar o aplicativo' });

/** As a browser says that the app can be installed. */
function offer(): Event {
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  act(() => void window.dispatchEvent(event));
  return event;
}

beforeAll(watchInstall);
beforeEach(() => {
  localStorage.clear();
  prompt.mockReset().mockResolvedValue();
});
afterEach(() => {
  act(() => void window.dispatchEvent(new Event('appinstalled')));
  cleanup();
  vi.restoreAllMocks();
});

test('where the app can be installed the account menu says so, and nothing else does', async () => {
  open();
  await openMenu();
  expect(item()).toBeNull();
  await userEvent.keyboard('{Escape}');
  // The browser's own bar stays away.
  expect(offer().defaultPrevented).toBe(true);
  expect(screen.queryByText(/Instalar/)).toBeNull();
  await openMenu();
  await userEvent.click(screen.getByRole('menuitem', { name: 'Instalar o aplicativo' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Instalar' }));
  expect(prompt).toHaveBeenCalledOnce();
  await openMenu();
  expect(item()).toBeNull();
});

test('put away it does not come back; the palette keeps the way', async () => {
  open();
  offer();
  await openMenu();
  await userEvent.click(screen.getByRole('menuitem', { name: 'Instalar o aplicativo' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Não mostrar mais' }));
  await openMenu();
  expect(item()).toBeNull();
  await userEvent.keyboard('{Escape}');
  await userEvent.keyboard('{Control>}k{/Control}');
  await userEvent.click(await screen.findByRole('option', { name: /Instalar o aplicativo/ }));
  await screen.findByRole('button', { name: 'Instalar' });
  expect(prompt).not.toHaveBeenCalled();
});

test('on a phone whose browser does not ask, it is explained what to press', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)');
  open();
  await userEvent.keyboard('{Control>}k{/Control}');
  await userEvent.click(await screen.findByRole('option', { name: /Instalar o aplicativo/ }));
  await screen.findByText(/Adicionar à Tela de Início/);
  expect(screen.queryByRole('button', { name: 'Instalar' })).toBeNull();
});
