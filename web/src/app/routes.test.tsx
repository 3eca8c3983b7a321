import '../../test/browser.ts';
import { connectionsApi } from '@prosa/contracts/connections';
import { paymentsApi } from '@prosa/contracts/payments';
import { type SessionUser, sessionApi } from '@prosa/contracts/session';
import { ticketsApi } from '@prosa/contracts/tickets';
import { usersApi } from '@prosa/contracts/users';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startAt } from '../../test/location.ts';
import { enter, marina, refuse, stub, stubApi } from '../../test/screen.tsx';
import type { Stub } from '../../test/stubs.ts';
import { checkout } from '../capabilities/payments/payments.fixture.ts';
import { aUser } from '../capabilities/users/users.fixture.ts';
import { createQueryClient } from '../platform/api/query-client.ts';
import { accessToken } from '../platform/api/token.ts';
import { noticeHistory, notify, shownNotices } from '../platform/browser/notices.ts';
import { chooseLanguage } from '../platform/language/messages.ts';
import { SessionProvider } from '../platform/session/session.tsx';
import { Toaster } from '../ui/overlays/Toaster.tsx';
import { landingPath, loginAddress } from './deep-link.ts';
import { Routes } from './routes.tsx';

vi.mock('../capabilities/tickets/TicketsPage.tsx', () => ({ TicketsPage: () => <h1>tickets page</h1> }));
vi.mock('../capabilities/dashboard/DashboardPage.tsx', () => ({ DashboardPage: () => <h1>dashboard page</h1> }));
vi.mock('../capabilities/connections/ConnectionsPage.tsx', () => ({ ConnectionsPage: () => <h1>connections page</h1> }));
vi.mock('socket.io-client', () => ({
  io: () => ({ on: () => undefined, onAny: () => undefined, emit: () => undefined, close: () => undefined }),
}));

const admin = { ...marina, profile: 'admin' as const };
const around = [stub(connectionsApi.list, () => []), stub(ticketsApi.list, () => ({ tickets: [], count: 0, hasMore: false }))];

// Fetching the code is not what is looked at here.
beforeAll(() => import('./PrivateApp.tsx'));
beforeEach(() => {
  localStorage.clear();
  accessToken.set(undefined);
  shownNotices.set([]);
  noticeHistory.set([]);
  chooseLanguage('pt');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(path: string, api: Stub[]) {
  const visited = startAt(path);
  const sent = stubApi([...api, ...around]);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SessionProvider>
        <Routes />
      </SessionProvider>
      <Toaster />
    </QueryClientProvider>,
  );
  return { sent, at: () => visited.at(-1) };
}

const signedIn = (user = marina) => {
  localStorage.setItem('signedIn', String(user.id));
  return [stub(sessionApi.refresh, () => ({ token: 't', user }))];
};

async function logIn() {
  await enter(await screen.findByLabelText('Email'), 'marina@aurora.example');
  await enter(screen.getByLabelText('Senha'), 'segredo');
  await userEvent.keyboard('{Enter}');
}

test('a visitor is sent to the login page without asking the server anything', async () => {
  const { sent, at } = open('/connections', []);
  expect(await screen.findByRole('button', { name: 'Entrar' })).toBeTruthy();
  expect(at()).toBe('/login?next=%2Fconnections');
  expect(sent).toEqual([]);
});

test('a session is restored on start', async () => {
  const { at } = open('/', signedIn());
  expect(await screen.findByText('tickets page')).toBeTruthy();
  expect(at()).toBe('/tickets');
  expect(screen.getByText('Marina')).toBeTruthy();
});

test.each(['/login', '/signup'])('"logged-in users opening /login or /signup go to /": %s', async (path) => {
  const { at } = open(path, signedIn());
  expect(await screen.findByText('tickets page')).toBeTruthy();
  expect(at()).toBe('/tickets');
});

test('"After login the user lands on /tickets"', async () => {
  const { at } = open('/login', [stub(sessionApi.login, () => ({ token: 't', user: admin }))]);
  await logIn();
  expect(await screen.findByText('tickets page')).toBeTruthy();
  expect(at()).toBe('/tickets');
});

test('a login leads to the page asked for', async () => {
  const { at } = open('/login?next=%2Fconnections', [stub(sessionApi.login, () => ({ token: 't', user: admin }))]);
  await logIn();
  expect(await screen.findByText('connections page')).toBeTruthy();
  expect(at()).toBe('/connections');
  expect(localStorage.getItem('token')).toBe('t');
});

test('a login stores the campaign flags and warns of the last days', async () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 15, 12), shouldAdvanceTime: true });
  const company = { ...marina.company, dueDate: '2026-11-18', settings: [{ key: 'campaignsEnabled', value: 'true' }] };
  open('/login', [stub(sessionApi.login, () => ({ token: 't', user: { ...admin, company } }))]);
  await logIn();
  expect(await screen.findByText('tickets page')).toBeTruthy();
  expect(noticeHistory.get().map(({ text }) => text)).toContain('Sua assinatura vence em 3 dia(s)');
  expect(screen.getByText('Sua assinatura vence em 3 dias')).toBeTruthy();
  expect(localStorage.getItem('cshow')).toBe('true');
  expect(localStorage.getItem('campaignsEnabled')).toBe('true');
  vi.useRealTimers();
});

