import { connectionSessionLive, connectionStatuses, connectionsApi } from '@prosa/contracts/connections';
import { ticketsApi } from '@prosa/contracts/tickets';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { show, stub } from '../../test/screen.tsx';
import { aConnection } from '../capabilities/connections/connections.fixture.ts';
import { healthOf } from './connection-health.ts';
import { menu } from './navigation/menu.ts';
import { Shell } from './Shell.tsx';

const admin = { profile: 'admin' } as const;
const api = [stub(connectionsApi.list, () => [aConnection()]), stub(ticketsApi.list, () => ({ tickets: [], count: 0, hasMore: false }))];
type Setting = Parameters<typeof show>[1];
const open = (setting: Setting = {}) => show(<Shell>page</Shell>, { api, path: '/contacts', ...setting });
const side = () => within(screen.getByRole('navigation', { name: 'Menu principal' }));
const headings = () =>
  side()
    .getAllByRole('heading')
    .map(({ textContent }) => textContent);

/** A screen of this width, for the queries the shell asks. */
function giveWidth(width: number): void {
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: width <= Number(/max-width: (\d+)px/.exec(media)?.[1] ?? 0),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
}

beforeEach(() => {
  localStorage.clear();
  giveWidth(1600);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the menu', () => {
  const paths = (heading: string) => menu.find((group) => group.heading === heading)?.entries.map(({ path }) => path);

  test('"tickets, quick replies, kanban, tasks, contacts, schedules, tags, internal chat … and help", in this order', () => {
    expect(paths('service')).toEqual([
      '/tickets',
      '/quick-messages',
      '/kanban',
      '/todolist',
      '/contacts',
      '/schedules',
      '/tags',
      '/chats',
      '/helps',
    ]);
    expect(paths('management')).toEqual(['/']);
  });

  test('"campaigns submenu …; announcements (super users only); connections …; queues and chatbot; users; API; …; settings"', () => {
    const ours = ['/simulator', '/alarms', '/webhooks'];
    expect(paths('administration')?.filter((path) => !ours.includes(path))).toEqual([
      '/campaigns',
      '/contact-lists',
      '/campaigns-config',
      '/announcements',
      '/connections',
      '/queues',
      '/users',
      '/messages-api',
      '/financeiro',
      '/settings',
    ]);
    for (const path of ['/announcements', '/alarms'])
      expect(menu.flatMap(({ entries }) => entries).find((entry) => entry.path === path)?.who).toBe('super');
  });

  test('"Non-admin users see only the service group"; the administration is for admins', () => {
    open();
    expect(headings()).toEqual(['Atendimento']);
    expect(side().queryByRole('link', { name: 'Conexões' })).toBeNull();
    cleanup();
    // "supervisor = user + … + the dashboard of those queues": the rulings add it to what the specification says of non-admins.
    open({ as: { profile: 'supervisor' } });
    expect(headings()).toEqual(['Atendimento', 'Gerência']);
    expect(side().queryByRole('link', { name: 'Conexões' })).toBeNull();
    cleanup();
    open({ as: admin });
    expect(headings()[0]).toBe('Atendimento');
    expect(headings().at(-1)).toBe('Administração');
    for (const name of ['Conexões', 'Usuários']) expect(side().getByRole('link', { name })).toBeTruthy();
  });

  test('"A logout item sits at the bottom", and takes one out', async () => {
    const logOut = vi.fn(async () => undefined);
    open({ session: { logOut } });
    const last = [...screen.getByRole('navigation', { name: 'Menu principal' }).querySelectorAll<HTMLElement>('a, button')].at(-1);
    expect(last?.textContent).toBe('Sair');
    if (last) await userEvent.click(last);
    expect(logOut).toHaveBeenCalledOnce();
  });

  test('"The drawer collapses", and stays so', async () => {
    open();
    expect(screen.getByRole('button', { name: 'Recolher menu' }).getAttribute('aria-expanded')).toBe('true');
    await userEvent.click(screen.getByRole('button', { name: 'Recolher menu' }));
    expect(screen.getByRole('button', { name: 'Expandir menu' }).getAttribute('aria-expanded')).toBe('false');
    cleanup();
    open();
    expect(screen.getByRole('button', { name: 'Expandir menu' })).toBeTruthy();
  });

  test('"and is temporary on screens narrower than 600 px"', async () => {
    giveWidth(599);
    open();
    expect(screen.queryByRole('navigation', { name: 'Menu principal' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Abrir menu' }));
    await userEvent.click(side().getByRole('link', { name: 'Atendimentos' }));
    expect(screen.queryByRole('navigation', { name: 'Menu principal' })).toBeNull();
    cleanup();
    giveWidth(600);
    open();
    expect(screen.getByRole('navigation', { name: 'Menu principal' })).toBeTruthy();
  });
});

describe("the '!' at the connections", () => {
  test('"a \'!\' badge when any connection is in status qrcode, PAIRING, DISCONNECTED, TIMEOUT or OPENING"', () => {
    const troubled = connectionStatuses.filter((status) => healthOf([aConnection(), aConnection({ id: 2, status })]).troubled);
    expect(troubled.toSorted()).toEqual(['DISCONNECTED', 'OPENING', 'PAIRING', 'TIMEOUT', 'qrcode']);
    expect(healthOf([]).troubled).toBe(false);
  });

  test('"(re-checked 2 seconds after a change)"', async () => {
    const { hear } = open({ as: admin });
    const badge = () => side().queryByText('há conexões com problema');
    await new Promise((resolve) => setTimeout(resolve, 2200));
    expect(badge()).toBeNull();
    const changed = performance.now();
    const session = {
      id: 1,
      name: 'WhatsApp Principal',
      status: 'DISCONNECTED' as const,
      updatedAt: '2026-11-15T11:00:00.000Z',
      retries: 0,
    };
    hear(connectionSessionLive, { action: 'update', session });
    expect(badge()).toBeNull();
    await waitFor(() => expect(badge()).not.toBeNull());
    expect(performance.now() - changed).toBeGreaterThan(1900);
    expect(within(side().getByRole('link', { name: /Conexões/ })).getByText('!')).toBeTruthy();
  });
});

describe('the top bar', () => {
  test('"greeting with user name and company name; for admins with a due date, the text \'Ativo até\' plus the date"', () => {
    open();
    expect(screen.getByRole('banner').textContent).toContain('Olá, Marina — Loja Aurora');
    expect(screen.queryByText(/Ativo até/)).toBeNull();
    cleanup();
    const { user } = open({ as: admin });
    expect(screen.getByText('Ativo até 30/11/2099')).toBeTruthy();
    cleanup();
    open({ as: { ...admin, company: { ...user.company, dueDate: null } } });
    expect(screen.queryByText(/Ativo até/)).toBeNull();
  });

  test('"theme toggle; volume slider popover …; page refresh button; notifications popover …; profile menu"', async () => {
    open();
    for (const name of ['Volume', 'Atualizar página', 'Notificações', 'Conta de Marina'])
      expect(await screen.findByRole('button', { name })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Tema escuro' }));
    expect(localStorage.getItem('preferredTheme')).toBe('dark');
    expect(document.documentElement.dataset.theme).toBe('dark');
    await userEvent.click(screen.getByRole('button', { name: 'Tema claro' }));
    expect(localStorage.getItem('preferredTheme')).toBe('light');
  });

  test('"profile menu whose profile item opens the user modal for the current user"', async () => {
    open();
    await userEvent.click(screen.getByRole('button', { name: 'Conta de Marina' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Perfil' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Perfil' }));
    expect(dialog.getByLabelText<HTMLInputElement>('Nome').value).toBe('Marina');
    expect(dialog.getByLabelText<HTMLInputElement>('Email').value).toBe('marina@aurora.example');
  });

  test('how much a screen holds and how large messages are is chosen there, and kept', async () => {
    open();
    await userEvent.click(screen.getByRole('button', { name: 'Conta de Marina' }));
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Compacta' }));
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Grande' }));
    expect(document.documentElement.dataset).toMatchObject({ density: 'compact', textSize: 'large' });
    expect([localStorage.getItem('density'), localStorage.getItem('textSize')]).toEqual(['compact', 'large']);
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Confortável' }));
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Médio' }));
    expect(document.documentElement.dataset).toMatchObject({ density: 'comfortable', textSize: 'medium' });
  });
});
