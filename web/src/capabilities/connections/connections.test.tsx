import {
  type Connection,
  type ConnectionStatus,
  connectionLive,
  connectionSessionLive,
  connectionsApi,
} from '@prosa/contracts/connections';
import { queuesApi } from '@prosa/contracts/queues';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { refuse, show, stub } from '../../../test/screen.tsx';
import { dismissNotice, shownNotices } from '../../platform/browser/notices.ts';
import { ConnectionsPage } from './ConnectionsPage.tsx';
import { aConnection } from './connections.fixture.ts';

const admin = { profile: 'admin' } as const;
const queues = [
  { id: 1, name: 'Vendas', color: '#00aa00', greetingMessage: '', outOfHoursMessage: '', schedules: [] },
  { id: 2, name: 'Suporte', color: '#0000aa', greetingMessage: '', outOfHoursMessage: '', schedules: [] },
];
const session = (id: number, status: ConnectionStatus, qrcode?: string) => ({
  action: 'update' as const,
  session: { id, name: 'x', status, updatedAt: '2026-11-15T11:00:00.000Z', retries: 0, ...(qrcode !== undefined && { qrcode }) },
});
const api = (...connections: Connection[]) => [
  stub(connectionsApi.list, () => connections),
  stub(connectionsApi.show, ({ params }) => ({
    ...(connections.find(({ id }) => id === params.id) ?? aConnection()),
    token: 'token-12345',
    qrcode: 'qr-text-1',
    cloud: null,
  })),
  stub(queuesApi.list, () => queues),
  ...(['start', 'newQr', 'disconnect'] as const).map((action) => stub(connectionsApi[action], () => ({ message: 'ok' }))),
];

afterEach(() => {
  cleanup();
  for (const { id } of shownNotices.get()) dismissNotice(id);
});

test.each([
  ['qrcode', 'Aguardando leitura do QR Code', ['QR Code']],
  ['DISCONNECTED', 'Desconectada', ['Tentar novamente', 'Novo QR Code']],
  ['CONNECTED', 'Conectada', ['Desconectar']],
  ['PAIRING', 'Pareando', ['Desconectar']],
  ['TIMEOUT', 'Sem resposta do celular', ['Desconectar']],
  ['OPENING', 'Conectando…', ['Conectando']],
] as const)('a connection in %s says so and offers what can be done', async (status, pill, buttons) => {
  show(<ConnectionsPage />, { as: admin, api: api(aConnection({ status })) });
  const row = within((await screen.findByText(pill)).closest('tr') ?? document.body);
  const shown = row
    .getAllByRole('button')
    .map((button) => button.textContent)
    .filter(Boolean);
  expect(shown).toEqual(buttons);
  expect(row.getByRole('link', { name: 'Abrir o simulador de WhatsApp Principal' }).getAttribute('href')).toBe('/simulator?whatsappId=1');
});

test('who may not act on connections sees them without buttons', async () => {
  show(<ConnectionsPage />, { as: { profile: 'user' }, api: api(aConnection()) });
  await screen.findByText('Conectada');
  expect(screen.queryAllByRole('button')).toEqual([]);
});

test('disconnecting asks first, then says so to the server', async () => {
  const { sent } = show(<ConnectionsPage />, { as: admin, api: api(aConnection()) });
  await userEvent.click(await screen.findByRole('button', { name: 'Desconectar' }));
  const dialog = within(screen.getByRole('alertdialog', { name: 'Desconectar WhatsApp Principal?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Desconectar' }));
  await waitFor(() => expect(sent.some(({ method, path }) => method === 'DELETE' && path === '/whatsappsession/1')).toBe(true));
});

test('trying again and a new QR code call the session', async () => {
  const { sent } = show(<ConnectionsPage />, { as: admin, api: api(aConnection({ status: 'DISCONNECTED' })) });
  await userEvent.click(await screen.findByRole('button', { name: 'Tentar novamente' }));
  await waitFor(() => expect(sent.some(({ method, path }) => method === 'POST' && path === '/whatsappsession/1')).toBe(true));
  await userEvent.click(await screen.findByRole('button', { name: 'Novo QR Code' }));
  await waitFor(() => expect(sent.some(({ method, path }) => method === 'PUT' && path === '/whatsappsession/1')).toBe(true));
  expect(screen.getByRole('dialog', { name: 'Conectar WhatsApp Principal' })).toBeTruthy();
});

test('the QR code is replaced as new ones come, and connecting closes the dialog', async () => {
  const { hear } = show(<ConnectionsPage />, { as: admin, api: api(aConnection({ status: 'qrcode' })) });
  await userEvent.click(await screen.findByRole('button', { name: 'QR Code' }));
  const drawn = () => screen.getByRole('img', { name: 'QR Code para conectar o WhatsApp' }).querySelector('path')?.getAttribute('d');
  const first = await waitFor(drawn);
  expect(first).toBeTruthy();
  hear(connectionSessionLive, session(1, 'qrcode', 'qr-text-2'));
  await waitFor(() => expect(drawn()).not.toBe(first));

  hear(connectionSessionLive, session(1, 'CONNECTED', ''));
  expect(await screen.findByText('WhatsApp conectado!')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByText('Conectada')).toBeTruthy();
});

