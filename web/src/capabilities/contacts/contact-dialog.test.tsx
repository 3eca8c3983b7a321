import { type Contact, contactLive, contactsApi, noDetails } from '@prosa/contracts/contacts';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { enter, refuse, show, stub } from '../../../test/screen.tsx';
import { ContactDialog } from './ContactDialog.tsx';
import { aContact } from './contacts.fixture.ts';

afterEach(cleanup);

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const save = () => userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
const secondSave = async () => {
  await new Promise((resolve) => setTimeout(resolve, 450));
  await save();
};

function open(props: Partial<Parameters<typeof ContactDialog>[0]> = {}, api: ReturnType<typeof stub>[] = []) {
  const onClose = vi.fn();
  const onSaved = vi.fn<(contact: Contact) => void>();
  return { onClose, onSaved, ...show(<ContactDialog onClose={onClose} onSaved={onSaved} {...props} />, { api }) };
}

// "Contact form: name required 2 to 50; number 8 to 50; email valid if given."
test.each([
  ['Nome', '', 'Required'],
  ['Nome', 'A', 'Too Short!'],
  ['Nome', 'A'.repeat(51), 'Too Long!'],
  ['Número', '', 'Required'],
  ['Número', '5511999', 'Too Short!'],
  ['Número', '1'.repeat(51), 'Too Long!'],
  ['Email', 'ana@', 'Invalid email'],
])('%s «%s» is refused: %s', async (name, typed, complaint) => {
  const { sent } = open({ initialName: 'Ana Clara', initialNumber: '5511999998888' });
  await userEvent.clear(field(name));
  if (typed) await enter(field(name), typed);
  await save();
  expect((await screen.findByText(complaint)).getAttribute('role')).toBe('alert');
  await waitFor(() => expect(document.activeElement).toBe(field(name)));
  expect(sent).toEqual([]);
});

test('a number that is changed must be one', async () => {
  open({ contact: aContact() });
  await userEvent.clear(field('Número'));
  await userEvent.type(field('Número'), '123');
  await save();
  expect(await screen.findByText('Too Short!')).toBeTruthy();
});

test('a contact is added with extra information', async () => {
  const added = aContact({ id: 9, name: 'Ana Clara' });
  const { sent, onClose, onSaved } = open({ initialNumber: '+55 (11) 99999-8888' }, [stub(contactsApi.create, () => added)]);
  expect(screen.getByRole('dialog', { name: 'Adicionar contato' })).toBeTruthy();
  expect(screen.getByText('Ex.: 5511999998888')).toBeTruthy();
  await userEvent.type(field('Nome'), 'Ana Clara');
  await userEvent.click(screen.getByRole('button', { name: 'Adicionar informação' }));
  await userEvent.type(field('Nome da informação 1'), 'CPF');
  await userEvent.type(field('Valor da informação 1'), '123');
  await userEvent.click(screen.getByRole('button', { name: 'Adicionar informação' }));
  await save();
  expect(await screen.findByText('Operação realizada com sucesso!')).toBeTruthy();
  expect(sent[0]?.body).toMatchObject({
    name: 'Ana Clara',
    number: '5511999998888',
    email: '',
    extraInfo: [{ name: 'CPF', value: '123' }],
  });
  expect(onSaved).toHaveBeenCalledWith(added);
  expect(onClose).toHaveBeenCalledOnce();
});

test('a value without a name is asked for one, a removed row is gone', async () => {
  const contact = aContact({ extraInfo: [{ id: 4, name: 'Plano', value: 'Anual' }] });
  const { sent } = open({ contact }, [stub(contactsApi.update, () => contact)]);
  await userEvent.click(screen.getByRole('button', { name: 'Adicionar informação' }));
  await userEvent.type(field('Valor da informação 2'), 'Campinas');
  await save();
  expect(await screen.findByText('Required')).toBeTruthy();
  await userEvent.type(field('Nome da informação 2'), 'Cidade');
  await userEvent.click(screen.getByRole('button', { name: 'Remover a informação 1' }));
  await secondSave();
  await waitFor(() =>
    expect(sent[0]?.body).toEqual({ name: contact.name, ...noDetails, extraInfo: [{ name: 'Cidade', value: 'Campinas' }] }),
  );
});

test.each([
  ['ERR_DUPLICATED_CONTACT', 'Já existe um contato com este número.'],
  ['ERR_WAPP_INVALID_CONTACT', 'Este não é um número de WhatsApp válido.'],
] as const)('%s is said at the number', async (code, words) => {
  const { onClose } = open({ initialName: 'Ana', initialNumber: '5511999998888' }, [stub(contactsApi.create, () => refuse(code))]);
  await userEvent.type(field('Nome'), ' Clara');
  await save();
  const complaint = await screen.findByText(words);
  expect(field('Número').getAttribute('aria-describedby')).toContain(complaint.id);
  await userEvent.type(field('Número'), '9');
  expect(screen.queryByText(words)).toBeNull();
  expect(onClose).not.toHaveBeenCalled();
});

test('a contact without a number yet can be renamed, and closing with changes asks', async () => {
  const contact = aContact({ number: '' });
  const { sent } = open({ contact }, [stub(contactsApi.update, () => contact)]);
  await userEvent.type(field('Nome'), '!');
  await userEvent.click(screen.getByRole('button', { name: 'Fechar' }));
  expect(screen.getByRole('alertdialog', { name: 'Descartar alterações?' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Continuar editando' }));
  await save();
  await waitFor(() => expect(sent[0]?.body).toEqual({ name: `${contact.name}!`, ...noDetails, extraInfo: [] }));
});

test('what another person changed meanwhile is offered, not forced', async () => {
  const contact = aContact();
  const { hear } = open({ contact });
  hear(contactLive, { action: 'update', contact: { ...contact, name: 'Ana' } });
  expect(field('Nome').value).toBe('Ana');
  await userEvent.type(field('Nome'), ' Clara');
  hear(contactLive, { action: 'update', contact: { ...contact, name: 'Ana Souza' } });
  expect(field('Nome').value).toBe('Ana Clara');
  expect(screen.getByText('Este registro foi alterado por outra pessoa.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Recarregar' }));
  expect(field('Nome').value).toBe('Ana Souza');
});
