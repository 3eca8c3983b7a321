import { connectionsApi } from '@prosa/contracts/connections';
import { externalApi } from '@prosa/contracts/external-api';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { enter, refuse, show, stub } from '../../../test/screen.tsx';
import { aConnection } from '../connections/connections.fixture.ts';
import { MessagesApiPage } from './MessagesApiPage.tsx';

afterEach(cleanup);

const lines = stub(connectionsApi.list, () => [aConnection({ id: 3, name: 'Vendas' })]);
const detail = stub(connectionsApi.show, () => ({ ...aConnection({ id: 3 }), token: 'token-de-vendas', qrcode: '', cloud: null }));
const accepted = stub(externalApi.send, () => ({ id: 1234, message: 'Message accepted', ids: [1234] }));
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name, { selector: 'input, textarea' });
const send = () => userEvent.click(screen.getByRole('button', { name: 'Enviar' }));

test('it says where to send, with what and in which languages', async () => {
  show(<MessagesApiPage />, { as: { profile: 'admin' }, api: [lines] });
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Como usar',
    '1. Mensagens de texto',
    '2. Mensagens de mídia',
    '3. O que aconteceu com a mensagem',
    '4. Erros e limites',
    'Testar',
  ]);
  expect(screen.getAllByText(`POST ${location.origin}/api/messages/send`)).toHaveLength(2);
  expect(screen.getByRole('link', { name: 'abrir conexões' }).getAttribute('href')).toBe('/connections');
  const texts = within(screen.getByRole('region', { name: '1. Mensagens de texto' }));
  expect(texts.getByText(/^curl -X POST/)).toBeTruthy();
  await userEvent.click(texts.getByRole('tab', { name: 'PHP' }));
  expect(texts.getByText(/curl_init/)).toBeTruthy();
  await userEvent.keyboard('{ArrowLeft}');
  expect(texts.getByRole('tab', { name: 'JavaScript' }).getAttribute('aria-selected')).toBe('true');
  expect(screen.getByRole('link', { name: '/docs' })).toBeTruthy();
});

// "Messages API test form: token, number, and body or file are required. The number must have no mask."
test('a text is sent with the token of a chosen connection, the number without its mask', async () => {
  const { sent } = show(<MessagesApiPage />, { as: { profile: 'admin' }, api: [lines, detail, accepted] });
  await send();
  expect(await screen.findAllByText('Required')).toHaveLength(3);
  await userEvent.selectOptions(await screen.findByLabelText('Usar o token da conexão'), 'Vendas');
  await waitFor(() => expect(field('Token').value).toBe('token-de-vendas'));
  expect(field('Token').type).toBe('password');
  await enter(field('Número'), '+55 (11) 99999-8888');
  expect(field('Número').value).toBe('5511999998888');
  await enter(field('Mensagem'), 'Olá!');
  await send();
  expect(await screen.findByText('Mensagem enviada com sucesso')).toBeTruthy();
  const call = sent.find(({ path }) => path === '/api/messages/send');
  expect(call?.headers.get('authorization')).toBe('Bearer token-de-vendas');
  expect(call?.body).toEqual({ number: '5511999998888', body: 'Olá!' });
  expect(screen.getByText(/"id": 1234/)).toBeTruthy();
});

test('a file is required where media is to be sent', async () => {
  const { sent } = show(<MessagesApiPage />, { as: { profile: 'admin' }, api: [lines, accepted] });
  await userEvent.click(screen.getByRole('tab', { name: 'Mídia' }));
  await enter(field('Token'), 'um-token');
  await enter(field('Número'), '5511999998888');
  await send();
  expect(await screen.findByText('Required')).toBeTruthy();
  await userEvent.upload(field('Arquivo'), new File(['%PDF'], 'boleto.pdf', { type: 'application/pdf' }));
  expect(screen.getByText('boleto.pdf')).toBeTruthy();
  await new Promise((resolve) => setTimeout(resolve, 450));
  await send();
  expect(await screen.findByText('Mensagem enviada com sucesso')).toBeTruthy();
  expect(sent.some(({ path }) => path === '/api/messages/send')).toBe(true);
});

test('what the API refuses is shown as a program would see it, and said', async () => {
  show(<MessagesApiPage />, {
    as: { profile: 'admin' },
    api: [lines, stub(externalApi.send, () => refuse('ERR_WAPP_INVALID_CONTACT'))],
  });
  await enter(field('Token'), 'um-token');
  await enter(field('Número'), '5511999998888');
  await enter(field('Mensagem'), 'Olá!');
  await send();
  expect(await screen.findByText('A API respondeu 400')).toBeTruthy();
  expect(screen.getByText(/"error": "ERR_WAPP_INVALID_CONTACT"/)).toBeTruthy();
  expect(await screen.findByText('Este não é um número de WhatsApp válido.')).toBeTruthy();
});
