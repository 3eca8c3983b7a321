import {
  type ContactListImport,
  type ContactListItem,
  contactListItemsApi,
  contactListItemsLive,
  contactListLive,
  contactListsApi,
} from '@prosa/contracts/contact-lists';
import { contactsApi } from '@prosa/contracts/contacts';
import { tagsApi } from '@prosa/contracts/tags';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { Route } from 'wouter';
import { enter, refuse, show, stub } from '../../../test/screen.tsx';
import { shownNotices } from '../../platform/browser/notices.ts';
import { aContact } from '../contacts/contacts.fixture.ts';
import { giveLayout } from '../tickets/layout.fixture.ts';
import { ContactListItemsPage } from './ContactListItemsPage.tsx';
import { ContactListsPage } from './ContactListsPage.tsx';
import { aContactList, anItem } from './contact-lists.fixture.ts';

beforeAll(giveLayout);
afterEach(cleanup);

const admin = { profile: 'admin' } as const;
const lists = stub(contactListsApi.list, () => ({ records: [aContactList()], count: 1, hasMore: false }));
const list = stub(contactListsApi.show, () => aContactList());
const items = (...contacts: ContactListItem[]) =>
  stub(contactListItemsApi.list, () => ({ contacts, count: contacts.length, hasMore: false }));
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const save = () => userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
const page = (
  <Route path="/contact-lists/:contactListId/contacts">
    <ContactListItemsPage />
  </Route>
);
const path = '/contact-lists/1/contacts';

// "A list of contact lists with name and contacts count, plus a download of an example spreadsheet."
test('lists have a name and a count, open by a click, and the example sheet is at hand', async () => {
  const { hear, visited } = show(<ContactListsPage />, { as: admin, api: [lists] });
  expect(await screen.findByText('Clientes')).toBeTruthy();
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['Nome', 'Contatos', 'Ações']);
  expect(screen.getByRole('button', { name: 'Baixar planilha de exemplo' })).toBeTruthy();
  hear(contactListLive, { action: 'update', record: aContactList({ contactsCount: 321 }) });
  expect(await screen.findByText('321')).toBeTruthy();
  await userEvent.click(screen.getByText('Clientes'));
  expect(visited.at(-1)).toBe(path);
});

// "Contact list: name 2 to 50."
test('a list is made with a name of two to fifty letters', async () => {
  const { sent } = show(<ContactListsPage />, { as: admin, api: [lists, stub(contactListsApi.create, () => aContactList({ id: 2 }))] });
  await userEvent.click((await screen.findAllByRole('button', { name: 'Nova lista' }))[0] ?? document.body);
  await enter(field('Nome'), 'A');
  await save();
  expect(await screen.findByText('Too Short!')).toBeTruthy();
  await enter(field('Nome'), 'niversários');
  await new Promise((resolve) => setTimeout(resolve, 450));
  await save();
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ method: 'POST', path: '/contact-lists', body: { name: 'Aniversários' } }));
});

test('people of a list: whether they are on WhatsApp in words, filters, and what others change', async () => {
  const rows = [anItem({ id: 1 }), anItem({ id: 2, isWhatsappValid: false }), anItem({ id: 3, isWhatsappValid: null })];
  const { hear, sent } = show(page, { as: admin, path, api: [list, items(...rows)] });
  expect(await screen.findByText('verificando')).toBeTruthy();
  expect([screen.getByText('válido'), screen.getByText('inválido')]).toHaveLength(2);
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Clientes');
  const channel = contactListItemsLive.at({ listId: 1 });
  hear(channel, { action: 'update', record: anItem({ id: 3, isWhatsappValid: true }) });
  await waitFor(() => expect(screen.queryByText('verificando')).toBeNull());
  const before = sent.length;
  hear(channel, { action: 'reload' });
  await waitFor(() => expect(sent.length).toBeGreaterThan(before));
  await userEvent.click(screen.getByRole('button', { name: 'Inválidos' }));
  await waitFor(() =>
    expect(sent.at(-1)).toMatchObject({ path: '/contact-list-items', query: expect.stringContaining('isWhatsappValid=false') }),
  );
});

