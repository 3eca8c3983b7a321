import { type Company, companiesApi } from '@prosa/contracts/companies';
import { paymentsApi } from '@prosa/contracts/payments';
import { plansApi } from '@prosa/contracts/plans';
import { settingsApi } from '@prosa/contracts/settings';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { enter, marina, refuse, show, stub } from '../../../test/screen.tsx';
import { shownNotices } from '../../platform/browser/notices.ts';
import { SettingsPage } from '../settings/SettingsPage.tsx';
import { CompaniesTab } from './CompaniesTab.tsx';
import { basicPlan, company } from './companies.fixture.ts';
import { HoursTab } from './HoursTab.tsx';
import { OverviewTab } from './OverviewTab.tsx';

afterEach(cleanup);

const boss = { profile: 'user', super: true } as const;
const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toLocaleDateString('en-CA');
const list = (companies: Company[]) => stub(companiesApi.list, () => ({ companies, count: companies.length, hasMore: false }));
const plans = stub(plansApi.all, () => [basicPlan]);
const rowOf = async (name: string) => {
  const row = (await screen.findByText(name)).closest('tr');
  if (!row) throw new Error(`no row of ${name}`);
  return row;
};
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);

test('"reached by a super user of any profile": Empresas, Planos and Ajuda, and nothing of what admins set', async () => {
  show(<SettingsPage />, { as: boss, api: [list([company()]), plans], path: '/settings?tab=companies' });
  expect(await screen.findByText('Padaria do Zé')).toBeTruthy();
  const tabs = screen.getAllByRole('tab').map(({ textContent }) => textContent);
  expect(tabs).toEqual(['Empresas', 'Planos', 'Ajuda', 'Visão geral']);
});

test('an admin has none of these tabs; Horários is there "only when scheduleType is company-level"', async () => {
  const settings = [{ key: 'scheduleType', value: 'company' }];
  const api = [stub(settingsApi.list, () => settings)];
  show(<SettingsPage />, { as: { profile: 'admin', company: { ...marina.company, settings } }, api });
  expect((await screen.findAllByRole('tab')).map(({ textContent }) => textContent)).toEqual(['Opções', 'Horários']);
  cleanup();
  show(<SettingsPage />, { as: { profile: 'admin' }, api });
  expect((await screen.findAllByRole('tab')).map(({ textContent }) => textContent)).toEqual(['Opções']);
});

test('rows are coloured by due date, and say in words what the colour means', async () => {
  const due: Array<[number, string | undefined, RegExp]> = [
    [30, undefined, /^\d\d\/\d\d\/\d{4}$/],
    [5, 'yellow', /vence em 5 dias/],
    [2, 'orange', /vence em 2 dias/],
    [-1, 'orange', /venceu há 1 dia$/],
    [-3, 'orange', /venceu há 3 dias/],
    [-4, 'red', /venceu há 4 dias/],
  ];
  show(<CompaniesTab />, {
    as: boss,
    api: [list(due.map(([days], n) => company({ id: 50 - n, name: `Em ${days}`, dueDate: dayFromNow(days) })))],
  });
  for (const [days, tone, words] of due) {
    const row = await rowOf(`Em ${days}`);
    expect(row.dataset.tone).toBe(tone);
    expect(within(row).getAllByText(words).length).toBeGreaterThan(0);
  }
});

