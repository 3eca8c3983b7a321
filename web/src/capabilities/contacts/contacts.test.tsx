import { type Contact, contactLive, contactsApi, contactsExport, contactsImportLive } from '@prosa/contracts/contacts';
import { endpoint } from '@prosa/contracts/kit';
import { queuesApi } from '@prosa/contracts/queues';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { refuse, show, stub, typeAtOnce } from '../../../test/screen.tsx';
import '../../app/slots.ts';
import { giveLayout } from '../tickets/layout.fixture.ts';
import { ContactsPage } from './ContactsPage.tsx';
import { aContact } from './contacts.fixture.ts';
import { ImportWatch } from './ImportWatch.tsx';

beforeAll(giveLayout);
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const admin = { profile: 'admin' } as const;
const ana = aContact({ id: 1, name: 'Ana Clara', number: '5511987654321', email: 'ana@exemplo.com' });
const rita = aContact({ id: 2, name: 'Rita Lima' });

/** A server that holds these contacts. */
const server = (contacts: Contact[]) =>
  stub(contactsApi.list, ({ query: { searchParam, pageNumber } }) => {
    const found = contacts.filter(({ name }) => name.toLowerCase().includes(searchParam));
    return {
      contacts: found.slice((pageNumber - 1) * 20, pageNumber * 20),
      count: found.length,
      hasMore: found.length > pageNumber * 20,
    };
  });
const lists = (sent: { method: string; path: string; query: string }[]) =>
  sent.filter(({ method, path }) => method === 'GET' && path === '/contacts').map(({ query }) => query);
const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr') ?? document.body;
const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('td')?.textContent?.slice(2));

// "table with avatar, name, whatsapp number, email, actions (open ticket, edit, delete for permitted profile)"
test('contacts are shown with name, number, email and what can be done', async () => {
  show(<ContactsPage />, { as: admin, api: [server([ana, rita])] });
  const row = within(await rowOf('Ana Clara'));
  expect(row.getByText('+55 (11) 98765-4321')).toBeTruthy();
  expect(row.getByText('ana@exemplo.com')).toBeTruthy();
  expect(row.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Abrir atendimento com Ana Clara',
    'Agendar mensagem para Ana Clara',
    'Editar Ana Clara',
    'Excluir Ana Clara',
  ]);
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['Nome', 'WhatsApp', 'Email', 'Ações']);
  expect(screen.getByRole('table', { name: 'Contatos' }).getAttribute('aria-rowcount')).toBe('3');
});

// Perm contacts-page:deleteContact
test('who may not delete contacts is not offered it', async () => {
  show(<ContactsPage />, { api: [server([ana])] });
  const row = within(await rowOf('Ana Clara'));
  expect(row.queryByRole('button', { name: 'Excluir Ana Clara' })).toBeNull();
});

test('the number is copied as digits alone', async () => {
  show(<ContactsPage />, { api: [server([ana])] });
  const setData = vi.fn();
  fireEvent.copy(await screen.findByText('+55 (11) 98765-4321'), { clipboardData: { setData } });
  expect(setData).toHaveBeenCalledWith('text/plain', '5511987654321');
});

// "Debounce for search and loading: 500 ms"; lower-cased before sending
test('a search waits until the typing rests, and nothing found can be cleared', async () => {
  const { sent } = show(<ContactsPage />, { api: [server([ana, rita])] });
  await rowOf('Ana Clara');
  typeAtOnce(screen.getByRole('searchbox', { name: 'Buscar…' }), 'RITA');
  await waitFor(() => expect(screen.queryByText('Ana Clara')).toBeNull());
  expect(screen.getByText('Rita Lima')).toBeTruthy();
  expect(lists(sent)).toEqual(['?searchParam=&pageNumber=1', '?searchParam=rita&pageNumber=1']);

  await userEvent.type(screen.getByRole('searchbox'), ' xyz');
  expect(await screen.findByText('Nada encontrado para "rita xyz"')).toBeTruthy();
  await userEvent.click(screen.getAllByRole('button', { name: 'Limpar busca' }).at(-1) ?? document.body);
  expect(await screen.findByText('Ana Clara')).toBeTruthy();
});

