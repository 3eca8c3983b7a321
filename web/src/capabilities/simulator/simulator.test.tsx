import { type ConnectionStatus, connectionsApi } from '@prosa/contracts/connections';
import { type PhoneMessage, simulatorApi } from '@prosa/contracts/simulator';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { show, stub } from '../../../test/screen.tsx';
import { aConnection } from '../connections/connections.fixture.ts';
import { SimulatorPage } from './SimulatorPage.tsx';

const admin = { profile: 'admin' } as const;
const at = '2026-11-15T10:00:00.000Z';
const said = (id: string, over: Partial<PhoneMessage>): PhoneMessage => ({
  id,
  fromBusiness: false,
  body: id,
  mediaType: null,
  mediaUrl: null,
  quotedId: null,
  ack: 0,
  isDeleted: false,
  isEdited: false,
  reactions: [],
  data: null,
  at,
  ...over,
});
const done = () => ({ message: 'ok' });

const joao = { number: '5521999990000', name: 'João', lastMessage: 'Oi', at };
const ana = { number: '5511987654321', name: 'Ana', lastMessage: 'Olá', at };

function api(status: ConnectionStatus, messages: PhoneMessage[] = [], phones = [ana, joao]) {
  return [
    stub(connectionsApi.list, () => [aConnection({ status }), aConnection({ id: 2, name: 'Vendas SP', isDefault: false })]),
    stub(simulatorApi.scan, done),
    stub(simulatorApi.phones, () => phones),
    stub(simulatorApi.read, () => messages),
    stub(simulatorApi.receipt, done),
    stub(simulatorApi.faults, ({ body }) => ({ offline: false, duplicate: false, reorder: false, delayMs: 0, failNext: 0, ...body })),
    stub(simulatorApi.write, () => ({ id: 'new' })),
    stub(connectionsApi.start, done),
  ];
}
const posts = (sent: { method: string; path: string; body: unknown }[], path: string) =>
  sent.filter((one) => one.method === 'POST' && one.path === path).map(({ body }) => body);

afterEach(cleanup);

test('the QR code is scanned with one click', async () => {
  const { sent } = show(<SimulatorPage />, { as: admin, path: '/simulator', api: api('qrcode') });
  await userEvent.click(await screen.findByRole('button', { name: 'Ler o QR Code' }));
  await waitFor(() => expect(posts(sent, '/simulator/1/scan')).toHaveLength(1));
});

test('a made-up customer writes, but not emptiness', async () => {
  const { sent } = show(<SimulatorPage />, { as: admin, path: '/simulator', api: api('CONNECTED', [], []) });
  const field = await screen.findByRole('textbox', { name: 'Mensagem do cliente' });
  await userEvent.type(field, '   {Enter}');
  await userEvent.type(field, 'Bom dia{Enter}');
  const written = { number: '5511987654321', name: 'Cliente de teste', body: 'Bom dia' };
  await waitFor(() => expect(posts(sent, '/simulator/1/messages')).toEqual([written]));
});

test('who wrote last is at hand, and another known customer is one click away', async () => {
  const { sent } = show(<SimulatorPage />, { as: admin, path: '/simulator', api: api('CONNECTED') });
  expect(await screen.findByRole('region', { name: 'Celular de Ana' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /João/ }));
  expect(screen.getByRole('region', { name: 'Celular de João' })).toBeTruthy();
  await userEvent.type(screen.getByRole('textbox', { name: 'Mensagem do cliente' }), 'Oi{Enter}');
  await waitFor(() => expect(posts(sent, '/simulator/1/messages')).toEqual([{ number: '5521999990000', name: 'João', body: 'Oi' }]));
});

test('a file goes along', async () => {
  const { sent, container } = show(<SimulatorPage />, { as: admin, path: '/simulator', api: api('CONNECTED') });
  await screen.findByRole('textbox', { name: 'Mensagem do cliente' });
  const picker = container.querySelector<HTMLInputElement>('input[type=file]');
  if (picker) await userEvent.upload(picker, new File(['x'], 'foto.png', { type: 'image/png' }));
  expect(await screen.findByText('foto.png')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Enviar' }));
  await waitFor(() => expect(posts(sent, '/simulator/1/messages')[0]).toMatchObject({ number: '5511987654321', media: expect.any(File) }));
});

test('what the business sent shows its ticks, and is marked as read', async () => {
  const messages = [
    said('Oi', {}),
    said('Olá', { fromBusiness: true, ack: 2, id: 'b1' }),
    said('Já lida', { fromBusiness: true, ack: 3, id: 'b2' }),
  ];
  const { sent } = show(<SimulatorPage />, { as: admin, path: '/simulator', api: api('CONNECTED', messages) });
  const log = within(await screen.findByRole('log'));
  expect(await log.findByRole('img', { name: 'Entregue' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Marcar como lidas' }));
  await waitFor(() => expect(posts(sent, '/simulator/1/receipts')).toEqual([{ id: 'b1', ack: 3 }]));
});

test('faults are switched and set', async () => {
  const { sent } = show(<SimulatorPage />, { as: admin, path: '/simulator', api: api('CONNECTED') });
  await userEvent.click(await screen.findByRole('switch', { name: 'Fora do ar' }));
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Fora do ar' }).checked).toBe(true));
  const delay = await screen.findByRole('textbox', { name: 'Atraso (ms)' });
  await userEvent.clear(delay);
  await userEvent.type(delay, '500');
  await userEvent.click(screen.getByRole('button', { name: 'Aplicar' }));
  await waitFor(() => expect(posts(sent, '/simulator/1/faults')).toEqual([{}, { offline: true }, { delayMs: 500, failNext: 0 }]));
});

test('another connection is chosen, and its address says so', async () => {
  const { visited } = show(<SimulatorPage />, { as: admin, path: '/simulator', api: api('CONNECTED') });
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Conexão' }), 'Vendas SP');
  await waitFor(() => expect(visited.at(-1)).toContain('whatsappId=2'));
});
