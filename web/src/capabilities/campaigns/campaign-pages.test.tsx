import {
  type Campaign,
  type CampaignRecipient,
  type CampaignSetting,
  campaignLive,
  campaignSettingsApi,
  campaignsApi,
  suppressionsApi,
} from '@prosa/contracts/campaigns';
import { settingsApi } from '@prosa/contracts/settings';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { Route } from 'wouter';
import { enter, show, stub } from '../../../test/screen.tsx';
import { shownNotices } from '../../platform/browser/notices.ts';
import { giveLayout } from '../tickets/layout.fixture.ts';
import { CampaignReportPage } from './CampaignReportPage.tsx';
import { CampaignsConfigPage } from './CampaignsConfigPage.tsx';
import { aCampaign } from './campaigns.fixture.ts';

beforeAll(giveLayout);
beforeEach(() => localStorage.clear());
afterEach(cleanup);
const admin = { profile: 'admin' } as const;

const recipient: CampaignRecipient = {
  ...{ id: 1, name: 'Ana', number: '5511980001111', state: 'failed', reason: 'ERR_WAPP_INVALID_CONTACT', message: null },
  ...{ confirmationRequestedAt: null, confirmedAt: null, deliveredAt: null },
  ...{ consentSource: 'list', consentAt: '2026-11-15T11:00:00.000Z' },
};
const report = (campaign: Campaign) =>
  show(
    <Route path="/campaign/:campaignId/report">
      <CampaignReportPage />
    </Route>,
    {
      as: admin,
      path: '/campaign/5/report',
      api: [
        stub(campaignsApi.show, () => campaign),
        stub(campaignsApi.recipients, () => ({ records: [recipient], count: 1, hasMore: false })),
      ],
    },
  );
const figure = (label: string) => within(screen.getByText(label, { selector: 'dt' }).parentElement ?? document.body);

// "status, a progress bar, valid contacts, confirmations requested, confirmations, delivered, connection, list, schedule and completion"
test('the report: progress, figures, each person with the reason, and live counters', async () => {
  const campaign = aCampaign({ id: 5, name: 'Natal', status: 'EM_ANDAMENTO', delivered: 10, waiting: 29, failed: 1 });
  const { hear } = report(campaign);
  expect(await screen.findByRole('heading', { name: 'Relatório da Natal' })).toBeTruthy();
  const bar = screen.getByRole('progressbar');
  expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuemax')]).toEqual(['10', '40']);
  expect(screen.getByText('10 de 40')).toBeTruthy();
  expect(figure('Contatos válidos').getByText('40')).toBeTruthy();
  expect(figure('Lista').getByText('Clientes')).toBeTruthy();
  expect(screen.queryByText('Confirmações solicitadas')).toBeNull();
  const row = within((await screen.findByText('Ana')).closest('tr') ?? document.body);
  expect(row.getByText('Falhou')).toBeTruthy();
  await act(async () =>
    hear(campaignLive, { action: 'update', record: { ...campaign, confirmation: true, delivered: 11, waiting: 28, hold: 'quietHours' } }),
  );
  expect(await screen.findByText('11 de 40')).toBeTruthy();
  expect(figure('Confirmações solicitadas').getByText('0')).toBeTruthy();
  expect(screen.getByText('Aguardando o fim do horário de silêncio.')).toBeTruthy();
});

const stored = (messageInterval: unknown, variables: unknown): CampaignSetting[] => [
  { key: 'messageInterval', value: JSON.stringify(messageInterval) },
  { key: 'longerIntervalAfter', value: '20' },
  { key: 'greaterInterval', value: '60' },
  { key: 'variables', value: JSON.stringify(variables) },
];
const settings = [
  stub(campaignSettingsApi.list, () => stored(20, [])),
  stub(settingsApi.list, () => []),
  stub(suppressionsApi.list, () => ({ records: [], count: 0, hasMore: false })),
];
const choices = (name: string) => [...screen.getByLabelText<HTMLSelectElement>(name).options].map(({ value }) => Number(value));

test('the settings: the lists of the specification, variables once each, a hint while something is unsaved', async () => {
  const save = stub(campaignSettingsApi.save, ({ body }) => stored(body.settings.messageInterval, body.settings.variables));
  const { sent } = show(<CampaignsConfigPage />, { as: admin, api: [...settings, save] });
  await screen.findByLabelText('Intervalo entre mensagens');
  expect(choices('Intervalo entre mensagens')).toEqual([0, 5, 10, 15, 20]);
  expect(choices('Intervalo maior após')).toEqual([0, 5, 10, 15, 20]);
  expect(choices('Duração do intervalo maior')).toEqual([0, 20, 30, 40, 50, 60]);
  const hint = 'Clique em salvar para registar as alterações';
  expect(screen.queryByText(hint)).toBeNull();
  await userEvent.selectOptions(screen.getByLabelText('Intervalo entre mensagens'), '5 segundos');
  expect(await screen.findByText(hint)).toBeTruthy();
  const variables = within(screen.getByRole('region', { name: 'Variáveis' }));
  const add = async (key: string) => {
    await enter(variables.getByLabelText<HTMLInputElement>('Atalho'), key);
    await userEvent.click(variables.getByRole('button', { name: 'Adicionar' }));
  };
  await add('cupom');
  expect(await variables.findByText('{cupom}')).toBeTruthy();
  await add('cupom');
  expect(await variables.findByText('Esta variável já existe.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(shownNotices.get().at(-1)).toMatchObject({ text: 'Configurações salvas', milliseconds: 3000 }));
  expect(sent.find(({ method }) => method === 'POST')?.body).toMatchObject({
    settings: { messageInterval: 5, longerIntervalAfter: 20, greaterInterval: 60, variables: [{ key: 'cupom', value: '' }] },
  });
  expect(screen.queryByText(hint)).toBeNull();
});
