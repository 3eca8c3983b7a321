import { companiesApi } from '@prosa/contracts/companies';
import { holidaysApi } from '@prosa/contracts/holidays';
import { type Setting, settingsApi, settingsLive } from '@prosa/contracts/settings';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { marina, refuse, show, stub } from '../../../test/screen.tsx';
import { company } from '../companies/companies.fixture.ts';
import { ProfileWatch } from '../profile/ProfileWatch.tsx';
import { SettingsPage } from './SettingsPage.tsx';

afterEach(cleanup);

const settings: Setting[] = [
  { key: 'CheckMsgIsGroup', value: 'enabled' },
  { key: 'call', value: 'disabled' },
  { key: 'chatBotType', value: 'text' },
  { key: 'reopenWindowMinutes', value: '45' },
  { key: 'linkPreview', value: 'disabled' },
  { key: 'scheduleMaxDelayMinutes', value: '1440' },
  { key: 'scheduleType', value: 'queue' },
  { key: 'sendGreetingAccepted', value: 'disabled' },
  { key: 'sendMsgTransfTicket', value: 'disabled' },
  { key: 'timezone', value: 'America/Manaus' },
  { key: 'userCreation', value: 'enabled' },
  { key: 'userRating', value: 'disabled' },
];
const list = stub(settingsApi.list, () => settings);
const shown = (label: string) => screen.findByRole<HTMLSelectElement>('combobox', { name: label });
const chosen = async (label: string) => (await shown(label)).selectedOptions[0]?.textContent;

test('"Opções": every option shows what it is set to, its own values included', async () => {
  show(<SettingsPage />, { as: { profile: 'admin' }, api: [list] });
  expect(await chosen('Avaliações')).toBe('Desabilitadas');
  expect(await chosen('Horário de atendimento')).toBe('Por fila');
  expect(await chosen('Tipo de chatbot')).toBe('Texto');
  expect(await chosen('Ignorar grupos')).toBe('Ativado');
  expect(await chosen('Aceitar chamadas')).toBe('Não aceitar');
  expect(await chosen('Permitir criação de usuários')).toBe('Habilitado');
  expect(await chosen('Reabrir ao responder')).toBe('45 minutos');
  expect(await chosen('Enviar agendamentos atrasados')).toBe('24 horas');
  expect(await chosen('Fuso horário')).toBe('Manaus (GMT-4)');
  expect(screen.getByRole('heading', { name: 'Opções' })).toBeTruthy();
  expect(screen.getAllByRole('combobox').map((box) => box.closest('li')?.querySelector('strong')?.textContent)).toEqual([
    'Avaliações',
    'Horário de atendimento',
    'Ignorar grupos',
    'Aceitar chamadas',
    'Tipo de chatbot',
    'Enviar saudação ao aceitar',
    'Enviar mensagem ao transferir',
    'Permitir criação de usuários',
    'Prévia de links',
    'Reabrir ao responder',
    'Enviar agendamentos atrasados',
    'Fuso horário',
  ]);
});

test('holidays stand beside the company’s hours where there are such, and below the options where queues have their own', async () => {
  const as = (scheduleType: string) => ({
    profile: 'admin' as const,
    company: { ...marina.company, settings: [{ key: 'scheduleType', value: scheduleType }] },
  });
  const api = [list, stub(companiesApi.show, () => company({ id: marina.companyId })), stub(holidaysApi.list, () => [])];
  show(<SettingsPage />, { as: as('queue'), api });
  expect(await screen.findByRole('button', { name: 'Ver feriados' })).toBeTruthy();
  expect(screen.queryByRole('tab', { name: 'Horários' })).toBeNull();
  cleanup();
  show(<SettingsPage />, { as: as('company'), api });
  await shown('Avaliações');
  expect(screen.queryByRole('button', { name: 'Ver feriados' })).toBeNull();
  await userEvent.click(screen.getByRole('tab', { name: 'Horários' }));
  expect(await screen.findByRole('button', { name: 'Adicionar feriado' })).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Copiar para todos' })).toBeTruthy();
});

test('each saves on change: «Operação atualizada com sucesso.»', async () => {
  const { sent } = show(<SettingsPage />, {
    as: { profile: 'admin' },
    api: [list, stub(settingsApi.update, () => ({ key: 'userRating', value: 'enabled' }))],
  });
  await userEvent.selectOptions(await shown('Avaliações'), 'Habilitadas');
  expect(await screen.findByText('Operação atualizada com sucesso.')).toBeTruthy();
  expect(await screen.findByText('Salvo')).toBeTruthy();
  expect(sent.at(-1)).toMatchObject({ method: 'PUT', path: '/settings/userRating', body: { value: 'enabled' } });
  expect(await chosen('Avaliações')).toBe('Habilitadas');
});

test('a change that is refused is taken back and said', async () => {
  show(<SettingsPage />, { as: { profile: 'admin' }, api: [list, stub(settingsApi.update, () => refuse('ERR_INTERNAL'))] });
  await userEvent.selectOptions(await shown('Avaliações'), 'Habilitadas');
  expect(await screen.findByText('Erro no servidor. Tente novamente.')).toBeTruthy();
  await waitFor(async () => expect(await chosen('Avaliações')).toBe('Desabilitadas'));
});

test('what another admin changes is seen at once, and changes what everybody’s session knows', async () => {
  const refreshUser = vi.fn(async () => undefined);
  const { hear } = show(
    <>
      <SettingsPage />
      <ProfileWatch />
    </>,
    { as: { profile: 'admin', company: { ...marina.company, settings } }, api: [list], session: { refreshUser } },
  );
  expect(await chosen('Avaliações')).toBe('Desabilitadas');
  hear(settingsLive, { action: 'update', setting: { key: 'userRating', value: 'enabled' } });
  await waitFor(async () => expect(await chosen('Avaliações')).toBe('Habilitadas'));
  expect(refreshUser).toHaveBeenCalledTimes(1);
  hear(settingsLive, { action: 'update', setting: { key: 'userCreation', value: 'enabled' } });
  expect(refreshUser).toHaveBeenCalledTimes(1);
});

test('settings that can not be read say so and are tried again', async () => {
  let works = false;
  show(<SettingsPage />, {
    as: { profile: 'admin' },
    api: [stub(settingsApi.list, () => (works ? settings : refuse('ERR_INTERNAL')))],
  });
  expect(await screen.findByText('Não foi possível carregar a lista de registros')).toBeTruthy();
  works = true;
  await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }));
  expect(await chosen('Avaliações')).toBe('Desabilitadas');
});
