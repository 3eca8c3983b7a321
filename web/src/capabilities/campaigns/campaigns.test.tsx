import { type Campaign, type CampaignSetting, campaignLive, campaignSettingsApi, campaignsApi } from '@prosa/contracts/campaigns';
import { connectionsApi } from '@prosa/contracts/connections';
import { contactListItemsApi, contactListsApi } from '@prosa/contracts/contact-lists';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { enter, refuse, show, stub } from '../../../test/screen.tsx';
import { shownNotices } from '../../platform/browser/notices.ts';
import { giveLayout } from '../tickets/layout.fixture.ts';
import { CampaignsPage } from './CampaignsPage.tsx';
import { aCampaign } from './campaigns.fixture.ts';

beforeAll(giveLayout);
beforeEach(() => localStorage.clear());
afterEach(cleanup);

const list = (...records: Campaign[]) => stub(campaignsApi.list, () => ({ records, count: records.length, hasMore: false }));
const times = { createdAt: '2026-11-15T11:00:00.000Z', updatedAt: '2026-11-15T11:00:00.000Z' };
const person = {
  companyId: 7,
  id: 3,
  contactListId: 7,
  name: 'Ana',
  number: '5511980001111',
  email: 'ana@exemplo.com',
  isWhatsappValid: true,
};
const settings: CampaignSetting[] = [
  { key: 'messageInterval', value: '20' },
  { key: 'longerIntervalAfter', value: '20' },
  { key: 'greaterInterval', value: '60' },
  { key: 'variables', value: '[{"key":"cupom","value":"NATAL10"}]' },
];
const around = [
  stub(connectionsApi.list, () => []),
  stub(contactListsApi.everyone, () => [{ id: 7, name: 'Clientes', contactsCount: 40, ...times }]),
  stub(contactListItemsApi.list, () => ({ contacts: [person], count: 1, hasMore: false })),
  stub(campaignSettingsApi.list, () => settings),
];
const admin = { profile: 'admin' } as const;
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const row = async (name: string) => within((await screen.findByText(name)).closest('tr') ?? document.body);
const save = () => userEvent.click(screen.getByRole('button', { name: 'Salvar' }));

// "The list shows name, status, schedule and actions."
test('the list: states in words, what each allows, and live changes', async () => {
  const rows = [
    aCampaign({ id: 5, name: 'Rodando', status: 'EM_ANDAMENTO' }),
    aCampaign({ id: 4, name: 'Parada', status: 'CANCELADA' }),
    aCampaign({ id: 3, name: 'Marcada', status: 'PROGRAMADA', scheduledAt: '2030-06-01T12:00:00.000Z' }),
    aCampaign({ id: 2, name: 'Pronta', status: 'FINALIZADA', completedAt: '2026-11-01T12:00:00.000Z' }),
    aCampaign({ id: 1, name: 'Rascunho' }),
  ];
  const { hear } = show(<CampaignsPage />, { as: admin, api: [list(...rows), ...around] });
  for (const [name, words] of [
    ['Rodando', 'Em Andamento'],
    ['Parada', 'Cancelada'],
    ['Marcada', 'Programada'],
    ['Pronta', 'Finalizada'],
    ['Rascunho', 'Inativa'],
  ] as const)
    expect((await row(name)).getByText(words)).toBeTruthy();
  expect((await row('Rascunho')).getByText('Sem agendamento')).toBeTruthy();
  expect((await row('Marcada')).getByText('01/06/2030 12:00')).toBeTruthy();
  expect((await row('Rodando')).getByRole('button', { name: 'Parar Rodando' })).toBeTruthy();
  expect((await row('Rodando')).queryByRole('button', { name: 'Excluir Rodando' })).toBeNull();
  expect((await row('Parada')).getByRole('button', { name: 'Retomar Parada' })).toBeTruthy();
  expect((await row('Pronta')).getByRole('button', { name: 'Relatório de Pronta' })).toBeTruthy();
  hear(campaignLive, { action: 'update', record: aCampaign({ id: 5, name: 'Rodando', status: 'FINALIZADA' }) });
  await waitFor(async () => expect((await row('Rodando')).getByText('Finalizada')).toBeTruthy());
});

