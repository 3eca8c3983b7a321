import type { ErrorCode } from '@prosa/contracts/errors';
import { queueOptionsApi } from '@prosa/contracts/queue-options';
import { type Queue, queueLive, queuesApi } from '@prosa/contracts/queues';
import { sessionApi } from '@prosa/contracts/session';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { enter, marina, refuse, show, stub } from '../../../test/screen.tsx';
import { giveLayout } from '../tickets/layout.fixture.ts';
import { QueueDialog } from './QueueDialog.tsx';
import { QueuesPage } from './QueuesPage.tsx';
import { aQueue } from './queues.fixture.ts';

beforeAll(giveLayout);
afterEach(cleanup);

const admin = { profile: 'admin' } as const;
const byQueue = { ...admin, company: { ...marina.company, settings: [{ key: 'scheduleType', value: 'queue' }] } };
const sales = aQueue({ id: 1, name: 'Vendas', color: '#006818', greetingMessage: 'Olá!\nComo podemos ajudar?' });
const support = aQueue({ id: 2, name: 'Suporte', color: '#BA3535' });
const server = (...list: Queue[]) => [
  stub(queuesApi.list, () => list),
  stub(queueOptionsApi.list, () => []),
  stub(queueOptionsApi.preview, () => ({ messages: [], ended: false })),
];
const rowOf = async (name: string) => within((await screen.findByText(name)).closest('tr') ?? document.body);
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name, { selector: 'input, textarea' });
const save = () => userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
const fill = async (name: string, typed: string) => {
  await userEvent.clear(field(name));
  if (typed) await enter(field(name), typed);
};
const dialogOf = (queue?: Queue, more: Parameters<typeof show>[1] = {}) =>
  show(<QueueDialog queue={queue} onClose={() => undefined} onSaved={() => undefined} />, { as: admin, ...more });

// "A table with name, color, greeting and actions."
test('queues are listed with colour and one line of their greeting', async () => {
  show(<QueuesPage />, { as: admin, api: server(sales, support) });
  const row = await rowOf('Vendas');
  expect(row.getByText('#006818')).toBeTruthy();
  expect(row.getByText('Olá! Como podemos ajudar?')).toBeTruthy();
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['Nome', 'Cor', 'Saudação', 'Ações']);
  expect(screen.getByRole('heading', { name: 'Filas & Chatbot' })).toBeTruthy();
});

// "The lists for … queues … refresh on real-time events with action create, update, delete"
test('a queue that comes, changes or goes is seen at once', async () => {
  const { hear } = show(<QueuesPage />, { as: admin, api: server(sales) });
  await rowOf('Vendas');
  hear(queueLive, { action: 'create', queue: support });
  await rowOf('Suporte');
  hear(queueLive, { action: 'update', queue: { ...support, name: 'Ajuda' } });
  await rowOf('Ajuda');
  hear(queueLive, { action: 'delete', queueId: 1 });
  await waitFor(() => expect(screen.queryByText('Vendas')).toBeNull());
});

test('deleting says what becomes of the tickets', async () => {
  show(<QueuesPage />, { as: admin, api: [stub(queuesApi.remove, () => ({ message: 'ok' })), ...server(sales)] });
  await userEvent.click(await screen.findByRole('button', { name: 'Excluir Vendas' }));
  const question = within(screen.getByRole('alertdialog', { name: 'Excluir Vendas?' }));
  expect(question.getByText('Os atendimentos desta fila ficarão sem fila.')).toBeTruthy();
  await userEvent.click(question.getByRole('button', { name: 'Excluir' }));
  await waitFor(() => expect(screen.queryByText('Vendas')).toBeNull());
});

