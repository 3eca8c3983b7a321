import { connectionsApi } from '@prosa/contracts/connections';
import { contactsApi } from '@prosa/contracts/contacts';
import { type Schedule, scheduleLive, schedulesApi } from '@prosa/contracts/schedules';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { enter, show, stub } from '../../../test/screen.tsx';
import { shownNotices } from '../../platform/browser/notices.ts';
import { dayOf, formatDate, formatTime, setTimeZone } from '../../platform/language/format.ts';
import { aContact } from '../contacts/contacts.fixture.ts';
import { giveLayout } from '../tickets/layout.fixture.ts';
import { ScheduleForContact } from './ScheduleForContact.tsx';
import { SchedulesPage } from './SchedulesPage.tsx';
import { aSchedule } from './schedules.fixture.ts';

beforeAll(giveLayout);
beforeEach(() => setTimeZone('America/Sao_Paulo'));
afterEach(() => {
  cleanup();
  setTimeZone(undefined);
});

const list = (...schedules: Schedule[]) => stub(schedulesApi.list, () => ({ schedules, count: schedules.length, hasMore: false }));
const connections = stub(connectionsApi.list, () => []);
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const save = () => userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
const settle = () => new Promise((resolve) => setTimeout(resolve, 450));

// "A table with contact name, body (truncated to 25 characters), sendAt and status, with delete."
test('the table: contact, the first 25 letters, time, status, and the reason where it was not sent', async () => {
  const rows = [
    aSchedule({ id: 1, body: 'Uma mensagem com mais de vinte e cinco letras' }),
    aSchedule({ id: 2, status: 'ENVIADA', sentAt: '2026-11-01T10:00:00.000Z' }),
    aSchedule({ id: 3, status: 'ERRO', reason: 'ERR_SCHEDULE_TOO_LATE' }),
  ];
  const { hear } = show(<SchedulesPage />, { api: [list(...rows)] });
  expect(await screen.findByText('Uma mensagem com mais de …')).toBeTruthy();
  expect(screen.getAllByText('14/06/2030 09:30')).toHaveLength(3);
  for (const word of ['Pendente', 'Enviado', 'Erro de Envio']) expect(screen.getByText(word)).toBeTruthy();
  expect(screen.getByText(/O horário passou/)).toBeTruthy();
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    ...['Contato', 'Mensagem', 'Data de envio', 'Status', 'Ações'],
  ]);
  hear(scheduleLive, { action: 'update', schedule: { ...aSchedule({ id: 1 }), status: 'ENVIADA', sentAt: '2026-11-01T10:00:00.000Z' } });
  await waitFor(() => expect(screen.getAllByText('Enviado')).toHaveLength(2));
  hear(scheduleLive, { action: 'delete', scheduleId: 3 });
  await waitFor(() => expect(screen.queryByText('Erro de Envio')).toBeNull());
});

// "body required, minimum 5 ('Mensagem muito curta'); contactId and sendAt required ('Obrigatório');
// default send time is one hour from now"
test('a new one begins an hour from now, says what is missing, and is sent as a time of the company', async () => {
  const made = aSchedule({ id: 9 });
  const contact = aContact({ id: 5, name: 'Ana Maria', number: '5511987650001' });
  const { sent } = show(<SchedulesPage />, {
    api: [
      list(),
      connections,
      stub(contactsApi.list, () => ({ contacts: [contact], count: 1, hasMore: false })),
      stub(schedulesApi.create, () => made),
    ],
  });
  const before = Date.now();
  await userEvent.click((await screen.findAllByRole('button', { name: 'Novo agendamento' }))[0] ?? document.body);
  expect(field('Data').value).toBe(formatDate(before + 3_600_000));
  expect([formatTime(before + 3_600_000), formatTime(before + 3_660_000)]).toContain(field('Hora').value);
  await save();
  expect(await screen.findAllByText('Obrigatório')).toHaveLength(2);
  await enter(field('Mensagem'), 'Oi');
  expect(await screen.findByText('Mensagem muito curta')).toBeTruthy();
  await enter(field('Contato'), 'ana');
  await userEvent.click(await screen.findByRole('option', { name: /Ana Maria/ }));
  await enter(field('Mensagem'), ' de novo ');
  await userEvent.click(screen.getByRole('button', { name: 'Primeiro nome' }));
  fireEvent.change(field('Data'), { target: { value: '14/06/2020' } });
  await settle();
  await save();
  expect(await screen.findByText('Escolha um horário futuro')).toBeTruthy();
  fireEvent.change(field('Data'), { target: { value: '14/06/2030' } });
  fireEvent.change(field('Hora'), { target: { value: '09:30' } });
  await settle();
  await save();
  await waitFor(() =>
    expect(sent.at(-1)).toMatchObject({
      ...{ method: 'POST', path: '/schedules' },
      body: { contactId: 5, sendAt: '2030-06-14T09:30', whatsappId: null, body: expect.stringContaining('{{firstName}}') },
    }),
  );
  await waitFor(() => expect(shownNotices.get().at(-1)).toMatchObject({ text: 'Operação realizada com sucesso!', milliseconds: 3000 }));
});

test('quick picks are an hour from now, tomorrow and Monday at nine', async () => {
  show(<SchedulesPage />, { api: [list(aSchedule()), connections] });
  await userEvent.click(await screen.findByRole('button', { name: 'Abrir agendamento de Ana Maria' }));
  expect([field('Data').value, field('Hora').value]).toEqual(['14/06/2030', '09:30']);
  await userEvent.click(screen.getByRole('button', { name: 'Amanhã 09:00' }));
  expect([field('Data').value, field('Hora').value]).toEqual([formatDate(Date.now() + 24 * 3_600_000), '09:00']);
});