test('«+ Vencimento» adds the recurrence to the due date, shown before it is saved: «Operação realizada com sucesso!»', async () => {
  const { sent } = show(<CompaniesTab />, {
    as: boss,
    api: [list([company()]), plans, stub(companiesApi.update, ({ body }) => company({ dueDate: body.dueDate ?? null }))],
  });
  await userEvent.click(within(await rowOf('Padaria do Zé')).getByRole('button', { name: 'Editar Padaria do Zé' }));
  await userEvent.selectOptions(await field('Recorrência'), 'Trimestral');
  await userEvent.click(screen.getByRole('button', { name: '+ Vencimento' }));
  expect((await field('Data de vencimento')).value).toBe('30/04/2099');
  await userEvent.selectOptions(await field('Status'), 'Inativo');
  await userEvent.selectOptions(await field('Campanhas'), 'Desabilitadas');
  await enter(await field('CEP'), '01310-100');
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  // "Toasts close after 3000 ms."
  await waitFor(() => expect(shownNotices.get().at(-1)).toMatchObject({ text: 'Operação realizada com sucesso!', milliseconds: 3000 }));
  expect(sent.at(-1)).toMatchObject({
    method: 'PUT',
    path: '/companies/12',
    body: { dueDate: '2099-04-30', recurrence: 'TRIMESTRAL', status: false, campaignsEnabled: false, zipcode: '01310-100', planId: 1 },
  });
  expect(sent.at(-1)?.body).not.toHaveProperty('password');
});

test('a new company is made with its first admin; a taken name: «Não foi possível realizar a operação», with the hint', async () => {
  let taken = true;
  const { sent } = show(<CompaniesTab />, {
    as: boss,
    api: [list([]), plans, stub(companiesApi.create, () => (taken ? refuse('ERR_COMPANY_NAME_ALREADY_EXISTS') : company()))],
  });
  const [add] = await screen.findAllByRole('button', { name: 'Adicionar empresa' });
  await userEvent.click(add ?? document.body);
  await userEvent.click(await screen.findByRole('button', { name: 'Salvar' }));
  expect((await screen.findAllByText('Required')).length).toBeGreaterThan(2);
  await enter(await field('Nome'), 'Padaria do Zé');
  await enter(await field('Email'), 'ze@padaria.example');
  await enter(await field('Senha'), 'segredo');
  await waitFor(async () => expect((await field('Plano')).textContent).toContain('Básico'));
  await userEvent.selectOptions(await field('Plano'), 'Básico');
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText(/^Não foi possível realizar a operação.*mesmo nome/)).toBeTruthy();
  taken = false;
  await new Promise((resolve) => setTimeout(resolve, 450));
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText('Operação realizada com sucesso!')).toBeTruthy();
  const { body } = sent.findLast(({ method }) => method === 'POST') ?? {};
  expect(body).toMatchObject({ name: 'Padaria do Zé', email: 'ze@padaria.example', password: 'segredo', planId: 1, recurrence: 'MENSAL' });
  expect(body).not.toHaveProperty('dueDate');
});

test('the platform’s own company can not be deleted; another asks first, says what is lost, and has its name typed', async () => {
  const api = [
    list([company(), company({ id: 1, name: 'Prosa', isPlatform: true, dueDate: null })]),
    stub(companiesApi.remove, () => ({ message: 'ok' })),
  ];
  const { sent } = show(<CompaniesTab />, { as: boss, api });
  expect(within(await rowOf('Prosa')).queryByRole('button', { name: /Excluir/ })).toBeNull();
  await userEvent.click(within(await rowOf('Padaria do Zé')).getByRole('button', { name: 'Excluir Padaria do Zé' }));
  expect(await screen.findByText(/pessoas, conexões, conversas e arquivos/)).toBeTruthy();
  const remove = screen.getByRole<HTMLButtonElement>('button', { name: 'Excluir' });
  expect(remove.disabled).toBe(true);
  const typed = screen.getByLabelText('Digite o nome da empresa para confirmar: Padaria do Zé');
  await enter(typed, 'Padaria');
  expect(remove.disabled).toBe(true);
  await enter(typed, ' do Zé');
  await userEvent.click(remove);
  expect(await screen.findByText('Operação realizada com sucesso!')).toBeTruthy();
  expect(sent.find(({ method }) => method === 'DELETE')).toMatchObject({ path: '/companies/12', body: { name: 'Padaria do Zé' } });
});

