import { companyLive } from '@prosa/contracts/company-live';
import { type DashboardRowsQuery, dashboardApi } from '@prosa/contracts/dashboard';
import { userLive } from '@prosa/contracts/users';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { marina, refuse, show, stub } from '../../../test/screen.tsx';
import { dayOf, formatDate } from '../../platform/language/format.ts';
import { ProfileWatch } from '../profile/ProfileWatch.tsx';
import { aUser } from '../users/users.fixture.ts';
import { DashboardPage } from './DashboardPage.tsx';
import { aDashboard, aRow, emptyDashboard } from './dashboard.fixture.ts';

afterEach(cleanup);

const admin = { profile: 'admin' as const };
const figures = stub(dashboardApi.show, () => aDashboard());
const asked: DashboardRowsQuery[] = [];
const rows = stub(dashboardApi.rows, ({ query }) => {
  asked.push(query);
  const ticket = aRow({ id: query.pageNumber, minutes: query.figure === 'avgSupportTime' ? 65 : null });
  return { tickets: [ticket], count: 2, hasMore: query.pageNumber === 1 };
});
const open = (as: Parameters<typeof show>[1] = {}) => show(<DashboardPage />, { as: admin, api: [figures, rows], ...as });

test('the due-date card says until when, how many days are left, and leads to the invoices; it is the admins’', async () => {
  open();
  const card = screen.getByRole('region', { name: 'Data de vencimento' });
  expect(within(card).getByText('30/11/2099')).toBeTruthy();
  expect(within(card).getByText(/^Faltam \d+ dias$/)).toBeTruthy();
  expect(within(card).getByRole('link', { name: 'Pagar fatura' }).getAttribute('href')).toBe('/financeiro');
  cleanup();
  open({ as: { profile: 'supervisor' } });
  expect(screen.queryByText('Data de vencimento')).toBeNull();
});

test('title ‘Tickets today’ with the count, and hours from 01:00 to 00:00, by keyboard and as a table', async () => {
  open({ language: 'en' });
  const card = await screen.findByRole('region', { name: /^Tickets today/ });
  expect(await within(card).findByRole('button', { name: 'Tickets today: 13. View tickets' })).toBeTruthy();
  const bars = within(within(card).getByRole('group', { name: 'Tickets today' })).getAllByRole('button');
  expect(bars).toHaveLength(24);
  expect([bars[0], bars[8], bars[23]].map((bar) => bar?.getAttribute('aria-label'))).toEqual([
    '01:00: 0 tickets',
    '09:00: 12 tickets',
    '00:00: 0 tickets',
  ]);
  expect(bars.filter((bar) => bar.getAttribute('tabindex') === '0')).toHaveLength(1);
  bars[0]?.focus();
  await userEvent.keyboard('{ArrowRight>8/}');
  expect(document.activeElement).toBe(bars[8]);
  expect(within(card).getByText('09:00 · 12')).toBeTruthy();
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByRole('dialog', { name: 'Tickets today · 09:00 (2)' })).toBeTruthy();
  expect(asked.at(-1)).toMatchObject({ figure: 'today', hour: '09:00' });
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await userEvent.click(within(card).getByRole('button', { name: 'View as table' }));
  const table = within(card).getByRole('table');
  expect(within(table).getAllByRole('row')).toHaveLength(25);
  expect(within(table).getByRole('row', { name: '09:00 12' })).toBeTruthy();
});

test('cards: pending, happening, finished, leads and both times; each opens the tickets behind it, page by page', async () => {
  open();
  for (const name of ['Pendentes: 3', 'Em atendimento: 2', 'Finalizados: 41', 'Leads: 7', 'Tempo médio de espera: 5 min'])
    expect(await screen.findByRole('button', { name: `${name}. Ver atendimentos` })).toBeTruthy();
  const time = screen.getByRole('button', { name: 'Tempo médio de atendimento: 1 h 05 min. Ver atendimentos' });
  expect(time.title).toBe('65,25 minutos');
  await userEvent.click(time);
  const dialog = await screen.findByRole('dialog', { name: 'Tempo médio de atendimento (2)' });
  const link = await within(dialog).findByRole('link', { name: /Cliente 1/ });
  expect(link.getAttribute('href')).toBe('/tickets/00000000-0000-4000-8000-000000000001');
  expect(link.textContent).toContain('1 h 05 min');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Carregar mais' }));
  expect(await within(dialog).findByRole('link', { name: /Cliente 2/ })).toBeTruthy();
  expect(within(dialog).queryByRole('button', { name: 'Carregar mais' })).toBeNull();
});

