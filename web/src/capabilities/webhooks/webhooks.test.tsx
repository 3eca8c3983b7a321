import { type Webhook, type WebhookDelivery, webhookLive, webhooksApi } from '@prosa/contracts/webhooks';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { enter, refuse, show, stub } from '../../../test/screen.tsx';
import { giveLayout } from '../tickets/layout.fixture.ts';
import { WebhookNotice } from './WebhookNotice.tsx';
import { WebhooksPage } from './WebhooksPage.tsx';
import { aDelivery, aWebhook } from './webhooks.fixture.ts';

beforeAll(giveLayout);
afterEach(cleanup);

const admin = { profile: 'admin' } as const;
const server = (...webhooks: Webhook[]) => stub(webhooksApi.list, () => ({ webhooks, count: webhooks.length, hasMore: false }));
const log = (...records: WebhookDelivery[]) => stub(webhooksApi.deliveries, () => ({ records, count: records.length, hasMore: false }));
const rowOf = async (name: string) => within((await screen.findByText(name)).closest('tr') ?? document.body);

test('each webhook says where it leads, of what it tells and how it fares, and what becomes of it is seen at once', async () => {
  const failing = aWebhook({ id: 2, name: 'CRM', events: ['contact.created'], failingSince: '2026-11-16T10:00:00.000Z' });
  const { hear } = show(<WebhooksPage />, { as: admin, api: [server(aWebhook(), failing)] });
  const row = await rowOf('ERP');
  expect(row.getByText('https://erp.exemplo.com/prosa')).toBeTruthy();
  expect(row.getByText('Atendimento criado, Mensagem nova')).toBeTruthy();
  expect(row.getByText('Ativo')).toBeTruthy();
  expect((await rowOf('CRM')).getByText('Com falhas')).toBeTruthy();
  hear(webhookLive, { action: 'update', webhook: { ...failing, active: false, disabledAt: '2026-11-19T10:00:00.000Z' } });
  expect(await screen.findByText('Desativado por falhas')).toBeTruthy();
  hear(webhookLive, { action: 'delete', webhookId: 2 });
  await waitFor(() => expect(screen.queryByText('CRM')).toBeNull());
});

test('one is added for chosen events, and its secret is shown once', async () => {
  const made = aWebhook({ id: 5, name: 'Loja' });
  const { sent } = show(<WebhooksPage />, {
    as: admin,
    api: [server(), stub(webhooksApi.create, () => ({ ...made, secret: 'whsec_muito_secreto' }))],
  });
  await userEvent.click((await screen.findAllByRole('button', { name: 'Adicionar webhook' }))[0] ?? document.body);
  const dialog = within(await screen.findByRole('dialog', { name: 'Adicionar webhook' }));
  await enter(dialog.getByLabelText('Nome'), 'Loja');
  await enter(dialog.getByLabelText('Endereço (URL)'), 'loja.exemplo.com');
  for (const box of dialog.getAllByRole('checkbox')) fireEvent.click(box);
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
  expect(await dialog.findByText('Endereço inválido')).toBeTruthy();
  expect(dialog.getByText('Required')).toBeTruthy();
  await userEvent.clear(dialog.getByLabelText('Endereço (URL)'));
  await enter(dialog.getByLabelText('Endereço (URL)'), 'https://loja.exemplo.com/hook');
  for (const name of ['Mensagem nova', 'Atendimento criado']) fireEvent.click(dialog.getByRole('checkbox', { name }));
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
  const told = within(await screen.findByRole('dialog', { name: 'Segredo de Loja' }));
  expect(told.getByText('whsec_muito_secreto')).toBeTruthy();
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
    ...{ name: 'Loja', url: 'https://loja.exemplo.com/hook', secret: '', active: true },
    events: ['ticket.created', 'message.created'],
  });
});

test.each([
  ['pt', 'Adicionar webhook', /Endereço de rede privada/],
  ['en', 'Add webhook', /Address of a private network/],
  ['es', 'Agregar webhook', /Dirección de red privada/],
] as const)('an address that no call can reach is refused at its field, with the reason (%s)', async (language, add, reason) => {
  const refused = () => refuse('ERR_VALIDATION', { details: [{ path: 'url', message: 'privateAddress' }] });
  show(<WebhooksPage />, { as: admin, language, api: [server(), stub(webhooksApi.create, refused)] });
  await userEvent.click((await screen.findAllByRole('button', { name: add }))[0] ?? document.body);
  const dialog = within(await screen.findByRole('dialog'));
  const [name, url] = dialog.getAllByRole('textbox');
  await enter(name ?? document.body, 'ERP');
  await enter(url ?? document.body, 'https://erp.local/');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(await dialog.findByText(reason)).toBeTruthy();
});

test('the log says what arrived, what did not and why, and sends anything again', async () => {
  const { sent } = show(<WebhooksPage />, {
    as: admin,
    api: [
      server(aWebhook()),
      log(
        aDelivery({ id: 9, state: 'waiting', error: 'timeout', status: null, attempts: 3, nextAt: '2026-11-16T13:00:00.000Z' }),
        aDelivery({ id: 8, state: 'failed', error: 'refused', status: null }),
        aDelivery(),
      ),
      stub(webhooksApi.replay, () => aDelivery({ id: 8, state: 'waiting' })),
    ],
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Entregas de ERP' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Entregas de ERP' }));
  expect(await dialog.findByText(/Não respondeu em 10 segundos · 3 tentativas · próxima em/)).toBeTruthy();
  expect(dialog.getByText(/Endereço não permitido/)).toBeTruthy();
  expect(dialog.getByText('Respondeu HTTP 200 · 84 ms')).toBeTruthy();
  expect(['Será repetida', 'Não entregue', 'Entregue'].every((state) => dialog.getByText(state))).toBe(true);
  await userEvent.click(dialog.getAllByRole('button', { name: /^Enviar de novo/ })[1] ?? document.body);
  expect(await screen.findByText('A entrega será enviada de novo.')).toBeTruthy();
  expect(sent.some(({ path }) => path === '/webhooks/deliveries/8/replay')).toBe(true);
});

test('how a receiver is written can be read and copied, in two languages', async () => {
  show(<WebhooksPage />, { as: admin, api: [server(aWebhook())] });
  await userEvent.click(await screen.findByRole('button', { name: 'Como receber' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Como receber' }));
  expect(dialog.getByText(/createHmac\('sha256'/)).toBeTruthy();
  await userEvent.click(dialog.getByRole('tab', { name: 'PHP' }));
  expect(dialog.getByText(/hash_hmac/)).toBeTruthy();
});

test('who manages webhooks is told on every page that one was switched off, until it is on again', async () => {
  const off = aWebhook({ active: false, disabledAt: '2026-11-19T10:00:00.000Z' });
  let listed = [off];
  const { hear } = show(<WebhookNotice />, {
    as: admin,
    api: [stub(webhooksApi.list, () => ({ webhooks: listed, count: 1, hasMore: false }))],
  });
  expect(await screen.findByText('O webhook ERP foi desativado: por dias nenhuma entrega chegou.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ver webhooks' }).getAttribute('href')).toBe('/webhooks');
  listed = [aWebhook()];
  hear(webhookLive, { action: 'update', webhook: aWebhook() });
  await waitFor(() => expect(screen.queryByText(/foi desativado/)).toBeNull());
});

test('a list that can not be loaded says so', async () => {
  show(<WebhooksPage />, { as: admin, api: [stub(webhooksApi.list, () => refuse('ERR_INTERNAL'))] });
  expect(await screen.findByText('Não foi possível carregar a lista de registros')).toBeTruthy();
});