test('working hours of a company in masked HH:MM: «Horários atualizados com sucesso.»', async () => {
  const api = [list([company()]), stub(companiesApi.schedules, ({ body }) => company({ schedules: body.schedules }))];
  const { sent } = show(<CompaniesTab />, { as: boss, api });
  await userEvent.click(within(await rowOf('Padaria do Zé')).getByRole('button', { name: 'Horários de Padaria do Zé' }));
  const start = await field('segunda-feira: Início');
  await userEvent.clear(start);
  await enter(start, '2570');
  expect(start.value).toBe('25:70');
  expect(await screen.findByText('Horário inválido')).toBeTruthy();
  await userEvent.clear(start);
  await enter(start, '0730');
  await userEvent.click(screen.getByRole('button', { name: 'Copiar para todos' }));
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText('Horários atualizados com sucesso.')).toBeTruthy();
  const { schedules } = companiesApi.schedules.body.parse(sent.find(({ method }) => method === 'PUT')?.body);
  expect(schedules).toHaveLength(7);
  expect(new Set(schedules.map(({ startTime, endTime }) => `${startTime} ${endTime}`))).toEqual(new Set(['07:30 18:00']));
});

test('an admin sets their own company’s hours', async () => {
  const own = company({ id: marina.companyId });
  const api = [stub(companiesApi.show, () => own), stub(companiesApi.schedules, ({ body }) => ({ ...own, schedules: body.schedules }))];
  const { sent } = show(<HoursTab />, { as: { profile: 'admin' }, api });
  const end = await field('domingo: Fim');
  await userEvent.clear(end);
  await enter(end, '1200');
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText('Horários atualizados com sucesso.')).toBeTruthy();
  expect(sent.at(-1)).toMatchObject({ method: 'PUT', path: `/companies/${marina.companyId}/schedules` });
});

test('a payment seen on the statement is confirmed by the number of its invoice', async () => {
  const paid = {
    id: 8,
    detail: 'Básico',
    value: '99.90',
    dueDate: '2099-01-30',
    status: 'paid',
    createdAt: '2098-01-01T12:00:00.000Z',
  } as const;
  const confirm = stub(paymentsApi.confirm, ({ params }) => (params.id === 8 ? paid : refuse('ERR_NO_INVOICE_FOUND')));
  const { sent } = show(<CompaniesTab />, { as: boss, api: [list([company()]), confirm] });
  await userEvent.click(await screen.findByRole('button', { name: 'Confirmar pagamento' }));
  const invoice = await field('Número da fatura');
  await enter(invoice, '7');
  await userEvent.click(screen.getByRole('button', { name: 'Confirmar' }));
  expect(await screen.findByText('Fatura não encontrada.')).toBeTruthy();
  await userEvent.clear(invoice);
  await enter(invoice, 'FATURA8');
  await new Promise((resolve) => setTimeout(resolve, 450));
  await userEvent.click(screen.getByRole('button', { name: 'Confirmar' }));
  expect(await screen.findByText('Operação realizada com sucesso!')).toBeTruthy();
  expect(sent.some(({ method, path }) => method === 'POST' && path === '/invoices/8/confirm')).toBe(true);
});

test('the overview: how much there is, by company and in all', async () => {
  const usage = { users: 3, connections: { CONNECTED: 2, DISCONNECTED: 1 }, messages: 5_000_000, storage: 3 * 1024 ** 3, alarms: 1 };
  const overview = stub(companiesApi.overview, () => ({
    totals: { companies: 2, inactive: 1, overdue: 1, ...usage },
    companies: [{ id: 4, name: 'Padaria do Zé', status: true, dueDate: '2020-01-01', overdue: true, ...usage }],
    count: 1,
    hasMore: false,
  }));
  show(<OverviewTab />, { as: boss, api: [overview] });
  const row = within(await rowOf('Padaria do Zé'));
  for (const words of ['Vencido', '01/01/2020', '5.000.000', '3 GB', '2 conectadas · 1 desconectada'])
    expect(row.getByText(words)).toBeTruthy();
  expect(await screen.findByText('1 inativa')).toBeTruthy();
});
