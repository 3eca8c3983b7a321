import { type QuickMessage, quickMessageLive, quickMessagesApi } from '@prosa/contracts/quick-messages';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { enter, refuse, show, stub } from '../../../test/screen.tsx';
import type { Stub } from '../../../test/stubs.ts';
import { shownNotices } from '../../platform/browser/notices.ts';
import { Markup } from '../chat/text/Markup.tsx';
import { giveLayout } from '../tickets/layout.fixture.ts';
import { QuickMessagesPage } from './QuickMessagesPage.tsx';
import { aQuickMessage } from './quick-messages.fixture.ts';
import { messageTextSlot } from './slots.ts';

beforeAll(() => {
  giveLayout();
  messageTextSlot.fill(async () => Markup);
});
beforeEach(() => localStorage.clear());
afterEach(cleanup);

const admin = { profile: 'admin' } as const;
function open(records: QuickMessage[], api: Stub[] = [], as: { profile?: 'admin' } = {}) {
  const ranked = records.map((record) => ({ ...record, uses: 0 }));
  return show(<QuickMessagesPage />, {
    as,
    api: [
      ...api,
      stub(quickMessagesApi.everyone, () => ranked),
      stub(quickMessagesApi.list, () => ({ records, count: records.length, hasMore: false })),
    ],
  });
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const add = async () => userEvent.click((await screen.findAllByRole('button', { name: 'Adicionar' }))[0] ?? document.body);
const save = () => userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
const notice = (text: string, milliseconds = 3000) =>
  waitFor(() => expect(shownNotices.get().at(-1)).toMatchObject({ text, milliseconds }));
/** A second click within 400 ms would be taken for a double one. */
const rest = () => new Promise((resolve) => setTimeout(resolve, 450));

// "A list with search, add, edit and delete. The form has shortcode and message."
test('the list shows shortcode and message; what is shared only an admin changes', async () => {
  const own = aQuickMessage({ id: 1, shortcode: 'bom-dia', message: 'Bom dia!' });
  const shared = aQuickMessage({ id: 2, shortcode: 'horario', userId: 9, shared: true, mediaPath: '7/ab/K', mediaName: 'mapa.png' });
  const { hear } = open([own, shared]);
  const row = async (name: string) => within((await screen.findByText(name)).closest('tr') ?? document.body);
  expect((await row('/bom-dia')).getByText('Bom dia!')).toBeTruthy();
  expect((await row('/bom-dia')).getByRole('button', { name: 'Editar /bom-dia' })).toBeTruthy();
  expect((await row('/bom-dia')).getByRole('button', { name: 'Excluir /bom-dia' })).toBeTruthy();
  expect((await row('/horario')).getByText('Compartilhada')).toBeTruthy();
  expect((await row('/horario')).getByText('Com arquivo: mapa.png')).toBeTruthy();
  expect((await row('/horario')).queryByRole('button', { name: /Editar/ })).toBeNull();
  expect((await row('/horario')).queryByRole('button', { name: /Excluir/ })).toBeNull();
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['Atalho', 'Mensagem', 'Ações']);
  await userEvent.click(screen.getByText('/horario'));
  expect(screen.queryByRole('dialog')).toBeNull();
  hear(quickMessageLive, { action: 'create', record: aQuickMessage({ id: 3, shortcode: 'chegou' }) });
  expect(await screen.findByText('/chegou')).toBeTruthy();
  hear(quickMessageLive, { action: 'delete', id: 1 });
  await waitFor(() => expect(screen.queryByText('/bom-dia')).toBeNull());
});

// "Quick message: shortcode 3 to 50 and message 3 to 1000, both required."
test('the form asks for both in the specification’s words, and says that it was added, for 3 seconds', async () => {
  const made = aQuickMessage({ id: 7, shortcode: 'bom-dia', message: 'Bom dia!' });
  const { sent } = open([], [stub(quickMessagesApi.create, () => made)]);
  await add();
  await save();
  expect(await screen.findAllByText('Required')).toHaveLength(2);
  await enter(field('Atalho'), 'ab');
  await enter(field('Mensagem'), 'x'.repeat(1001));
  expect(await screen.findByText('Too Short!')).toBeTruthy();
  expect(await screen.findByText('Too Long!')).toBeTruthy();
  expect(screen.getByText('1001 de 1000 caracteres')).toBeTruthy();
  await userEvent.clear(field('Atalho'));
  await userEvent.clear(field('Mensagem'));
  await enter(field('Atalho'), '/bom dia');
  expect(field('Atalho').value).toBe('bom-dia');
  await enter(field('Mensagem'), 'Bom dia!');
  expect(screen.queryByRole('switch')).toBeNull();
  await rest();
  await save();
  await notice('Messagem adicionada com sucesso.');
  expect(sent.find(({ method }) => method === 'POST')).toMatchObject({
    ...{ path: '/quick-messages', body: { shortcode: 'bom-dia', message: 'Bom dia!', shared: false } },
  });
  expect(await screen.findByText('/bom-dia')).toBeTruthy();
});