test.each([
  ['2026-11-14', undefined],
  ['2026-11-15', 'Sua assinatura vence em 0 dia(s)'],
  ['2026-11-16', 'Sua assinatura vence em 1 dia(s)'],
  ['2026-11-19', 'Sua assinatura vence em 4 dia(s)'],
  ['2026-11-20', undefined],
  [null, undefined],
])('"If fewer than 5 days remain, a warning": on 15/11/2026, due %s, it says %s', async (dueDate, warning) => {
  vi.useFakeTimers({ now: new Date(2026, 10, 15, 12), shouldAdvanceTime: true });
  open('/login', [stub(sessionApi.login, () => ({ token: 't', user: { ...marina, company: { ...marina.company, dueDate } } }))]);
  await logIn();
  expect(await screen.findByText('tickets page')).toBeTruthy();
  expect(noticeHistory.get().map(({ text }) => text)).toEqual(warning ? [warning] : []);
  vi.useRealTimers();
});

test.each([
  [[{ key: 'campaignsEnabled', value: 'false' }], 'false'],
  [[], 'false'],
])('"At login a local flag is stored from the company setting campaignsEnabled": %j', async (settings, flag) => {
  localStorage.setItem('cshow', 'true');
  open('/login', [stub(sessionApi.login, () => ({ token: 't', user: { ...marina, company: { ...marina.company, settings } } }))]);
  await logIn();
  expect(await screen.findByText('tickets page')).toBeTruthy();
  expect(localStorage.getItem('campaignsEnabled')).toBe(flag);
  expect(localStorage.getItem('cshow')).toBeNull();
});

test.each([
  ['admin', 'dashboard page', '/'],
  ['supervisor', 'dashboard page', '/'],
  ['user', 'tickets page', '/tickets'],
] as const)('"The dashboard at / is for admins", and for supervisors; agents are led to the tickets (%s)', async (profile, page, path) => {
  const { at } = open('/', signedIn({ ...marina, profile }));
  expect(await screen.findByRole('heading', { name: page })).toBeTruthy();
  expect(at()).toBe(path);
});