test('"EM_ANDAMENTO can be cancelled", after a question; "CANCELADA can be restarted"; failures are said in passing', async () => {
  const running = aCampaign({ id: 5, name: 'Rodando', status: 'EM_ANDAMENTO' });
  const stopped = aCampaign({ id: 4, name: 'Parada', status: 'CANCELADA' });
  const { sent } = show(<CampaignsPage />, {
    as: admin,
    api: [
      list(running, stopped),
      stub(campaignsApi.cancel, () => ({ ...running, status: 'CANCELADA' as const })),
      stub(campaignsApi.restart, () => refuse('ERR_CAMPAIGN_STATE')),
      ...around,
    ],
  });
  await userEvent.click((await row('Rodando')).getByRole('button', { name: 'Parar Rodando' }));
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Parar' }));
  await waitFor(() => expect(shownNotices.get().at(-1)).toMatchObject({ text: 'Campanha cancelada', milliseconds: 3000 }));
  expect(sent.at(-1)).toMatchObject({ method: 'POST', path: '/campaigns/5/cancel' });
  await userEvent.click((await row('Parada')).getByRole('button', { name: 'Retomar Parada' }));
  await waitFor(() => expect(shownNotices.get().at(-1)).toMatchObject({ text: 'O estado da campanha não permite isso.' }));
});

test('the dialog: five texts with variables, questions where they are asked first, a preview, and how long it takes', async () => {
  const made = aCampaign({ id: 9, name: 'Natal', status: 'PROGRAMADA', scheduledAt: '2030-06-01T12:00:00.000Z' });
  const { sent } = show(<CampaignsPage />, { as: admin, api: [list(), stub(campaignsApi.create, () => made), ...around] });
  await userEvent.click((await screen.findAllByRole('button', { name: 'Nova campanha' }))[0] ?? document.body);
  await save();
  expect(await screen.findByText('Required')).toBeTruthy();
  await enter(field('Nome'), 'Natal');
  await enter(field('Agendamento'), '01/06/2020');
  await new Promise((resolve) => setTimeout(resolve, 450));
  await save();
  expect(await screen.findByText('Escolha um horário futuro')).toBeTruthy();
  await userEvent.clear(field('Agendamento'));
  await enter(field('Agendamento'), '01/06/2030');
  expect(field('Horário').value).toBe('09:00');
  await screen.findByRole('option', { name: 'Clientes (40)' });
  await userEvent.selectOptions(field('Lista de contatos'), 'Clientes (40)');
  await enter(field('Mensagem'), 'Oi ');
  await userEvent.click(screen.getByRole('button', { name: '{nome}' }));
  await userEvent.click(await screen.findByRole('button', { name: '{cupom}' }));
  const preview = within(screen.getByRole('region', { name: 'Como será lida' }));
  expect(await preview.findByText('Oi AnaNATAL10')).toBeTruthy();
  expect(preview.getByText(/~ 40 contatos, cerca de 8 minutos/)).toBeTruthy();
  expect(preview.getByText('Término previsto: 01/06/2030 09:07')).toBeTruthy();
  expect(screen.queryByLabelText('Mensagem de confirmação 1')).toBeNull();
  await userEvent.selectOptions(field('Confirmação'), 'Habilitada');
  await enter(field('Mensagem de confirmação 1'), 'Posso enviar?');
  await userEvent.click(screen.getByRole('tab', { name: 'Msg. 2' }));
  await enter(field('Mensagem'), 'Olá!');
  await save();
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ method: 'POST', path: '/campaigns' }));
  expect(sent.at(-1)?.body).toMatchObject({
    ...{ name: 'Natal', scheduledAt: '2030-06-01T09:00', contactListId: 7, whatsappId: null, confirmation: true },
    ...{ message1: 'Oi {nome}{cupom}', message2: 'Olá!', confirmationMessage1: 'Posso enviar?' },
  });
});

test('one that runs, or is less than an hour away, can be looked at and not changed', async () => {
  const soon = aCampaign({ name: 'Já vai', status: 'PROGRAMADA', scheduledAt: new Date(Date.now() + 30 * 60_000).toISOString() });
  show(<CampaignsPage />, { as: admin, api: [list(soon), ...around] });
  await userEvent.click((await row('Já vai')).getByRole('button', { name: 'Editar Já vai' }));
  expect(await screen.findByText('Campanhas em andamento ou a menos de 1 hora do envio não podem ser editadas.')).toBeTruthy();
  expect(field('Nome').matches(':disabled')).toBe(true);
  expect(screen.queryByRole('button', { name: 'Salvar' })).toBeNull();
});