test('filter by date from the first of the month to today, or by period; ‘Parametrize o filtro’ if no parameter is set', async () => {
  const { sent } = open();
  const today = dayOf(new Date());
  const calls = () => sent.filter(({ path }) => path === '/dashboard').map(({ query }) => query);
  await waitFor(() => expect(calls()).toEqual([`?date_from=${today.slice(0, 8)}01&date_to=${today}`]));
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Data final' }).value).toBe(formatDate(today));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Tipo de filtro' }), 'Por período');
  const period = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Período' });
  expect([...period.options].map(({ text }) => text)).toEqual([
    'Nenhum selecionado',
    ...[3, 7, 15, 30, 60, 90].map((days) => `Últimos ${days} dias`),
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Filtrar' }));
  expect(await screen.findByText('Parametrize o filtro')).toBeTruthy();
  expect(calls()).toHaveLength(1);
  await userEvent.selectOptions(period, 'Últimos 30 dias');
  expect(screen.queryByText('Parametrize o filtro')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Filtrar' }));
  await waitFor(() => expect(calls().at(-1)).toBe('?days=30'));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Tipo de filtro' }), 'Por data');
  const start = screen.getByRole('textbox', { name: 'Data inicial' });
  await userEvent.clear(start);
  await userEvent.type(start, '31129999');
  await userEvent.click(screen.getByRole('button', { name: 'Filtrar' }));
  expect(await screen.findByText('A data final deve ser igual ou posterior à inicial.')).toBeTruthy();
});

test('attendants: name, rating in stars with its word, average support time and status, which follows live', async () => {
  const { hear } = open();
  const table = await screen.findByRole('table', { name: 'Atendentes' });
  const row = (name: string) => within(table).getByRole('row', { name: new RegExp(name) });
  expect(within(row('Marina')).getByText('2,5 de 3: Muito satisfeito')).toBeTruthy();
  expect(within(row('Marina')).getByText('30 min')).toBeTruthy();
  expect(within(row('Marina')).getByText('Online')).toBeTruthy();
  expect(within(row('Paulo')).getByText('Sem avaliações')).toBeTruthy();
  expect(within(row('Paulo')).getByText('Offline')).toBeTruthy();
  hear(userLive, { action: 'update', user: aUser({ id: 2, name: 'Paulo', online: true }) });
  await waitFor(() => expect(within(row('Paulo')).getByText('Online')).toBeTruthy());
  await userEvent.click(within(row('Marina')).getByRole('button', { name: /Muito satisfeito/ }));
  expect(await screen.findByRole('dialog', { name: 'Avaliações · Marina (2)' })).toBeTruthy();
  expect(asked.at(-1)).toMatchObject({ figure: 'rating', userId: 1 });
});

test('nothing yet: figures are 0 and «Sem atendimentos no período.»', async () => {
  open({ api: [stub(dashboardApi.show, emptyDashboard)] });
  expect(await screen.findByText('Sem atendimentos no período.')).toBeTruthy();
  expect(screen.getByText('Nenhum atendimento hoje ainda.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Finalizados: 0. Ver atendimentos' })).toBeTruthy();
});

test('what can not be loaded says so in each part, and is tried again', async () => {
  let works = false;
  open({ api: [stub(dashboardApi.show, () => (works ? aDashboard() : refuse('ERR_INTERNAL')))] });
  expect((await screen.findAllByText('Não foi possível carregar os números.')).length).toBe(3);
  works = true;
  await userEvent.click(screen.getAllByRole('button', { name: 'Tentar novamente' })[0] ?? document.body);
  expect(await screen.findByRole('button', { name: 'Leads: 7. Ver atendimentos' })).toBeTruthy();
});

test('the platform moves the due date: what is seen is asked for again, so that an overdue company hears of it at once', async () => {
  const refreshUser = vi.fn(async () => undefined);
  const screenWithWatch = (
    <>
      <DashboardPage />
      <ProfileWatch />
    </>
  );
  const { sent, hear } = show(screenWithWatch, { as: admin, api: [figures], session: { refreshUser } });
  await screen.findByRole('button', { name: 'Leads: 7. Ver atendimentos' });
  const calls = () => sent.filter(({ path }) => path === '/dashboard').length;
  const before = calls();
  const { id, name, dueDate, status } = marina.company;
  hear(companyLive, { action: 'update', company: { id, name, dueDate, status } });
  expect(refreshUser).not.toHaveBeenCalled();
  hear(companyLive, { action: 'update', company: { id, name, dueDate: '2020-01-01', status } });
  await waitFor(() => expect(calls()).toBeGreaterThan(before));
  expect(refreshUser).toHaveBeenCalledOnce();
});