test('a connection is added after correcting a short name, and its QR code is waited for', async () => {
  const added = aConnection({ id: 9, name: 'Loja', status: 'OPENING' });
  const { sent } = show(<ConnectionsPage />, {
    as: admin,
    api: [stub(connectionsApi.create, () => ({ ...added, token: 't-12345678', qrcode: '', cloud: null })), ...api(added)],
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Adicionar conexão' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Nome' }), 'L');
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText('Too Short!')).toBeTruthy();
  await userEvent.type(screen.getByRole('textbox', { name: 'Nome' }), 'oja');
  await userEvent.click(screen.getByRole('radio', { name: 'Simulador' }));
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Suporte' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Vendas' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Saudação' }), 'Olá ');
  const [ofGreeting] = screen.getAllByRole('group', { name: 'Variáveis' });
  await userEvent.click(within(ofGreeting ?? document.body).getByRole('button', { name: 'Primeiro nome' }));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Fila' }), 'Vendas');
  await userEvent.type(screen.getByRole('spinbutton', { name: 'Tempo em minutos' }), '{Backspace}15');
  await new Promise((resolve) => setTimeout(resolve, 450));
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }));

  expect(await screen.findByText('Conexão salva com sucesso.')).toBeTruthy();
  expect(sent.find(({ method, path }) => method === 'POST' && path === '/whatsapp')?.body).toMatchObject({
    name: 'Loja',
    provider: 'simulator',
    queueIds: [2, 1],
    greetingMessage: 'Olá {{firstName}}',
    sendIdQueue: 1,
    timeSendQueue: 15,
  });
  expect(await screen.findByText('Aguardando o QR Code…')).toBeTruthy();
});

test('editing shows the token to copy or replace, and a missing greeting at its field', async () => {
  const { sent } = show(<ConnectionsPage />, {
    as: admin,
    api: [
      stub(connectionsApi.newToken, () => ({ ...aConnection(), token: 'fresh-token', qrcode: '', cloud: null })),
      stub(connectionsApi.update, () => refuse('ERR_WAPP_GREETING_REQUIRED')),
      ...api(aConnection()),
    ],
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Editar WhatsApp Principal' }));
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Token' }).value).toBe('token-12345'));
  await userEvent.click(screen.getByRole('button', { name: 'Gerar novo' }));
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Gerar novo' }));
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Token' }).value).toBe('fresh-token'));

  await userEvent.type(screen.getByRole('textbox', { name: 'Nome' }), '!');
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  expect((await screen.findByText('A saudação é obrigatória quando há mais de uma fila.')).getAttribute('role')).toBe('alert');
  expect(sent.find(({ method }) => method === 'PUT')?.body).not.toHaveProperty('provider');
});

test('deleting asks first; the last default of several is refused', async () => {
  show(<ConnectionsPage />, {
    as: admin,
    api: [stub(connectionsApi.remove, () => refuse('ERR_NO_OTHER_WHATSAPP')), ...api(aConnection())],
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Excluir WhatsApp Principal' }));
  await userEvent.click(
    within(screen.getByRole('alertdialog', { name: 'Excluir WhatsApp Principal?' })).getByRole('button', { name: 'Excluir' }),
  );
  expect(await screen.findByText('É preciso ter ao menos uma conexão padrão.')).toBeTruthy();
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('an empty company is told what to do, and sees a connection a colleague adds', async () => {
  const connections: Connection[] = [];
  const { hear } = show(<ConnectionsPage />, { as: admin, api: [stub(connectionsApi.list, () => connections), ...api()] });
  expect(await screen.findByText('Nenhuma conexão ainda.')).toBeTruthy();
  connections.push(aConnection());
  hear(connectionLive, { action: 'update', whatsapp: aConnection() });
  expect(await screen.findByText('Conectada')).toBeTruthy();
});

test('the limit of the plan is said in the form', async () => {
  show(<ConnectionsPage />, {
    as: admin,
    api: [stub(connectionsApi.create, () => refuse('ERR_PLAN_LIMIT', { limit: 3 })), ...api(aConnection())],
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Adicionar conexão' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Nome' }), 'Loja');
  await userEvent.click(screen.getByRole('radio', { name: 'Simulador' }));
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText('Limite de conexões do plano atingido (3).')).toBeTruthy();
});

test('what a colleague changes in a connection being edited is offered, and nothing typed is lost', async () => {
  const { hear } = show(<ConnectionsPage />, { as: admin, api: api(aConnection()) });
  await userEvent.click(await screen.findByRole('button', { name: 'Editar WhatsApp Principal' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Nome' }), '!');
  hear(connectionLive, { action: 'update', whatsapp: { ...aConnection(), greetingMessage: 'Oi' } });
  expect(await screen.findByText('Este registro foi alterado por outra pessoa.')).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Nome' }).value).toBe('WhatsApp Principal!');
});