test('a page for admins tells an agent that it is not theirs', async () => {
  open('/connections', signedIn());
  expect(await screen.findByRole('heading', { name: 'Você não tem acesso a esta página' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Conexões' })).toBeNull();
});

test('a page that never was is not found', async () => {
  open('/nowhere', signedIn());
  expect(await screen.findByRole('heading', { name: 'Página não encontrada' })).toBeTruthy();
});

test('a session that can not be renewed ends at the login page, with a word and the way back', async () => {
  localStorage.setItem('token', 'stale');
  const { at } = open('/tickets/abc', [stub(sessionApi.refresh, () => refuse('ERR_SESSION_EXPIRED'))]);
  expect(await screen.findByRole('button', { name: 'Entrar' })).toBeTruthy();
  expect(screen.getByText('Sessão expirada. Entre novamente.')).toBeTruthy();
  expect(at()).toBe('/login?next=%2Ftickets%2Fabc');
});

test('logging out goes to the plain login page and forgets the token', async () => {
  const { at } = open('/tickets', [...signedIn(), stub(sessionApi.logout, () => ({ message: 'ok' }))]);
  await userEvent.click(await screen.findByRole('button', { name: 'Sair' }));
  expect(await screen.findByRole('button', { name: 'Entrar' })).toBeTruthy();
  expect(at()).toBe('/login');
  expect(localStorage.getItem('token')).toBeNull();
  expect(localStorage.getItem('signedIn')).toBeNull();
});

const keepPersonalData = () => {
  localStorage.setItem('draft-3-17', 'o cliente pediu');
  localStorage.setItem('quote-3-17', '{}');
  localStorage.setItem('preferredTheme', 'dark');
  notify('info', 'Nova mensagem de Ana');
};
const personalData = () => Object.keys(localStorage).filter((key) => /^(draft|quote|outbox)-/.test(key));

test('a logout removes drafts and notices, and keeps preferences', async () => {
  keepPersonalData();
  open('/tickets', [...signedIn(), stub(sessionApi.logout, () => ({ message: 'ok' }))]);
  await userEvent.click(await screen.findByRole('button', { name: 'Sair' }));
  await screen.findByRole('button', { name: 'Entrar' });
  expect(personalData()).toEqual([]);
  expect(noticeHistory.get()).toEqual([]);
  expect(sessionStorage.getItem('noticeHistory')).toBe('[]');
  expect(localStorage.getItem('preferredTheme')).toBe('dark');
});

test('the end of a session removes drafts, unsent messages and notices', async () => {
  keepPersonalData();
  localStorage.setItem('outbox-7/3/17-k', '{}');
  localStorage.setItem('token', 'stale');
  open('/tickets', [stub(sessionApi.refresh, () => refuse('ERR_SESSION_EXPIRED'))]);
  await screen.findByRole('button', { name: 'Entrar' });
  expect(personalData()).toEqual([]);
  expect(noticeHistory.get()).toEqual([]);
});

test('a logout asks before it removes messages that were not sent', async () => {
  localStorage.setItem('outbox-7/3/17-k', '{}');
  const { sent } = open('/tickets', [...signedIn(), stub(sessionApi.logout, () => ({ message: 'ok' }))]);
  const logOut = async () => userEvent.click(await screen.findByRole('button', { name: 'Sair' }));
  const question = async () => within(await screen.findByRole('alertdialog', { name: 'Sair sem enviar?' }));
  await logOut();
  expect((await question()).getByText(/Mensagens ainda não enviadas: 1\./)).toBeTruthy();
  await userEvent.click((await question()).getByRole('button', { name: 'Cancelar' }));
  expect(personalData()).toHaveLength(1);
  expect(sent.some(({ method }) => method === 'DELETE')).toBe(false);
  await logOut();
  await userEvent.click((await question()).getByRole('button', { name: 'Sair e apagar' }));
  expect(await screen.findByRole('button', { name: 'Entrar' })).toBeTruthy();
  expect(personalData()).toEqual([]);
});

test('a logout that the server did not hear is told, and can be tried again', async () => {
  let isReachable = false;
  const logout = stub(sessionApi.logout, () => (isReachable ? { message: 'ok' } : refuse('ERR_UNAVAILABLE')));
  open('/tickets', [...signedIn(), logout]);
  await userEvent.click(await screen.findByRole('button', { name: 'Sair' }));
  expect(await screen.findByText(/o servidor não pôde encerrar a sessão/)).toBeTruthy();
  expect(localStorage.getItem('token')).toBeNull();
  isReachable = true;
  await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }));
  expect(await screen.findByText('Sessão encerrada.')).toBeTruthy();
});