test('editing and deleting say so; an admin shares; a shortcode that is taken is only pointed out', async () => {
  const record = aQuickMessage({ id: 7, shortcode: 'bom-dia' });
  const other = aQuickMessage({ id: 8, shortcode: 'tchau' });
  const { sent } = open(
    [record, other],
    [
      stub(quickMessagesApi.update, ({ body }) => ({ ...record, shortcode: body.shortcode ?? '', shared: body.shared === true })),
      stub(quickMessagesApi.remove, () => ({ message: 'ok' })),
      stub(quickMessagesApi.restore, () => other),
    ],
    admin,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Editar /bom-dia' }));
  await userEvent.clear(field('Atalho'));
  await enter(field('Atalho'), 'tchau');
  expect(await screen.findByText('Já existe uma resposta rápida com este atalho.')).toBeTruthy();
  await userEvent.click(screen.getByRole('switch', { name: 'Compartilhar com a empresa' }));
  await save();
  await notice('Messagem atualizada com sucesso.');
  const put = sent.find(({ method }) => method === 'PUT');
  expect(put).toMatchObject({ path: '/quick-messages/7', body: { shortcode: 'tchau', shared: true } });
  await userEvent.click((await screen.findAllByRole('button', { name: 'Excluir /tchau' }))[0] ?? document.body);
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Excluir' }));
  // Long enough to think again.
  await notice('Messagem excluída com sucesso.', 6000);
  await userEvent.click(screen.getByRole('button', { name: 'Desfazer' }));
  await waitFor(() => expect(sent.some(({ path }) => /^\/quick-messages\/\d+\/restore$/.test(path))).toBe(true));
  expect((await screen.findAllByText('/tchau')).length).toBeGreaterThan(0);
});

// "Quick-message failures show the error as a toast."
test('a failure is a toast, and what was typed stays', async () => {
  open([], [stub(quickMessagesApi.create, () => refuse('ERR_CONFLICT'))]);
  await add();
  await enter(field('Atalho'), 'bom-dia');
  await enter(field('Mensagem'), 'Bom dia!');
  await save();
  await waitFor(() => expect(shownNotices.get().at(-1)).toMatchObject({ tone: 'danger' }));
  expect(field('Mensagem').value).toBe('Bom dia!');
});

test('variables are put in by their buttons, and the preview reads as the customer will', async () => {
  open([]);
  await add();
  await enter(field('Mensagem'), '*Olá*, ');
  await userEvent.click(screen.getByRole('button', { name: 'Inserir Primeiro nome' }));
  expect(field('Mensagem').value).toBe('*Olá*, {{firstName}}');
  const preview = within(screen.getByRole('region', { name: 'Prévia' }));
  expect((await preview.findByText('Olá')).tagName).toBe('STRONG');
  expect(preview.getByText(/, Ana$/)).toBeTruthy();
});

test('a file goes out after the form; saving again after a failure makes no second one; a stored one goes after a question', async () => {
  let works = false;
  const made = aQuickMessage({ id: 7, shortcode: 'mapa' });
  const attached = { ...made, mediaPath: '7/ab/K', mediaName: 'mapa.png' };
  const { sent } = open(
    [],
    [
      stub(quickMessagesApi.create, () => made),
      stub(quickMessagesApi.update, () => made),
      stub(quickMessagesApi.attach, () => (works ? attached : refuse('ERR_TOO_LARGE'))),
      stub(quickMessagesApi.detach, () => ({ ...made, message: 'ok' })),
    ],
  );
  await add();
  await enter(field('Atalho'), 'mapa');
  await enter(field('Mensagem'), 'Estamos aqui');
  const input = document.querySelector('input[type=file]') ?? document.body;
  fireEvent.change(input, { target: { files: [new File(['x'], 'mapa.png', { type: 'image/png' })] } });
  expect(screen.getByText('mapa.png')).toBeTruthy();
  await save();
  await waitFor(() => expect(shownNotices.get().at(-1)).toMatchObject({ tone: 'danger' }));
  works = true;
  await rest();
  await save();
  await notice('Messagem adicionada com sucesso.');
  expect(sent.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /quick-messages',
    'POST /quick-messages/7/media-upload',
    'PUT /quick-messages/7',
    'POST /quick-messages/7/media-upload',
  ]);
  await userEvent.click(await screen.findByRole('button', { name: 'Editar /mapa' }));
  await userEvent.click(screen.getByRole('button', { name: 'Remover arquivo' }));
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remover arquivo' }));
  expect(await screen.findByRole('button', { name: 'Escolher arquivo' })).toBeTruthy();
  expect(sent.at(-1)).toMatchObject({ method: 'DELETE', path: '/quick-messages/7/media-upload' });
});