// "An error status shows the title 'Erro de Envio'. Once a schedule has a sentAt it cannot be saved again."
test('one that failed says why and can be saved anew; one that was sent can only be read', async () => {
  const failed = aSchedule({ id: 1, status: 'ERRO', reason: 'ERR_NO_DEF_WAPP_FOUND', sendAt: '2026-01-05T12:00:00.000Z' });
  const gone = aSchedule({
    id: 2,
    status: 'ENVIADA',
    sentAt: '2026-11-01T10:00:00.000Z',
    contact: { id: 6, name: 'Beto', number: '551199' },
  });
  const { sent } = show(<SchedulesPage />, { api: [list(failed, gone), connections, stub(schedulesApi.update, () => failed)] });
  await userEvent.click(await screen.findByRole('button', { name: 'Abrir agendamento de Ana Maria' }));
  expect(within(screen.getByRole('dialog', { name: 'Erro de Envio' })).getByText(/Motivo: /)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Amanhã 09:00' }));
  await save();
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ method: 'PUT', path: '/schedules/1' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Abrir agendamento de Beto' }));
  expect(screen.getByRole('dialog', { name: 'Agendamento enviado' })).toBeTruthy();
  expect(screen.getByText('Enviado em 01/11/2026 07:00')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Salvar' })).toBeNull();
  expect(field('Mensagem').readOnly).toBe(true);
});

test('a file goes out with the schedule in one call, and a stored file can be removed', async () => {
  const stored = aSchedule({ id: 4, mediaPath: '1/ab/KEY', mediaName: 'velho.pdf' });
  const { sent } = show(<SchedulesPage />, {
    api: [
      list(stored),
      connections,
      stub(schedulesApi.update, () => ({ ...stored, mediaName: 'boleto.pdf' })),
      stub(schedulesApi.detach, () => ({ ...stored, mediaPath: null, mediaName: null, message: 'ok' })),
    ],
  });
  const open = async () => userEvent.click(await screen.findByRole('button', { name: 'Abrir agendamento de Ana Maria' }));
  await open();
  expect(screen.getByText('velho.pdf')).toBeTruthy();
  const input = document.querySelector<HTMLInputElement>('input[type=file]') ?? document.createElement('input');
  fireEvent.change(input, { target: { files: [new File(['x'], 'boleto.pdf', { type: 'application/pdf' })] } });
  await save();
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ method: 'PUT', path: '/schedules/4' }));
  expect(sent.filter(({ method }) => method === 'POST')).toEqual([]);
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Remover boleto.pdf' }));
  await save();
  await waitFor(() => expect(sent.slice(-2).map(({ method }) => method)).toEqual(['DELETE', 'PUT']));
});

// "/schedules: reads an optional query parameter contactId and, when present, opens the new-schedule dialog"
test('a contact in the address opens a new schedule for them', async () => {
  const contact = aContact({ id: 5, name: 'Ana Maria' });
  show(<SchedulesPage />, { path: '/schedules?contactId=5', api: [list(), connections, stub(contactsApi.show, () => contact)] });
  expect(await screen.findByRole('dialog', { name: 'Novo agendamento' })).toBeTruthy();
  const dialog = within(screen.getByRole('dialog'));
  expect([dialog.getByText('Ana Maria'), dialog.queryByRole('combobox', { name: 'Contato' })]).toEqual([expect.anything(), null]);
});

// "Schedule dialog from a contact: body, sendAt; after creation go to /schedules."
test('from a contact it leads to the schedules once it is made', async () => {
  const contact = aContact({ id: 5, name: 'Ana Maria' });
  const { visited } = show(<ScheduleForContact contact={contact} onClose={() => undefined} />, {
    path: '/contacts',
    api: [connections, stub(schedulesApi.create, () => aSchedule())],
  });
  await enter(field('Mensagem'), 'Bom dia, Ana');
  await save();
  await waitFor(() => expect(visited.at(-1)).toBe('/schedules'));
});

test('the calendar shows a month, the arrows move through its days, and the day’s list opens and removes', async () => {
  const today = dayOf(Date.now());
  const at = (id: number, time: string, name: string) =>
    aSchedule({ id, sendAt: new Date(`${today}T${time}:00-03:00`).toISOString(), contact: { id, name, number: '551199' } });
  const { sent } = show(<SchedulesPage />, {
    path: '/schedules?view=month',
    api: [list(at(2, '15:00', 'Beto'), at(1, '09:00', 'Ana')), connections, stub(schedulesApi.remove, () => ({ message: 'ok' }))],
  });
  const panel = await screen.findByRole('region');
  await waitFor(() =>
    expect(
      within(panel)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toHaveLength(2),
  );
  expect(within(panel).getAllByRole('listitem')[0]?.textContent).toContain('Ana');
  const chosen = () => screen.getByRole('button', { pressed: true, name: /de / });
  expect(chosen().textContent).toContain(String(Number(today.slice(8))));
  chosen().focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(chosen().dataset.day).toBe(dayOf(Date.parse(today) + 7 * 24 * 3_600_000 + 12 * 3_600_000));
  expect(await screen.findByText('Nada agendado neste dia.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Hoje' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Excluir agendamento de Ana' }));
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Excluir' }));
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ method: 'DELETE', path: '/schedules/1' }));
});
