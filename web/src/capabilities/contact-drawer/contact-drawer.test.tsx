import { contactLive, contactsApi } from '@prosa/contracts/contacts';
import { tagsApi } from '@prosa/contracts/tags';
import { ticketNoteLive, ticketNotesApi } from '@prosa/contracts/ticket-notes';
import { ticketsApi } from '@prosa/contracts/tickets';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import { lastSent } from '../../../test/requests.ts';
import { marina, show, stub } from '../../../test/screen.tsx';
import type { Stub } from '../../../test/stubs.ts';
import { aContact } from '../contacts/contacts.fixture.ts';
import { aStep } from '../ticket-history/history.fixture.ts';
import { aTicket } from '../ticket-store/tickets.fixture.ts';
import { ContactDrawer } from './ContactDrawer.tsx';

const at = '2026-11-12T15:02:00.000Z';
const contactCard = { id: 5, name: 'Ana Clara', number: '5511987654321', email: 'ana@exemplo.com', profilePicUrl: '' };
const ticket = aTicket({ id: 12, contactId: 5, contact: contactCard });
const contact = aContact({ ...contactCard, extraInfo: [{ id: 1, name: 'CPF', value: '<b>123</b>' }] });
const note = (id: number, userId: number, name: string) => ({
  id,
  note: `Nota ${id}`,
  ticketId: 12,
  contactId: 5,
  userId,
  user: { id: userId, name },
  createdAt: at,
});
const earlier = aTicket({ id: 8, status: 'closed', contactId: 5, contact: contactCard, updatedAt: at });
const stranger = aTicket({ id: 9, status: 'closed', contactId: 6, updatedAt: at });

afterEach(cleanup);

const open = (api: Stub[] = [], as = {}, shown = ticket) =>
  show(<ContactDrawer ticket={shown} isBeside onClose={() => undefined} />, {
    as,
    api: [
      ...api,
      stub(contactsApi.show, () => contact),
      stub(tagsApi.everyone, () => []),
      stub(ticketNotesApi.list, () => [note(2, marina.id, 'Marina'), note(1, 99, 'Paulo')]),
      stub(ticketsApi.list, () => ({ tickets: [earlier, stranger], count: 2, hasMore: false })),
    ],
  });

describe('the contact beside the conversation', () => {
  test('«name, number (tel link), email (mailto link)», extra information as text, and earlier tickets', async () => {
    const { hear } = open();
    expect(screen.getByRole('link', { name: '+55 (11) 98765-4321' }).getAttribute('href')).toBe('tel:+5511987654321');
    expect(screen.getByRole('link', { name: 'ana@exemplo.com' }).getAttribute('href')).toBe('mailto:ana@exemplo.com');
    expect(await screen.findByText('<b>123</b>')).toBeTruthy();
    expect((await screen.findByRole('link', { name: 'Atendimento #8' })).getAttribute('href')).toBe(`/tickets/${earlier.uuid}`);
    expect(screen.queryByRole('link', { name: 'Atendimento #9' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Editar contato' })).toBeTruthy();
    hear(contactLive, { action: 'update', contact: { ...contact, extraInfo: [{ id: 1, name: 'Plano', value: 'Anual' }] } });
    expect(await screen.findByText('Anual')).toBeTruthy();
  });
});

test('«Por que este atendimento está aqui?» is answered from beside the conversation, too', async () => {
  open([stub(ticketsApi.history, () => [aStep({ names: { toQueue: 'Vendas' } })])]);
  await userEvent.click(screen.getByRole('button', { name: 'Por que este atendimento está aqui?' }));
  expect(await screen.findByText('Uma conversa começou no WhatsApp, e o atendimento foi aberto na fila Vendas.')).toBeTruthy();
});

test('who has no number yet, and a group, are not offered to be called', async () => {
  for (const over of [{ contact: { ...contactCard, number: '' } }, { isGroup: true }]) {
    cleanup();
    open([], {}, { ...ticket, ...over });
    expect(await screen.findByRole('link', { name: 'ana@exemplo.com' })).toBeTruthy();
    expect(document.querySelector('a[href^="tel:"]')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Copiar o número' })).toBeNull();
  }
});

describe('notes', () => {
  const field = () => screen.getByRole('textbox', { name: 'Nova observação' });
  const addButton = () => screen.getByRole('button', { name: 'Adicionar' });

  test("«required ('Required'), minimum 2 ('Too Short!')»", async () => {
    open();
    await screen.findByText('Nota 2');
    await userEvent.click(addButton());
    expect(screen.getByText('Required')).toBeTruthy();
    await userEvent.type(field(), 'a');
    await userEvent.click(addButton());
    expect(screen.getByText('Too Short!')).toBeTruthy();
  });

  test('are added on top, once however the news arrives', async () => {
    const added = { ...note(3, marina.id, 'Marina'), note: 'Ligar amanhã' };
    const { sent, hear } = open([stub(ticketNotesApi.create, () => added)]);
    await screen.findByText('Nota 2');
    await userEvent.type(field(), 'Ligar amanhã');
    await userEvent.click(addButton());
    expect(await screen.findByText('Observação adicionada com sucesso!')).toBeTruthy();
    expect(lastSent(sent, 'POST')?.body).toEqual({ note: 'Ligar amanhã', ticketId: 12, contactId: 5 });
    hear(ticketNoteLive, { action: 'create', note: added });
    expect(screen.getAllByText('Ligar amanhã')).toHaveLength(1);
    expect(within(screen.getAllByRole('listitem')[0] ?? document.body).getByText('Ligar amanhã')).toBeTruthy();
  });

  test('are deleted by their author or an admin, after asking', async () => {
    const { sent } = open([stub(ticketNotesApi.remove, () => ({ message: 'ok' }))]);
    await screen.findByText('Nota 2');
    expect(screen.queryByRole('button', { name: 'Excluir a observação de Paulo' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Excluir a observação de Marina' }));
    await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Excluir' }));
    expect(await screen.findByText('Observação excluída com sucesso!')).toBeTruthy();
    expect(lastSent(sent, 'DELETE')?.path).toBe('/ticket-notes/2');
    await waitFor(() => expect(screen.queryByText('Nota 2')).toBeNull());
    cleanup();
    open([], { profile: 'admin' });
    expect(await screen.findByRole('button', { name: 'Excluir a observação de Paulo' })).toBeTruthy();
  });
});