// "Queue: name 2 to 50 characters ('Too Short!', 'Too Long!', 'Required'); color 3 to 9 characters."
test.each([
  ['Nome', '', 'Required'],
  ['Nome', 'A', 'Too Short!'],
  ['Nome', 'A'.repeat(51), 'Too Long!'],
  ['Cor', '', 'Required'],
  ['Cor', '#1', 'Too Short!'],
  ['Cor', '#gggggg', 'Cor inválida'],
])('%s «%s» is refused: %s', async (name, typed, complaint) => {
  const { sent } = dialogOf(undefined, { api: server() });
  await fill('Nome', 'Vendas');
  await fill(name, typed);
  await save();
  expect((await screen.findByText(complaint)).getAttribute('role')).toBe('alert');
  expect(sent.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('a new queue is saved, «Queue saved successfully», and the dialog goes on to its menu', async () => {
  const { sent } = dialogOf(undefined, {
    api: [stub(queuesApi.create, ({ body }) => aQueue({ id: 9, name: body.name, color: body.color })), ...server(sales)],
  });
  expect(screen.queryByRole('tab')).toBeNull();
  await waitFor(() => expect(field('Cor').value).not.toBe(''));
  await fill('Nome', 'Financeiro');
  await fill('Cor', '0a71b1');
  await fill('Saudação', 'Olá!');
  await save();
  expect(await screen.findByText('Queue saved successfully')).toBeTruthy();
  expect(sent.find(({ method, path }) => method === 'POST' && path === '/queue')?.body).toMatchObject({
    name: 'Financeiro',
    color: '#0a71b1',
    greetingMessage: 'Olá!',
    outOfHoursMessage: '',
  });
  expect((await screen.findByRole('tab', { name: 'Opções' })).getAttribute('aria-selected')).toBe('true');
  expect(await screen.findByText('Sem opções: o cliente vai direto para a fila.')).toBeTruthy();
});

// "color (chosen from a palette of 50 preset colors)"
test('a colour is chosen from 50 presets, by arrows too; those of other queues are marked', async () => {
  dialogOf(sales, { api: server(sales, support) });
  await userEvent.click(await screen.findByRole('button', { name: 'Escolher cor' }));
  const colors = screen.getAllByRole('radio');
  expect(colors).toHaveLength(50);
  expect(screen.getByRole('radio', { name: 'Verde, tom 1' }).getAttribute('aria-checked')).toBe('true');
  expect(await screen.findByRole('radio', { name: 'Vermelho, tom 2: em uso por Suporte' })).toBeTruthy();
  await userEvent.keyboard('{ArrowRight}{ArrowDown}{Enter}');
  expect(field('Cor').value).toBe('#0D7E63');
  expect(screen.queryByRole('radio')).toBeNull();
});

test.each<[ErrorCode, Record<string, unknown>, string, string | undefined]>([
  ['ERR_QUEUE_COLOR_ALREADY_EXISTS', {}, 'Esta cor já está em uso. Escolha outra.', 'Cor'],
  ['ERR_WAPP_GREETING_REQUIRED', {}, 'A saudação é obrigatória quando há mais de uma fila.', 'Saudação'],
  ['ERR_PLAN_LIMIT', { limit: 3 }, 'Limite de filas do plano atingido (3).', undefined],
])('%s is said where it belongs', async (code, extra, words, at) => {
  const refresh = stub(sessionApi.refresh, () => ({ token: 't', user: marina }));
  dialogOf(undefined, { api: [stub(queuesApi.create, () => refuse(code, extra)), refresh, ...server()] });
  await fill('Nome', 'Vendas');
  await save();
  expect((await screen.findByText(words)).closest('[role=alert]')).toBeTruthy();
  for (const name of ['Cor', 'Saudação']) expect(field(name).getAttribute('aria-invalid')).toBe(name === at ? 'true' : null);
});

test('what other tabs hold and is not saved yet keeps the dialog open, at that tab', async () => {
  let isClosed = false;
  const api = [
    stub(queuesApi.update, ({ body }) => ({
      ...sales,
      greetingMessage: body.greetingMessage ?? '',
      schedules: body.schedules ?? sales.schedules,
    })),
    ...server(sales),
  ];
  const close = () => {
    isClosed = true;
  };
  show(<QueueDialog queue={sales} onClose={close} onSaved={() => undefined} />, { as: byQueue, api });
  await userEvent.click(screen.getByRole('tab', { name: 'Horários de atendimento' }));
  await fill('segunda-feira: Início', '0930');
  await userEvent.click(screen.getByRole('tab', { name: 'Dados da fila' }));
  await fill('Saudação', 'Bom dia!');
  await save();
  expect(await screen.findByText('Queue saved successfully')).toBeTruthy();
  expect(isClosed).toBe(false);
  expect(screen.getByRole('tab', { name: 'Horários de atendimento' }).getAttribute('aria-selected')).toBe('true');
  expect(field('segunda-feira: Início').value).toBe('09:30');
  await save();
  expect(await screen.findByText('Horários atualizados com sucesso.')).toBeTruthy();
  await userEvent.click(screen.getByRole('tab', { name: 'Dados da fila' }));
  await fill('Saudação', 'Boa tarde!');
  await save();
  await waitFor(() => expect(isClosed).toBe(true));
});

test('a new queue has its hours tab when scheduleType is queue, and is created with the hours', async () => {
  const { sent } = dialogOf(undefined, {
    as: byQueue,
    api: [stub(queuesApi.create, ({ body }) => ({ id: 5, ...body })), ...server()],
  });
  const tab = (name: string) => screen.getByRole('tab', { name });
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Dados da fila', 'Horários de atendimento']);
  await userEvent.click(tab('Horários de atendimento'));
  await fill('segunda-feira: Início', '2570');
  await save();
  expect(screen.getByText('Horário inválido')).toBeTruthy();
  await fill('segunda-feira: Início', '0930');
  await save();
  // The name is missing: its tab is opened.
  expect(tab('Dados da fila').getAttribute('aria-selected')).toBe('true');
  expect(field('Nome').getAttribute('aria-invalid')).toBe('true');
  await fill('Nome', 'Vendas');
  await save();
  expect(await screen.findByText('Queue saved successfully')).toBeTruthy();
  const posted = queuesApi.create.body.parse(sent.find(({ method }) => method === 'POST')?.body);
  expect(posted).toMatchObject({ name: 'Vendas', schedules: expect.arrayContaining([expect.objectContaining({ startTime: '09:30' })]) });
  expect(screen.queryByText('Horários atualizados com sucesso.')).toBeNull();
});

// "An opening-hours tab, shown only when the setting scheduleType equals queue."
test('opening hours have a tab where the company goes by its queues, and are saved by themselves', async () => {
  dialogOf(sales, { api: server(sales) });
  expect(screen.queryByRole('tab', { name: 'Horários de atendimento' })).toBeNull();
  cleanup();
  const { sent } = dialogOf(sales, {
    as: byQueue,
    api: [stub(queuesApi.update, ({ body }) => ({ ...sales, schedules: body.schedules ?? [] })), ...server(sales)],
  });
  await userEvent.click(screen.getByRole('tab', { name: 'Horários de atendimento' }));
  await fill('segunda-feira: Início', '0930');
  await save();
  expect(await screen.findByText('Horários atualizados com sucesso.')).toBeTruthy();
  const put = queuesApi.update.body.parse(sent.find(({ method }) => method === 'PUT')?.body);
  expect(Object.keys(put)).toEqual(['schedules']);
  expect(put.schedules?.[0]).toEqual({ weekday: 'Segunda-feira', weekdayEn: 'monday', startTime: '09:30', endTime: '18:00' });
  await fill('segunda-feira: Início', '2570');
  expect(screen.getByText('Horário inválido')).toBeTruthy();
});