test('an empty company reads «Nenhum registro» and what to do', async () => {
  show(<ContactsPage />, { api: [server([])] });
  expect(await screen.findByText('Nenhum registro')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'Adicionar contato' })).toHaveLength(2);
});

test('a list that can not be loaded says so and is tried again', async () => {
  let broken = true;
  show(<ContactsPage />, {
    api: [stub(contactsApi.list, () => (broken ? refuse('ERR_INTERNAL') : { contacts: [ana], count: 1, hasMore: false }))],
  });
  expect(await screen.findByText('Não foi possível carregar a lista de registros')).toBeTruthy();
  broken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }));
  expect(await screen.findByText('Ana Clara')).toBeTruthy();
});

test('of ten thousand contacts only the rows in view exist, and only their pages are fetched', async () => {
  const many = Array.from({ length: 10_000 }, (_, at) => aContact({ id: at + 1, name: `Cliente ${String(at + 1).padStart(5, '0')}` }));
  const { sent } = show(<ContactsPage />, { api: [server(many)] });
  await rowOf('Cliente 00001');
  expect(screen.getAllByRole('row').length).toBeLessThan(60);
  expect(screen.getByText('10000')).toBeTruthy();

  const first = screen.getByText('Cliente 00001').closest('tr') ?? document.body;
  first.focus();
  await userEvent.keyboard('{ArrowDown}');
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Cliente 00002'));
  await waitFor(() => expect(lists(sent)).toContain('?searchParam=&pageNumber=2'));
  expect(lists(sent).length).toBeLessThan(4);
});

test('what colleagues do is seen without asking again: added in its place, renamed, removed', async () => {
  const { sent, hear } = show(<ContactsPage />, { api: [server([ana, rita])] });
  await rowOf('Ana Clara');
  hear(contactLive, { action: 'create', contact: aContact({ id: 3, name: 'Érica' }) });
  await waitFor(() => expect(names()).toEqual(['Ana Clara', 'Érica', 'Rita Lima']));
  hear(contactLive, { action: 'update', contact: { ...ana, name: 'Zélia' } });
  await waitFor(() => expect(names()).toEqual(['Érica', 'Rita Lima', 'Zélia']));
  hear(contactLive, { action: 'delete', contactId: 2 });
  await waitFor(() => expect(names()).toEqual(['Érica', 'Zélia']));
  expect(lists(sent)).toHaveLength(1);
});

// CF `Excluir {nome}? Todos os atendimentos deste contato serão perdidos.`
test('deleting asks first, then tells', async () => {
  const { sent } = show(<ContactsPage />, { as: admin, api: [server([ana]), stub(contactsApi.remove, () => ({ message: 'ok' }))] });
  await userEvent.click(await screen.findByRole('button', { name: 'Excluir Ana Clara' }));
  const question = within(screen.getByRole('alertdialog', { name: 'Excluir Ana Clara?' }));
  expect(question.getByText('Todos os atendimentos deste contato serão perdidos.')).toBeTruthy();
  await userEvent.click(question.getByRole('button', { name: 'Excluir' }));
  expect(await screen.findByText('Contato excluído com sucesso!')).toBeTruthy();
  expect(sent.at(-1)).toMatchObject({ method: 'DELETE', path: '/contacts/1' });
});

// "Keys: LP + N add, Enter edit, O open ticket"
test('N adds, Enter edits, O opens a ticket, a click on the row edits', async () => {
  show(<ContactsPage />, { api: [server([ana]), stub(queuesApi.list, () => [])] });
  const row = await rowOf('Ana Clara');
  await userEvent.keyboard('n');
  await userEvent.click(within(await screen.findByRole('dialog', { name: 'Adicionar contato' })).getByRole('button', { name: 'Cancelar' }));
  row.focus();
  await userEvent.keyboard('{Enter}');
  await userEvent.click(within(await screen.findByRole('dialog', { name: 'Editar contato' })).getByRole('button', { name: 'Cancelar' }));
  await userEvent.click(screen.getByText('ana@exemplo.com'));
  await userEvent.click(within(await screen.findByRole('dialog', { name: 'Editar contato' })).getByRole('button', { name: 'Cancelar' }));
  row.focus();
  await userEvent.keyboard('o');
  expect(await screen.findByRole('dialog', { name: 'Novo atendimento' })).toBeTruthy();
});