test('the first password must be changed before any page opens', async () => {
  let user: SessionUser = { ...marina, mustChangePassword: true };
  localStorage.setItem('signedIn', String(user.id));
  const { sent } = open('/tickets', [
    stub(sessionApi.refresh, () => ({ token: 't', user })),
    stub(usersApi.update, ({ body }) => {
      if (body.currentPassword !== 'do-console') return refuse('ERR_WRONG_PASSWORD');
      user = marina;
      return aUser({ id: marina.id });
    }),
  ]);
  expect(await screen.findByRole('heading', { name: 'Escolha uma nova senha' })).toBeTruthy();
  expect(screen.queryByText('tickets page')).toBeNull();
  const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Salvar e continuar' }));
  await enter(field('Senha atual'), 'errada');
  await enter(field('Nova senha'), 'errada');
  await save();
  expect(await screen.findByText('Escolha uma senha diferente da atual')).toBeTruthy();
  expect(sent.some(({ method }) => method === 'PUT')).toBe(false);
  await enter(field('Nova senha'), '-e-outra');
  await save();
  expect(await screen.findByText('A senha atual não confere.')).toBeTruthy();
  await userEvent.clear(field('Senha atual'));
  await enter(field('Senha atual'), 'do-console');
  await save();
  expect(await screen.findByText('tickets page')).toBeTruthy();
});

test('a logout in another tab is followed', async () => {
  open('/tickets', signedIn());
  await screen.findByText('tickets page');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'signedIn', newValue: null })));
  expect(await screen.findByRole('button', { name: 'Entrar' })).toBeTruthy();
});

test('an unreachable server is said, and asked again', async () => {
  localStorage.setItem('signedIn', '3');
  open('/tickets', []);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  expect(await screen.findByRole('heading', { name: 'Não foi possível conectar ao servidor. Tente novamente.' })).toBeTruthy();
  stubApi([...signedIn(), ...around]);
  await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }));
  expect(await screen.findByText('tickets page')).toBeTruthy();
});

test.each([
  ['/tickets/abc?x=1', '/tickets/abc?x=1'],
  ['//evil.example', '/tickets'],
  ['/\\evil.example', '/tickets'],
  ['https://evil.example', '/tickets'],
  ['/login', '/tickets'],
])('after a login %s leads to %s', (wanted, there) => {
  expect(landingPath(`next=${encodeURIComponent(wanted)}`)).toBe(there);
  expect(landingPath('')).toBe('/tickets');
  expect(loginAddress('/tickets')).toBe('/login');
});

test('a reload while overdue leads to the payment, for others to whom to ask, and never to "server unreachable"', async () => {
  const expired = stub(connectionsApi.list, () => refuse('ERR_SUBSCRIPTION_EXPIRED', { dueDate: '2026-11-10' }));
  const invoices = stub(paymentsApi.invoices, () => ({ invoices: [], count: 0, hasMore: false, checkout: checkout() }));
  const company = { ...marina.company, dueDate: '2026-11-10' };
  open('/connections', [...signedIn({ ...admin, company }), expired, invoices]);
  expect(await screen.findByText(/^Opss! Sua assinatura venceu 10\/11\/2026/)).toBeTruthy();
  expect(await screen.findByRole('dialog', { name: 'Falta pouco!' })).toBeTruthy();
  cleanup();
  const noTickets = stub(ticketsApi.list, () => refuse('ERR_SUBSCRIPTION_EXPIRED', { dueDate: '2026-11-10' }));
  open('/tickets', [...signedIn({ ...marina, company }), noTickets]);
  expect(await screen.findByText(/Peça a um administrador da empresa/)).toBeTruthy();
});
