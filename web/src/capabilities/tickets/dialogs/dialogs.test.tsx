import { messageLive } from '@prosa/contracts/messages';
import { tagsApi } from '@prosa/contracts/tags';
import { ticketsApi } from '@prosa/contracts/tickets';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { marina, refuse, show, stub } from '../../../../test/screen.tsx';
import { dismissNotice, shownNotices } from '../../../platform/browser/notices.ts';
import { aMessage } from '../../chat/messages/messages.fixture.ts';
import { TransferDialog } from '../../ticket-actions/TransferDialog.tsx';
import { giveLayout } from '../layout.fixture.ts';
import { TicketsPage } from '../TicketsPage.tsx';
import { ana, around, asked, joao, paulo, puts, rita, suporte, ticketsAre, vendas } from '../tickets.scene.ts';
import { NewTicketDialog } from './NewTicketDialog.tsx';

beforeAll(giveLayout);
beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  for (const { id } of shownNotices.get()) dismissNotice(id);
});
const contactField = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Contato' });
const save = () => userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
const posts = (sent: { method: string; path: string; body: unknown }[], path: string) =>
  sent.filter((each) => each.method === 'POST' && each.path === path).map(({ body }) => body);

test('"contact search (starts at 3 characters, 500 ms delay), queue select, Save and Cancel", then /tickets/{uuid}', async () => {
  const { sent, visited } = show(<TicketsPage />, {
    path: '/tickets',
    as: { queues: [vendas, suporte] },
    api: [stub(ticketsApi.create, () => ana), ticketsAre([]), ...around()],
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Novo' }));
  expect(await screen.findByRole('heading', { name: 'Novo atendimento' })).toBeTruthy();
  await userEvent.type(contactField(), 'An');
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(asked(sent, '/contacts')).toEqual([]);
  await userEvent.type(contactField(), 'a');
  await userEvent.click(await screen.findByRole('option', { name: /Ana Clara/ }));
  expect(asked(sent, '/contacts')).toEqual([{ searchParam: 'ana' }]);

  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Fila' }), 'Suporte');
  await save();
  await waitFor(() => expect(visited.at(-1)).toBe(`/tickets/${ana.uuid}`));
  expect(posts(sent, '/tickets')).toEqual([{ contactId: 1, queueId: 20, userId: marina.id, status: 'open' }]);
});

const anaClara = { id: 1, name: 'Ana Clara', number: '5511900000001', profilePicUrl: '' };

test('"a queue must be chosen unless the user is admin (\'Selecione uma fila\')"', async () => {
  const dialog = <NewTicketDialog contact={anaClara} onClose={() => undefined} />;
  const { sent } = show(dialog, { as: { queues: [vendas, suporte] }, api: [stub(ticketsApi.create, () => ana), ...around()] });
  await save();
  expect(screen.getByRole('alert').textContent).toBe('Selecione uma fila');
  expect(posts(sent, '/tickets')).toEqual([]);
  cleanup();

  const admin = show(dialog, { as: { profile: 'admin' }, api: [stub(ticketsApi.create, () => ana), ...around()] });
  await save();
  await waitFor(() => expect(posts(admin.sent, '/tickets')).toHaveLength(1));
  cleanup();

  const one = show(dialog, { as: { queues: [vendas] }, api: [stub(ticketsApi.create, () => ana), ...around()] });
  await save();
  await waitFor(() => expect(posts(one.sent, '/tickets')).toEqual([{ contactId: 1, queueId: 10, userId: marina.id, status: 'open' }]));
});

test('ERR_OTHER_OPEN_TICKET is told in place, with the way to the ticket that is there', async () => {
  const other = { id: 2, uuid: joao.uuid, user: { name: 'Paulo' }, queue: { name: 'Vendas' } };
  const { visited } = show(<NewTicketDialog contact={anaClara} onClose={() => undefined} />, {
    as: { queues: [vendas] },
    api: [stub(ticketsApi.create, () => refuse('ERR_OTHER_OPEN_TICKET', { ticket: other })), ...around()],
  });
  await save();
  expect(await screen.findByText('Já existe um atendimento aberto para este contato. (Paulo · Vendas)')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Abrir atendimento existente' }));
  expect(visited.at(-1)).toBe(`/tickets/${joao.uuid}`);
});

test('a live event wipes nothing that is being typed', async () => {
  const { hear } = show(<TicketsPage />, { path: '/tickets', api: [ticketsAre([ana]), ...around()] });
  await screen.findByText('Ana');
  await userEvent.keyboard('n');
  await userEvent.type(await screen.findByRole('combobox', { name: 'Contato' }), 'Pa');
  const written = { ...ana, lastMessage: 'Cheguei', updatedAt: '2026-11-15T11:00:00.000Z' };
  hear(messageLive, { action: 'create', message: aMessage({ ticketId: 1 }), ticket: written, contact: ana.contact });
  await screen.findByText('Cheguei');
  expect(contactField().value).toBe('Pa');
  expect(document.activeElement).toBe(contactField());
});

test('a contact that is not there can be added on the way', async () => {
  show(<NewTicketDialog onClose={() => undefined} />, { as: { queues: [vendas] }, api: around() });
  await userEvent.type(contactField(), 'Zulmira');
  await userEvent.click(await screen.findByRole('option', { name: 'Adicionar contato "Zulmira"' }));
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Nome' })).value).toBe('Zulmira');
});

test('"Transfer: queue required; user search at 3 characters"', async () => {
  const { sent } = show(<TransferDialog tickets={[ana]} onClose={() => undefined} />, { as: { profile: 'admin' }, api: around() });
  const user = screen.getByRole('combobox', { name: 'Usuário (opcional)' });
  expect(screen.getByText('Sem usuário, o atendimento volta para Aguardando nesta fila.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Transferir' }));
  expect(screen.getByRole('alert').textContent).toBe('Required');
  expect(puts(sent)).toEqual([]);

  await userEvent.type(user, 'pa');
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(asked(sent, '/users')).toEqual([]);
  await userEvent.type(user, 'u');
  const option = await screen.findByRole('option', { name: /Paulo Silva/ });
  expect(within(option).getByText('online')).toBeTruthy();
  await userEvent.click(option);
  const queue = screen.getByRole('combobox', { name: 'Fila' });
  expect(within(queue).queryByRole('option', { name: 'Suporte' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Transferir' }));
  await waitFor(() => expect(puts(sent)).toEqual([{ path: '/tickets/1', body: { queueId: vendas.id, userId: paulo.id } }]));

  await userEvent.click(await screen.findByRole('button', { name: 'Desfazer' }));
  await waitFor(() => expect(puts(sent).at(-1)?.body).toEqual({ userId: marina.id, queueId: null }));
});

test('"With a queue but no user the ticket becomes pending with no user", and the list is next', async () => {
  const { sent, visited } = show(<TransferDialog tickets={[ana]} onClose={() => undefined} />, {
    path: `/tickets/${ana.uuid}`,
    as: { queues: [vendas] },
    api: around(),
  });
  await userEvent.selectOptions(
    await screen.findByRole('combobox', { name: 'Fila' }),
    await screen.findByRole('option', { name: 'Vendas' }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Transferir' }));
  await waitFor(() => expect(puts(sent)).toEqual([{ path: '/tickets/1', body: { status: 'pending', userId: null, queueId: 10 } }]));
  expect(visited.at(-1)).toBe('/tickets');
  expect(await screen.findByText('Atendimento transferido')).toBeTruthy();
});

test('"Admins see an eye icon that opens a read-only spy dialog with the message list and a close button"', async () => {
  show(<TicketsPage />, { path: '/tickets', api: [ticketsAre([rita]), ...around()] });
  await userEvent.click(await screen.findByRole('tab', { name: /Aguardando/ }));
  await screen.findByText('Rita');
  expect(screen.queryByRole('button', { name: /Espiar/ })).toBeNull();
  cleanup();

  const { sent, emitted } = show(<TicketsPage />, { as: { profile: 'admin' }, path: '/tickets', api: [ticketsAre([rita]), ...around()] });
  await userEvent.click(await screen.findByRole('tab', { name: /Aguardando/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'Espiar a conversa com Rita' }));
  const dialog = await screen.findByRole('dialog', { name: 'Rita · #3' });
  await within(dialog).findByText('Diga olá para seu novo contato!');
  // Nothing is marked as read, nobody is told, and there is nothing to write with.
  expect(asked(sent, '/messages/3').every(({ spy }) => spy === 'true')).toBe(true);
  expect(emitted.some(([name]) => name === 'joinChatBox')).toBe(false);
  expect(within(dialog).queryByRole('textbox')).toBeNull();
  await userEvent.click(within(dialog).getAllByRole('button', { name: 'Fechar' }).at(-1) ?? dialog);
  expect(screen.queryByRole('dialog', { name: 'Rita · #3' })).toBeNull();
});

test('tags are put on everything that is chosen', async () => {
  const { sent } = show(<TicketsPage />, {
    path: '/tickets',
    api: [stub(tagsApi.sync, ({ body }) => ({ ...(body.ticketId === 1 ? ana : joao) })), ticketsAre([ana, joao]), ...around()],
  });
  await screen.findByText('Ana');
  await userEvent.keyboard('jxjx');
  await userEvent.click(await screen.findByRole('button', { name: 'Tag' }));
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Urgente' }));
  await save();
  await waitFor(() => expect(posts(sent, '/tags/sync')).toHaveLength(2));
  expect(posts(sent, '/tags/sync')).toEqual([
    { ticketId: 1, tags: [{ id: 6 }] },
    { ticketId: 2, tags: [{ id: 6 }] },
  ]);
});