test('the phone book is brought in after a question, and how far it is can be followed', async () => {
  const { sent, hear } = show(
    <>
      <ContactsPage />
      <ImportWatch />
    </>,
    { api: [server([ana]), stub(contactsApi.importPhoneBook, () => ({ message: 'ok' }))] },
  );
  await rowOf('Ana Clara');
  await userEvent.click(screen.getByRole('button', { name: 'Importar' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Importar os contatos do telefone da conexão padrão?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Importar' }));
  expect(await screen.findByText('Importando contatos…')).toBeTruthy();
  expect(sent.some(({ method, path }) => method === 'POST' && path === '/contacts/import')).toBe(true);

  hear(contactsImportLive, { action: 'progress', done: 200, total: 450, error: null });
  expect(screen.getByText('Importando contatos… 200 de 450')).toBeTruthy();
  hear(contactsImportLive, { action: 'progress', done: 400, total: 450, error: null });
  expect(screen.queryByText('Importando contatos… 200 de 450')).toBeNull();
  hear(contactsImportLive, { action: 'finished', done: 450, total: 450, error: null });
  expect(screen.getByText('450 contatos importados')).toBeTruthy();
  await waitFor(() => expect(lists(sent)).toHaveLength(2));
  hear(contactsImportLive, { action: 'failed', done: 0, total: 0, error: 'ERR_WAPP_NOT_INITIALIZED' });
  expect(screen.getByText(/Esta sessão do WhatsApp não foi iniciada/)).toBeTruthy();
});

test('a file is taken in and what was left out is told line by line', async () => {
  const { sent } = show(<ContactsPage />, {
    api: [
      server([ana]),
      stub(contactsApi.importFile, () => ({ created: 2, updated: 1, skipped: [{ line: 4, reason: 'number' as const }] })),
    ],
  });
  await rowOf('Ana Clara');
  await userEvent.click(screen.getByRole('button', { name: 'Importar' }));
  const file = new File(['name;number;email\n'], 'contatos.csv', { type: 'text/csv' });
  await userEvent.upload(screen.getByLabelText('Escolher arquivo', { selector: 'input' }), file);
  expect(await screen.findByText('2 criados, 1 atualizados, 1 ignorados')).toBeTruthy();
  expect(screen.getByText('Linha 4: número ausente ou inválido')).toBeTruthy();
  expect(sent.at(-1)).toMatchObject({ path: '/contacts/upload', body: { file: expect.any(File) } });
});

test('an agent is not offered the export', async () => {
  show(<ContactsPage />, { api: [server([ana])] });
  await rowOf('Ana Clara');
  expect(screen.queryByRole('button', { name: 'Exportar CSV' })).toBeNull();
});

// "export CSV (semicolon separator, columns name, number, email)"
test('the export is fetched as who is signed in and saved as contatos.csv', async () => {
  const csv = endpoint('GET', contactsExport.path, { reply: z.string() });
  const { sent } = show(<ContactsPage />, { as: { profile: 'supervisor' }, api: [server([ana]), stub(csv, () => 'name;number;email')] });
  await rowOf('Ana Clara');
  Object.assign(URL, { createObjectURL: () => 'blob:contacts', revokeObjectURL: () => undefined });
  let saved: string | undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved = `${this.download} ${this.href}`;
  });
  await userEvent.click(screen.getByRole('button', { name: 'Exportar CSV' }));
  await waitFor(() => expect(saved).toBe('contatos.csv blob:contacts'));
  expect(sent.at(-1)?.path).toBe('/contacts/export');
});