// "Contact list item: name required 2 to 50, number 8 to 50, email valid ('Invalid email')."
test('somebody is added by hand, and a number that is there already is said at its field', async () => {
  const { sent } = show(page, {
    as: admin,
    path,
    api: [list, items(), stub(contactListItemsApi.create, () => refuse('ERR_CONTACTLISTITEM_ALREADY_EXISTS'))],
  });
  await userEvent.click((await screen.findAllByRole('button', { name: 'Adicionar contato' }))[0] ?? document.body);
  await enter(field('Nome'), 'Ana');
  await enter(field('Número'), '123');
  await enter(field('Email'), 'ana');
  await save();
  expect(await screen.findByText('Too Short!')).toBeTruthy();
  expect(screen.getByText('Invalid email')).toBeTruthy();
  await enter(field('Email'), '@exemplo.com');
  await enter(field('Número'), ' 45678-9012');
  await new Promise((resolve) => setTimeout(resolve, 450));
  await save();
  expect(await screen.findByText('Este número já está na lista.')).toBeTruthy();
  expect(sent.at(-1)).toMatchObject({ body: { name: 'Ana', email: 'ana@exemplo.com', contactListId: 1 } });
});

// "Deleting contacts and list items is guarded by the permission 'contacts-page:deleteContact' per profile."
test('who may not delete contacts deletes nobody from a list', async () => {
  show(page, { as: { profile: 'supervisor' }, path, api: [list, items(anItem({ name: 'Ana' }))] });
  expect(await screen.findByRole('button', { name: 'Editar Ana' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Excluir Ana' })).toBeNull();
});

test('a sheet is imported with its progress, and each row that stayed out is told with its reason', async () => {
  const running: ContactListImport = { id: 8, state: 'running', total: 40, imported: 10, duplicate: 0, skipped: 0, invalid: [] };
  const bad = [{ line: 7, reason: 'number' as const }];
  const finished: ContactListImport = { ...running, state: 'finished', imported: 36, duplicate: 2, skipped: 2, invalid: bad };
  let asked = 0;
  const { sent } = show(page, {
    as: admin,
    path,
    api: [
      list,
      items(),
      stub(contactListsApi.upload, () => ({ importId: 8, message: 'ok' })),
      stub(contactListsApi.showImport, () => (asked++ === 0 ? running : finished)),
    ],
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Importar planilha' }));
  const input = document.querySelector<HTMLInputElement>('input[type=file]') ?? document.createElement('input');
  expect(input.accept).toBe('.xls,.xlsx');
  const choose = (name: string) => fireEvent.change(input, { target: { files: [new File(['x'], name)] } });
  choose('lista.csv');
  expect(await screen.findByText('Use um arquivo .xls ou .xlsx')).toBeTruthy();
  expect(sent.some(({ method }) => method === 'POST')).toBe(false);
  choose('lista.xlsx');
  expect(await screen.findByText('Importando 10 de 40 linhas…')).toBeTruthy();
  expect(await screen.findByText('36 importados, 4 ignorados')).toBeTruthy();
  expect(screen.getByText('Linha 7: o número não é válido')).toBeTruthy();
  expect(screen.getByText('e mais 1')).toBeTruthy();
});

test('contacts are added by what a search finds, one by one or all, and by a tag', async () => {
  const found = [aContact({ id: 5, name: 'Ana Maria' }), aContact({ id: 6, name: 'Mariana' })];
  const { sent } = show(page, {
    as: admin,
    path,
    api: [
      list,
      items(),
      stub(contactsApi.list, () => ({ contacts: found, count: 31, hasMore: true })),
      stub(tagsApi.everyone, () => [
        { id: 4, name: 'VIP', color: '#0A7A48', kanban: 0 as const, userId: null, laneOrder: 0, ticketsCount: 0 },
      ]),
      stub(contactListsApi.addContacts, () => ({ added: 2, message: 'ok' })),
    ],
  });
  const open = async () => userEvent.click(await screen.findByRole('button', { name: 'Adicionar dos contatos' }));
  await open();
  await enter(field('Nome, número ou email'), 'ana');
  await userEvent.click(await screen.findByRole('checkbox', { name: /Mariana/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Adicionar' }));
  await waitFor(() => expect(shownNotices.get().at(-1)?.text).toBe('2 contatos adicionados'));
  expect(sent.at(-1)).toMatchObject({ path: '/contact-lists/1/contacts', body: { contactIds: [6] } });
  await open();
  await enter(field('Nome, número ou email'), 'ana');
  await userEvent.click(await screen.findByRole('button', { name: 'Adicionar todos os 31 encontrados' }));
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ body: { searchParam: 'ana' } }));
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Tag' }));
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Tag' }), 'VIP');
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Adicionar' }));
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ body: { tagId: 4 } }));
});

test('a list that is gone leads back to the lists', async () => {
  const gone = stub(contactListsApi.show, () => refuse('ERR_NO_CONTACTLIST_FOUND'));
  const { visited } = show(page, { as: admin, path, api: [gone, items()] });
  await waitFor(() => expect(visited.at(-1)).toBe('/contact-lists'));
});
